/** One page of a list. */
export interface Page<Item, Query> {
  readonly items: readonly Item[];
  /** What to ask for to get the next page; undefined at the end. Of events it is there always: there may be more to come. */
  readonly next: Query | undefined;
}

/** A list, which comes in pages. Nothing is asked for until it is read. */
export interface Pages<Item, Query> extends AsyncIterable<Item> {
  /**
   * Asks for one page: the first, or the one that the query's `cursor` stands for, with 20 items unless its `limit` says otherwise.
   *
   * @throws PetstoreError
   */
  page(): Promise<Page<Item, Query>>;
  /**
   * Walks all items from there on, and asks for pages as it goes, with 100 items each unless the query's `limit` says otherwise. An item that
   * stays is met once, whatever others add and remove meanwhile. The walk through the events ends with the newest.
   *
   * @throws PetstoreError
   */
  [Symbol.asyncIterator](): AsyncIterator<Item, undefined>;
}

interface Position {
  readonly cursor?: string;
  readonly after?: number;
}

/** @param read asks for one page; gives its items and its `Link` header */
export function pagesOf<Item, Query extends object>(
  query: Query,
  read: (query: Query) => Promise<{ readonly items: readonly Item[]; readonly link: string | null }>,
): Pages<Item, Query> {
  async function page(asked: Query): Promise<Page<Item, Query>> {
    const { items, link } = await read(asked);
    const position = positionIn(link ?? '');
    return { items, next: position && { ...query, ...position } };
  }
  return {
    page: () => page(query),
    async *[Symbol.asyncIterator]() {
      for (let asked: Query | undefined = { limit: 100, ...query }; asked !== undefined;) {
        const { items, next }: Page<Item, Query> = await page(asked);
        yield* items;
        // Behind the newest event is a next page too, which is empty as yet.
        asked = items.length === 0 ? undefined : next && { limit: 100, ...next };
      }
      return undefined;
    },
  };
}

/** Where the `Link` header says that the next page begins. RFC 8288. */
function positionIn(link: string): Position | undefined {
  const [, target] = /<([^>]*)>[^<]*?;\s*rel="?next\b/i.exec(link) ?? [];
  if (target === undefined) return undefined;
  const parameters = new URLSearchParams(target.slice(target.indexOf('?') + 1));
  const cursor = parameters.get('cursor');
  return cursor === null ? { after: Number(parameters.get('after')) } : { cursor };
}
