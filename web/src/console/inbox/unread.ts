import type { List } from '../../data/list.ts';

/** Whether the first page is still to come: its place is held then. */
export const isUnread = ({ items, hasMore, error }: Pick<List<unknown>, 'items' | 'hasMore' | 'error'>): boolean =>
  items.value.length === 0 && hasMore.value && error.value === undefined;
