import type { CallOptions } from './options.ts';

/** One page of a list. */
export interface Page<Item, Query> {
  readonly items: readonly Item[];
  /** The query of the next page; undefined at the end. For events it is always defined, because there can be more later. */
  readonly next: Query | undefined;
}

/** A list, read page by page. No request is sent until it is read. */
export interface Pages<Item, Query> extends AsyncIterable<Item> {
  /**
   * Reads one page: the first, or the one at the query's `cursor`. A page has 20 items unless the query has a `limit`.
   *
   * @param options in place of those that the list was asked for with
   * @throws PetstoreError
   */
  page(options?: CallOptions): Promise<Page<Item, Query>>;
  /**
   * Iterates over all items from that page on, and reads pages as needed, with 100 items each unless the query has a `limit`. Every item that
   * exists throughout is returned exactly once, even while others are added and removed. Iterating over events ends at the newest one.
   *
   * @throws PetstoreError
   */
  [Symbol.asyncIterator](): AsyncIterator<Item, undefined>;
}

interface Position {
  readonly cursor?: string;
  readonly after?: number;
  readonly position?: string;
}

/** @param read reads one page: its items and its `Link` header */
export function pagesOf<Item, Query extends object>(
  query: Query,
  read: (
    query: Query,
    options?: CallOptions,
  ) => Promise<{ readonly items: readonly Item[]; readonly link: string | null }>,
): Pages<Item, Query> {
  async function page(current: Query, options?: CallOptions): Promise<Page<Item, Query>> {
    const { items, link } = await read(current, options);
    const position = positionIn(link ?? '');
    return { items, next: position && { ...query, ...position } };
  }
  return {
    page: (options) => page(query, options),
    async *[Symbol.asyncIterator]() {
      for (let asked: Query | undefined = { limit: 100, ...query }; asked !== undefined;) {
        const { items, next }: Page<Item, Query> = await page(asked);
        yield* items;
        // Even the newest event has a next page, which is still empty.
        asked = items.length === 0 ? undefined : next && { limit: 100, ...next };
      }
      return undefined;
    },
  };
}

/** The start of the next page, from the `Link` header. RFC 8288. */
function positionIn(link: string): Position | undefined {
  const [, target] = /<([^>]*)>[^<]*?;\s*rel="?next\b/i.exec(link) ?? [];
  if (target === undefined) return undefined;
  const parameters = new URLSearchParams(target.slice(target.indexOf('?') + 1));
  const [cursor, position] = [parameters.get('cursor'), parameters.get('position')];
  if (cursor !== null) return { cursor };
  return position === null ? { after: Number(parameters.get('after')) } : { position };
}
