import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { Pages, PetstoreError } from '../../../client/src/petstore.ts';
import { failureOf } from './failure.ts';

/** A list that is read page by page, and can be changed in place as events arrive. */
export interface List<Item> {
  readonly items: ReadonlySignal<readonly Item[]>;
  /** Whether there is another page; true until the first has been read. */
  readonly hasMore: ReadonlySignal<boolean>;
  readonly isLoading: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<PetstoreError | undefined>;
  /** Reads the next page, or again what could not be read; the first call reads the first. Does nothing while a page is being read. */
  more(): Promise<void>;
  /** Reads the list from its beginning. The current items stay until the answer arrives. */
  reload(): Promise<void>;
  /** The edit is made again on the answer that is awaited, which may be from before it or from after it. */
  change(edit: Edit<Item>): void;
}

type Edit<Item> = (items: readonly Item[]) => readonly Item[];

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
  /** Since the answer that is awaited was asked for. */
  let edits: Edit<Item>[] = [];

  async function read(query: Query, before: readonly Item[]): Promise<void> {
    edits = [];
    batch(() => {
      isLoading.value = true;
      error.value = undefined;
    });
    try {
      const page = await list(query).page();
      batch(() => {
        next.value = page.next;
        hasMore.value = page.next !== undefined;
        items.value = edits.reduce<readonly Item[]>((edited, edit) => edit(edited), [...before, ...page.items]);
      });
    } catch (failure) {
      batch(() => {
        next.value = query;
        hasMore.value = true;
        error.value = failureOf(failure);
      });
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
      await (reading = read(next.value, next.value === first ? [] : items.value));
    },
    async reload() {
      await reading;
      // Of several calls that waited, the first reads for all.
      if (!isLoading.value) await (reading = read(first, []));
    },
    change(edit) {
      if (isLoading.value) edits.push(edit);
      items.value = edit(items.value);
    },
  };
}

/** Whether the first page has yet to arrive. */
export const isFirstLoad = ({ items, hasMore, error }: Pick<List<unknown>, 'items' | 'hasMore' | 'error'>): boolean =>
  items.value.length === 0 && hasMore.value && error.value === undefined;

/**
 * Replaces or inserts an item in a list that is sorted by id, newest first. An item that is in the list keeps its row even if it no longer
 * `belongs` there: rows must not vanish under the pointer. An item older than the pages read so far comes with its page.
 */
export function putItem<Item extends { readonly id: number }>(list: List<Item>, item: Item, belongs: boolean): void {
  list.change((items) => {
    const index = items.findIndex(({ id }) => id === item.id);
    if (index >= 0) return items.with(index, item);
    const oldest = items.at(-1);
    const isWithin = !list.hasMore.value || (oldest !== undefined && item.id > oldest.id);
    if (!belongs || !isWithin) return items;
    return [...items, item].toSorted((one, other) => other.id - one.id);
  });
}

export const removeItem = (list: List<{ readonly id: number }>, removedId: number): void =>
  list.change((items) => items.filter(({ id }) => id !== removedId));
