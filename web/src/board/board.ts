import { type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import {
  type Category,
  type ListPetsQuery,
  type Pet,
  Petstore,
  type PetstoreError,
} from '../../../client/src/petstore.ts';
import { kindsAbout } from '../../../src/vocabulary/event-kinds.ts';
import { failureOf } from '../data/failure.ts';
import { type List, openList } from '../data/list.ts';
import { addressOf, type Filters, isAmong, queryOf } from './filters.ts';
import { follow, noticingStreams } from './live.ts';

/** One animal as its page knows it: `missing` where there is none of that id. */
export interface Known {
  readonly pet: ReadonlySignal<Pet | 'missing' | undefined>;
  readonly error: ReadonlySignal<PetstoreError | undefined>;
  load(): Promise<void>;
}

/** The animals as an adopter sees them, kept current by the event stream for as long as it is open. */
export interface Board {
  /** Whether it is the service's own, and not in somebody else's page. */
  readonly isOwn: boolean;
  /** By id as text; undefined until they have come. */
  readonly categories: ReadonlySignal<ReadonlyMap<string, Category> | undefined>;
  /** What has just happened, in a sentence, for those who do not see the cards change. */
  readonly news: ReadonlySignal<string>;
  /** Those that came while the board was open. */
  readonly arrivals: ReadonlySet<number>;
  /** For what adopters send. Its waits hold up no reading. */
  readonly writes: Petstore;
  /** The same list for the same filters, so that who comes back finds it as it was. */
  list(filters: Filters): List<Pet>;
  /** Kept current for as long as no other is asked for. */
  animal(id: number): Known;
  /** Reads anew what is shown. */
  readonly refresh: () => void;
  /** Opens the stream. Returns what closes it. */
  open(): () => void;
}

/** Who waits before the page is told soon what is wrong. */
const patience = { timeoutMs: 15_000, deadlineMs: 20_000, maxAttempts: 5 } as const;
/** Lists beyond these are read anew when somebody comes back to them. */
const keptLists = 8;

/** @param options where the API is (with `/v1`), and a publishable key of it */
export function openBoard({
  isOwn,
  ...connection
}: Pick<Board, 'isOwn'> & { readonly baseUrl: string; readonly apiKey: string }): Board {
  // A client lets one request go ahead until it knows the limits; the names of categories need not wait for the animals. And what
  // adopters send is limited by address: its waits are not for those who look.
  const reads = new Petstore({ ...connection, ...patience });
  const background = new Petstore({ ...connection, ...patience, fetch: noticingStreams(readAnew) });
  const writes = new Petstore({ ...connection, ...patience, deadlineMs: 12_000 });
  const categories = signal<ReadonlyMap<string, Category> | undefined>(undefined);
  const news = signal('');
  const arrivals = new Set<number>();
  const lists = new Map<string, { readonly filters: Filters; readonly list: List<Pet> }>();
  let shown: ReturnType<typeof openAnimal> | undefined;

  /** Without them cards lack a word and have a paw for a picture: no reason to stop anybody, and what comes next asks again. */
  async function loadCategories(): Promise<void> {
    try {
      const found = new Map<string, Category>();
      for await (const category of background.categories.list()) found.set(String(category.id), category);
      categories.value = found;
    } catch (failure) {
      failureOf(failure);
      categories.value ??= new Map();
    }
  }

  function startList(filters: Filters): List<Pet> {
    const list = openList((query: ListPetsQuery) => reads.pets.list(query), queryOf(filters));
    void list.more();
    return list;
  }

  function openAnimal(id: number) {
    const listed = [...lists.values()].flatMap(({ list }) => list.items.peek()).find((pet) => pet.id === id);
    const pet = signal<Pet | 'missing' | undefined>(Number.isSafeInteger(id) ? listed : 'missing');
    const error = signal<PetstoreError | undefined>(undefined);
    return {
      id,
      pet,
      error,
      async load() {
        error.value = undefined;
        if (!Number.isSafeInteger(id)) return;
        try {
          const { items } = await reads.pets.list({ ids: [id] }).page();
          pet.value = items[0] ?? 'missing';
        } catch (failure) {
          error.value = failureOf(failure);
        }
      },
    };
  }

  function show(pet: Pet): void {
    for (const { filters, list } of lists.values()) {
      list.change((items) => {
        const at = items.findIndex(({ id }) => id === pet.id);
        // Whoever is looking at a card sees what becomes of the animal, also where it no longer passes the filters.
        if (at >= 0) return items.with(at, pet);
        const oldest = items.at(-1);
        const isWithin = !list.hasMore.value || (oldest !== undefined && pet.id > oldest.id);
        if (!isAmong(filters, pet) || !isWithin) return items;
        return [...items, pet].toSorted((one, other) => other.id - one.id);
      });
    }
    if (shown?.id === pet.id) shown.pet.value = pet;
  }

  function remove(id: number): void {
    for (const { list } of lists.values()) list.change((items) => items.filter((pet) => pet.id !== id));
    if (shown?.id === id) shown.pet.value = 'missing';
  }

  function readAnew(): void {
    for (const { list } of lists.values()) void list.reload();
    void shown?.load();
  }

  function refresh(): void {
    readAnew();
    void loadCategories();
  }

  void loadCategories();

  return {
    isOwn,
    categories,
    news,
    arrivals,
    writes,
    refresh,

    list(filters) {
      const key = addressOf(filters);
      const list = lists.get(key)?.list ?? startList(filters);
      lists.delete(key);
      lists.set(key, { filters, list });
      const [longestUnused] = lists.keys();
      if (lists.size > keptLists && longestUnused !== undefined) lists.delete(longestUnused);
      return list;
    },

    animal(id) {
      if (shown === undefined || !Object.is(shown.id, id)) shown = openAnimal(id);
      return shown;
    },

    open() {
      return follow(background, {
        types: kindsAbout('pet', 'category'),
        onEvent({ type, data }) {
          if (type.startsWith('category.')) {
            void loadCategories();
            return;
          }
          const pet = data as Pet;
          if (type === 'pet.created') arrivals.add(pet.id);
          if (type === 'pet.deleted') remove(pet.id);
          else show(pet);
          if (type === 'pet.created') news.value = `${pet.name} has just arrived.`;
          if (type === 'pet.status_changed') news.value = `${pet.name}: now ${STATUS_WORDS[pet.status].toLowerCase()}.`;
        },
      });
    },
  };
}

/** What adopters read for the API's words. */
export const STATUS_WORDS = { available: 'Available', pending: 'Pending', sold: 'Adopted' } as const;

const Context = createContext<Board | undefined>(undefined);
export const BoardProvider = Context.Provider;

export function useBoard(): Board {
  const board = useContext(Context);
  if (board === undefined) throw new Error('There is no board around this component.');
  return board;
}
