import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Int64, narrow } from '../vocabulary/int64.ts';
import { ApiError } from './errors.ts';
import { openTurns } from './turns.ts';
import { PAGE_BYTES, weightOf } from './weight.ts';

/** For `Lists.page`: the first step of reading items with texts of several kilobytes. */
export const LONG_TEXTS = 2;

/** Validated filters of a list by name. */
export type Filters = Readonly<Record<string, unknown>>;

type PageRequest<Query> = Pick<FastifyRequest, 'url'> & { readonly query: Query };

/** Pages every list of the service by keyset, from the highest id down. */
export type Lists = ReturnType<typeof openLists>;

/** @param secret signs the cursors; every process of an environment has the same */
export function openLists(secret: Buffer) {
  const inTurn = openTurns();
  return {
    /** Runs the reading of long texts: see `openTurns`. */
    inTurn,

    /**
     * Reads one page and sets the `Link` header.
     *
     * @param bound what the cursor is bound to besides the filters, such as the account of a list that differs by account
     * @param read receives the filters, the maximum of items, and the id that the items are below
     * @param first how many items are read first, then twice as many, and so on, until the page is full or weighs what a page may: `LONG_TEXTS`.
     *   By default all are read at once, and the page has as many as the query asks for, however long their texts are.
     *
     * @throws ApiError `invalid_cursor`
     */
    async page<Item extends { readonly id: Int64 }, Query extends { limit: number; cursor?: string }>(
      request: PageRequest<Query>,
      reply: FastifyReply,
      bound: Filters,
      read: (filters: Omit<Query, 'limit' | 'cursor'>, count: number, before: Int64 | undefined) => Promise<Item[]>,
      first = Infinity,
    ): Promise<Item[]> {
      const { path, limit, cursor, filters, scope } = partsOf(request, bound);
      const before = cursor === undefined ? undefined : idOfCursor(secret, path, scope, cursor);
      const readUpTo = (count: number, below: Int64 | undefined) => read(filters, count, below);
      const readPage = () => pageOf(readUpTo, limit, before, first);
      const { items, hasNext } = await (first === Infinity ? readPage() : inTurn(readPage));
      const last = items.at(-1);
      const next = hasNext && last !== undefined ? cursorAfter(secret, path, scope, last.id) : undefined;
      reply.header('link', pageLinks(path, { ...filters, limit }, next));
      return items;
    },

    /** Sets the `Link` header of a page that ends with this item, although `page` found more. */
    endAt<Query extends { limit: number; cursor?: string }>(
      request: PageRequest<Query>,
      reply: FastifyReply,
      bound: Filters,
      { id }: { readonly id: Int64 },
    ): void {
      const { path, limit, filters, scope } = partsOf(request, bound);
      reply.header('link', pageLinks(path, { ...filters, limit }, cursorAfter(secret, path, scope, id)));
    },
  };
}

function partsOf<Query extends { limit: number; cursor?: string }>(request: PageRequest<Query>, bound: Filters) {
  const [path = ''] = request.url.split('?');
  const { limit, cursor, ...filters } = request.query;
  return { path, limit, cursor, filters, scope: { ...filters, ...bound } };
}

/** The items of a page: up to `limit`, and of long texts fewer if they weigh more than a page may. There is always one if there is any left. */
async function pageOf<Item extends { readonly id: Int64 }>(
  read: (count: number, below: Int64 | undefined) => Promise<Item[]>,
  limit: number,
  before: Int64 | undefined,
  first: number,
): Promise<{ items: Item[]; hasNext: boolean }> {
  const items: Item[] = [];
  const isWeighed = first !== Infinity;
  let bytes = 0;
  for (let step = first; ; step *= 2) {
    // One item more than the page holds shows whether there is a next page.
    const count = Math.min(step, limit + 1 - items.length);
    const found = await read(count, items.at(-1)?.id ?? before);
    for (const item of found) {
      if (isWeighed) bytes += weightOf(item);
      if (items.length === limit || (bytes > PAGE_BYTES && items.length > 0)) return { items, hasNext: true };
      items.push(item);
    }
    if (found.length < count) return { items, hasNext: false };
  }
}

/** The `Link` header of a page: always `first`, and `next` if there is a next page. RFC 8288. */
function pageLinks(path: string, query: Filters, next: string | undefined): string {
  const link = (parameters: Filters, rel: string) => `<${path}?${canonical(parameters)}>; rel="${rel}"`;
  const first = link(query, 'first');
  return next === undefined ? first : `${link({ ...query, cursor: next }, 'next')}, ${first}`;
}

const idBytes = 8;
const codeBytes = 12;

/** A cursor is the last id of the page before, and an HMAC over that id, the list and its filters: clients cannot make one up. */
function cursorAfter(secret: Buffer, list: string, filters: Filters, id: Int64): string {
  const position = Buffer.alloc(idBytes);
  position.writeBigInt64BE(BigInt(id));
  const code = createHmac('sha256', secret)
    .update(`${list}?${canonical(filters)}#`)
    .update(position)
    .digest();
  return Buffer.concat([position, code.subarray(0, codeBytes)]).toString('base64url');
}

function idOfCursor(secret: Buffer, list: string, filters: Filters, cursor: string): Int64 {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length === idBytes + codeBytes) {
    const id = narrow(bytes.readBigInt64BE());
    const expected = Buffer.from(cursorAfter(secret, list, filters, id));
    const given = Buffer.from(cursor);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return id;
  }
  throw new ApiError(
    'invalid_cursor',
    'The `cursor` was altered or belongs to a list with other filters; start again without it.',
  );
}

/** The same filters give the same text in any order. */
function canonical(filters: Filters): string {
  return Object.keys(filters)
    .filter((name) => filters[name] !== undefined)
    .toSorted()
    .map((name) => `${name}=${encodeURIComponent(String(filters[name]))}`)
    .join('&');
}
