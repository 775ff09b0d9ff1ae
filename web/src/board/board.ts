import { type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import {
  type Category,
  type EventType,
  type ExpandedPet,
  type ListPetsQuery,
  type Pet,
  type PetFacets,
  Petstore,
} from '../../../client/src/petstore.ts';
import type { PublicOrganization } from '../../../src/vocabulary/organizations.ts';
import type { Scope } from '../../../src/vocabulary/scopes.ts';
import { failureOf } from '../data/failure.ts';
import { follow, noticingStreams } from '../data/follow.ts';
import { type List, openList, putItem, removeItem } from '../data/list.ts';
import { laterWords, say, words } from '../words.ts';
import { ADDRESSES, type BoardFilters, boardQueryOf, countQueryOf, isNewIn } from './filters/board-filters.ts';
import { type BoardOrganizations, openOrganizations } from './organization/organizations.ts';
import { openAnimal, type ShownAnimal } from './shown-animal.ts';
import type { openUnknownPets } from './unknown-pets.ts';

/** The animals as adopters see them, kept current by the event stream. */
export interface Board {
  /** Where the service is, such as `https://pets.shelter.example`. */
  readonly origin: string;
  readonly organizations: BoardOrganizations;
  /** By id as text; undefined until they are loaded. */
  readonly categories: ReadonlySignal<ReadonlyMap<string, Category> | undefined>;
  /** The latest change in a sentence, for screen readers. */
  readonly news: ReadonlySignal<string>;
  /** The ids of the animals that were added while the board was open. */
  readonly arrivals: ReadonlySet<number>;
  /** The usual names of species and breeds. */
  readonly names: {
    species(): Promise<readonly string[]>;
    breeds(species: string | undefined): Promise<readonly string[]>;
  };
  /** The list that was shown last, and the animal that was opened from it: until another page is opened, the browser's back leads to the list. */
  readonly lastList: { address: string; openedId: number | undefined };
  /** Whether the key of the board has the scope, where it may be any key; true until the service answers. */
  may?: (scope: Scope) => boolean;
  /** The client for questions and reservations. */
  readonly writes: Petstore;
  /** Returns the same list for the same filters, so a visitor who comes back finds it unchanged. */
  list(filters: BoardFilters): List<ExpandedPet>;
  /** How many animals a list has, by the values of its filters. */
  counts(filters: BoardFilters): Promise<PetFacets>;
  /** Reads the animal, which is kept current until another one is opened. */
  animal(id: number): ShownAnimal;
  /** The animals that visitors see. */
  read(ids: readonly number[]): Promise<readonly ExpandedPet[]>;
  /** Reads everything on display again. */
  readonly refresh: () => void;
  /** Opens the stream. Returns a function that closes it. */
  open(): () => void;
}

export interface BoardOptions extends Pick<Board, 'origin'> {
  /** A publishable key. */
  readonly apiKey: string;
  /** The only organization that visitors see, if that is known. */
  readonly only?: PublicOrganization | undefined;
  /** Shows the animals of this organization alone. */
  readonly organizationId?: number | undefined;
  /** Sends the requests. */
  readonly fetch?: typeof fetch;
}

/** Short, because a visitor is waiting. */
const patience = { timeoutMs: 15_000, deadlineMs: 20_000, maxAttempts: 5 } as const;
/** Older lists are read again when a visitor comes back to them. */
const keptLists = 8;

/** The query of the first page of a list. */
export const firstPageOf = (filters: BoardFilters): ListPetsQuery => ({ limit: 24, ...boardQueryOf(filters) });

/** What the board shows of its animals. */
export const shownMembers = ({ only }: BoardOrganizations, { near }: Pick<ListPetsQuery, 'near'> = {}) => [
  ...(['profile', 'photos', 'promised'] as const),
  ...(only.peek() === undefined ? (['owner'] as const) : []),
  ...(near === undefined ? [] : (['distance'] as const)),
];

export function openBoard({ origin, only, organizationId, ...client }: BoardOptions): Board {
  const connection = { baseUrl: `${origin}/v1`, ...client, ...patience };
  // A client sends one request at a time until it knows its limits, and waits when they are used up. With three clients, categories do not
  // wait for animals, and the limits on what visitors send (by address) do not delay what they read.
  const reads = new Petstore(connection);
  const background = new Petstore({ ...connection, fetch: noticingStreams(reload, client.fetch) });
  const writes = new Petstore({ ...connection, deadlineMs: 12_000 });
  const organizations = openOrganizations(background, { first: only, organizationId });
  const categories = signal<ReadonlyMap<string, Category> | undefined>(undefined);
  /** Ids that no category had when the categories were read. */
  const unknownCategories = new Set<string>();
  const news = signal('');
  const arrivals = new Set<number>();
  const lists = new Map<string, { readonly filters: BoardFilters; readonly list: List<ExpandedPet> }>();
  let shown: ShownAnimal | undefined;

  const ofOrganization = organizationId === undefined ? {} : { organizationId };

  const listPets = (query: ListPetsQuery) =>
    reads.pets.list({ ...query, expand: shownMembers(organizations, query), ...ofOrganization });

  const read = async (ids: readonly number[]) => (await listPets({ ids: [...ids], limit: ids.length }).page()).items;
  let readUnknown: ReturnType<typeof openUnknownPets> | undefined;

  /** A failure is ignored: cards without categories show a paw, and the next event about a category loads them again. */
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

  function startList(filters: BoardFilters): List<ExpandedPet> {
    const list = openList(listPets, firstPageOf(filters));
    void list.more();
    return list;
  }

  /** The animal as it is on display. */
  const known = (id: number): ExpandedPet | undefined => {
    const open = shown?.id === id ? shown.pet.peek() : undefined;
    if (typeof open === 'object') return open;
    return [...lists.values()].flatMap(({ list }) => list.items.peek()).find((pet) => pet.id === id);
  };

  async function readAnimal(id: number): Promise<ExpandedPet | undefined> {
    const [pet] = await read([id]);
    if (pet !== undefined) void organizations.readOf(pet);
    return pet;
  }

  /** An event has neither the owner of its animal nor its profile and photos. */
  function takeIn(type: EventType, { changed = [], ...pet }: Pet & { readonly changed?: readonly string[] }): void {
    const isAllTold = changed.every((member) => member === 'name' || member === 'categoryId');
    if (type === 'pet.deleted' || type === 'pet.unlisted') remove(pet.id, type);
    else if (isAllTold && known(pet.id) !== undefined) show(pet, type);
    else {
      void import('./unknown-pets.ts').then(
        ({ openUnknownPets: open }) => {
          readUnknown ??= open(read, show, remove);
          readUnknown(pet.id, type);
        },
        // As when it cannot be read: it appears at the next read of the list.
        () => {},
      );
      return;
    }
    readUnknown?.(pet.id, type, true);
  }

  /** Shows an animal's state from an event. */
  function show(pet: ExpandedPet, type: EventType): void {
    if (type === 'pet.created') arrivals.add(pet.id);
    const { promised = false, ...before } = known(pet.id) ?? pet;
    // Neither an event nor an answer says that an animal is no longer promised.
    const isStillPromised = promised && before.status === pet.status;
    const current = { ...before, ...(isStillPromised && { promised }), ...pet };
    for (const { filters, list } of lists.values()) putItem(list, current, isNewIn(filters, current));
    if (shown?.id === pet.id) shown.show(current);
    const named = { name: pet.name, sex: current.profile?.sex };
    if (type === 'pet.created') tell(() => say(words().board.added, named));
    if (type === 'pet.status_changed') tell(() => say(words().board.nowIs[pet.status], named));
    // The service lists the categories that have an animal.
    const category = String(pet.categoryId);
    if (categories.peek()?.has(category) === true || unknownCategories.has(category)) return;
    unknownCategories.add(category);
    void loadCategories();
  }

  /** A failure is ignored: the change is on display anyway. */
  function tell(sentence: () => string): void {
    laterWords().then(
      () => void (news.value = sentence()),
      () => {},
    );
  }

  function remove(id: number, type?: EventType): void {
    for (const { list } of lists.values()) removeItem(list, id);
    if (shown?.id !== id) return;
    // The page of one that is unlisted may stay, such as while it comes soon.
    if (type === 'pet.unlisted') void shown.load();
    else shown.lose();
  }

  function reload(): void {
    for (const { list } of lists.values()) void list.reload();
    void shown?.load();
    void readOrganizations();
    void loadCategories();
  }

  async function readOrganizations(): Promise<void> {
    const hadOne = organizations.only.peek() !== undefined;
    await organizations.read();
    // The animals were read without their owners.
    if (!hadOne || organizations.only.peek() !== undefined) return;
    for (const { list } of lists.values()) void list.reload();
    void shown?.load();
  }

  function refresh(): void {
    unknownCategories.clear();
    reload();
  }

  if (!IS_OWN) void organizations.read();
  void loadCategories();

  return {
    origin,
    organizations,
    categories,
    news,
    arrivals,
    lastList: { address: '/', openedId: undefined },
    names: {
      species: () => background.vocabularies.species(),
      breeds: (species) => background.vocabularies.breeds({ species }),
    },
    writes,
    refresh,
    read,

    list(filters) {
      const key = ADDRESSES.addressOf(filters);
      const list = lists.get(key)?.list ?? startList(filters);
      lists.delete(key);
      lists.set(key, { filters, list });
      const [longestUnused] = lists.keys();
      if (lists.size > keptLists && longestUnused !== undefined) lists.delete(longestUnused);
      return list;
    },

    counts: (filters) => background.pets.facets({ ...countQueryOf(filters), ...ofOrganization }),

    animal(id) {
      if (shown !== undefined && Object.is(shown.id, id)) return shown;
      shown = openAnimal(id, known(id), readAnimal);
      void shown.load();
      return shown;
    },

    open() {
      return follow(background, {
        onEvent({ type, data }) {
          if (type.startsWith('category.')) void loadCategories();
          else if (type.startsWith('pet.')) takeIn(type, data as Pet);
          else if (type === 'organization.updated' && !organizations.areSeveral.peek()) void readOrganizations();
          else refresh();
        },
      });
    },
  };
}

const Context = createContext<Board | undefined>(undefined);
export const BoardProvider = Context.Provider;

export function useBoard(): Board {
  const board = useContext(Context);
  if (board === undefined) throw new Error('This component needs a BoardProvider around it.');
  return board;
}
