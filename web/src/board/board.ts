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
import { follow, noticingStreams } from '../data/follow.ts';
import { type List, openList, putItem, removeItem } from '../data/list.ts';
import { filterAddresses, matches, type PetFilters, queryOf } from '../pets/filters.ts';
import { STATUS_TITLES } from '../pets/status.tsx';

export const ADDRESSES = filterAddresses('/', 'available');

/** The animal of one page: `missing` if the id names none. */
export interface ShownAnimal {
  readonly pet: ReadonlySignal<Pet | 'missing' | undefined>;
  readonly error: ReadonlySignal<PetstoreError | undefined>;
  load(): Promise<void>;
}

/** The animals as adopters see them, kept current by the event stream. */
export interface Board {
  /** False in a page that embeds the board. */
  readonly isOwn: boolean;
  /** By id as text; undefined until they are loaded. */
  readonly categories: ReadonlySignal<ReadonlyMap<string, Category> | undefined>;
  /** The latest change in a sentence, for screen readers. */
  readonly news: ReadonlySignal<string>;
  /** The ids of the animals that were added while the board was open. */
  readonly arrivals: ReadonlySet<number>;
  /** The client for questions and reservations. */
  readonly writes: Petstore;
  /** Returns the same list for the same filters, so a visitor who comes back finds it unchanged. */
  list(filters: PetFilters): List<Pet>;
  /** Kept current until another animal is opened. */
  animal(id: number): ShownAnimal;
  /** Reads everything on display again. */
  readonly refresh: () => void;
  /** Opens the stream. Returns a function that closes it. */
  open(): () => void;
}

/** Short, because a visitor is waiting. */
const patience = { timeoutMs: 15_000, deadlineMs: 20_000, maxAttempts: 5 } as const;
/** Older lists are read again when a visitor comes back to them. */
const keptLists = 8;

/** @param options.baseUrl the address of the API, with `/v1` @param options.apiKey a publishable key */
export function openBoard({
  isOwn,
  ...connection
}: Pick<Board, 'isOwn'> & { readonly baseUrl: string; readonly apiKey: string }): Board {
  // A client sends one request at a time until it knows its limits, and waits when they are used up. With three clients, categories do not
  // wait for animals, and the limits on what visitors send (by address) do not delay what they read.
  const reads = new Petstore({ ...connection, ...patience });
  const background = new Petstore({ ...connection, ...patience, fetch: noticingStreams(reload) });
  const writes = new Petstore({ ...connection, ...patience, deadlineMs: 12_000 });
  const categories = signal<ReadonlyMap<string, Category> | undefined>(undefined);
  const news = signal('');
  const arrivals = new Set<number>();
  const lists = new Map<string, { readonly filters: PetFilters; readonly list: List<Pet> }>();
  let shown: ReturnType<typeof openAnimal> | undefined;

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

  function startList(filters: PetFilters): List<Pet> {
    const list = openList((query: ListPetsQuery) => reads.pets.list(query), { limit: 24, ...queryOf(filters) });
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
      putItem(list, pet, matches(filters, pet));
    }
    if (shown?.id === pet.id) shown.pet.value = pet;
  }

  function remove(id: number): void {
    for (const { list } of lists.values()) removeItem(list, id);
    if (shown?.id === id) shown.pet.value = 'missing';
  }

  function reload(): void {
    for (const { list } of lists.values()) void list.reload();
    void shown?.load();
  }

  function refresh(): void {
    reload();
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
      const key = ADDRESSES.addressOf(filters);
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
          if (type === 'pet.created') news.value = `${pet.name} was added.`;
          if (type === 'pet.status_changed')
            news.value = `${pet.name} is now ${STATUS_TITLES[pet.status].toLowerCase()}.`;
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
