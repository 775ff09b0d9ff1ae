import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { Pages, PetstoreError } from '../../../client/src/petstore.ts';
import { failureOf } from './failure.ts';

/** A list that is read page by page, and can be changed where it stands as events come in. */
export interface List<Item> {
  readonly items: ReadonlySignal<readonly Item[]>;
  /** Whether there is another page; true until the first has come. */
  readonly hasMore: ReadonlySignal<boolean>;
  readonly isLoading: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<PetstoreError | undefined>;
  /** Reads the next page, which is the first at first. While one is under way it does nothing. */
  more(): Promise<void>;
  /** Reads from the beginning; what is there stays to be seen until the answer has come. */
  reload(): Promise<void>;
  /** Puts the changed items in their place. */
  change(edit: (items: readonly Item[]) => readonly Item[]): void;
}

/**
 * @param list a method of the client, such as `(query) => petstore.pets.list(query)`
 * @param first the query of the first page
 */
export function openList<Item, Query extends object>(
  list: (query: Query) => Pages<Item, Query>,
  first: Query,
): List<Item> {
  const items = signal<readonly Item[]>([]);
  const next = signal<Query | undefined>(first);
  const isLoading = signal(false);
  const error = signal<PetstoreError | undefined>(undefined);
  const hasMore = signal(true);
  let reading = Promise.resolve();

  async function read(query: Query, before: () => readonly Item[]): Promise<void> {
    batch(() => {
      isLoading.value = true;
      error.value = undefined;
    });
    try {
      const page = await list(query).page();
      batch(() => {
        items.value = [...before(), ...page.items];
        next.value = page.next;
        hasMore.value = page.next !== undefined;
      });
    } catch (failure) {
      error.value = failureOf(failure);
    } finally {
      isLoading.value = false;
    }
  }

  return {
    items,
    hasMore,
    isLoading,
    error,
    async more() {
      if (isLoading.value || next.value === undefined) return;
      await (reading = read(next.value, () => items.value));
    },
    async reload() {
      await reading;
      // Of several that have waited, one is enough.
      if (!isLoading.value) await (reading = read(first, () => []));
    },
    change(edit) {
      items.value = edit(items.value);
    },
  };
}
