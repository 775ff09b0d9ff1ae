import { type ReadonlySignal, signal } from '@preact/signals';
import { type ExpandedPet, type Pet, Petstore } from '../../../client/src/petstore.ts';
import type { PublicOrganization } from '../../../src/vocabulary/organizations.ts';
import { failureOf } from '../data/failure.ts';
import { follow, noticingStreams } from '../data/follow.ts';

/** The animals that can be adopted, the newest first, kept current by the event stream. Without the network they stay. */
export interface Slides {
  /** Undefined until they are read. */
  readonly pets: ReadonlySignal<readonly ExpandedPet[] | undefined>;
  /** The organization whose animals alone are shown, if there is one. */
  readonly organization: ReadonlySignal<PublicOrganization | undefined>;
  /** Begins to follow. Returns a function that stops it. */
  open(): () => void;
}

interface Options {
  /** A publishable key. */
  readonly apiKey: string;
  /** The only organization that visitors see, if there is one. */
  readonly only: PublicOrganization | undefined;
  /** The organization whose animals alone are shown. */
  readonly organizationId: number | undefined;
}

/** A screen shows each of them several times a day, and keeps as many photos. */
const mostSlides = 200;
/** Events of many animals arrive together, as during an import. */
const gatherMs = 5_000;
/** After a failure. */
const retryMs = 30_000;

export function openSlides({ apiKey, only, organizationId }: Options): Slides {
  const connection = { baseUrl: `${location.origin}/v1`, apiKey, timeoutMs: 15_000, deadlineMs: 20_000 };
  const petstore = new Petstore(connection);
  // The stream has a client of its own, which reads nothing else.
  const stream = new Petstore({ ...connection, fetch: noticingStreams(() => void read()) });
  const pets = signal<readonly ExpandedPet[] | undefined>(undefined);
  const organization = signal(only);
  const ofOrganization = organizationId === undefined ? {} : { organizationId };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let isReading = false;
  let isToRead = false;
  /** Those that have left since the animals were last asked for: the answer may be from before. */
  const gone = new Set<number>();

  /** One at a time: if others are asked for meanwhile, one more follows. */
  async function read(): Promise<void> {
    isToRead = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isToRead) {
        isToRead = false;
        gone.clear();
        await readOnce();
      }
    } finally {
      isReading = false;
    }
  }

  async function readOnce(): Promise<void> {
    try {
      if (organizationId !== undefined) organization.value = await petstore.organizations.get(organizationId);
      const found: ExpandedPet[] = [];
      const query = { status: 'available', limit: 100, expand: ['owner', 'profile', 'photos'] } as const;
      for await (const pet of petstore.pets.list({ ...query, expand: [...query.expand], ...ofOrganization }))
        if (found.push(pet) === mostSlides) break;
      pets.value = found.filter(({ id }) => !gone.has(id));
    } catch (failure) {
      // The board was switched off, or has another key: the document knows.
      const { code } = failureOf(failure);
      if (code === 'invalid_api_key') location.reload();
      // Visitors no longer see it, and thus none of its animals. It may come back.
      if (code === 'organization_not_found') pets.value = [];
      if (isOpen) readIn(retryMs);
    }
  }

  function readIn(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void read();
    }, ms);
  }

  function drop(gonePet: Pet): void {
    gone.add(gonePet.id);
    pets.value = pets.value?.filter(({ id }) => id !== gonePet.id);
  }

  return {
    pets,
    organization,
    open() {
      isOpen = true;
      const onOnline = () => void read();
      addEventListener('online', onOnline);
      const stop = follow(stream, {
        onEvent({ type, data }) {
          const pet = data as Pet;
          if (!type.startsWith('pet.')) readIn(gatherMs);
          else if (type === 'pet.deleted' || type === 'pet.unlisted' || pet.status !== 'available') drop(pet);
          else readIn(gatherMs);
        },
      });
      // Also if there is no room for another stream.
      void read();
      return () => {
        removeEventListener('online', onOnline);
        clearTimeout(timer);
        isOpen = false;
        stop();
      };
    },
  };
}
