import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRight } from '../secrets/keyed-hash.ts';
import { type Int64, narrow, type Position } from '../vocabulary/int64.ts';
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
     * @param bound what the cursor is bound to besides the filters and the order, such as the account of a list that differs by account
     * @param read receives the filters, the maximum of items, and the id that the items are below
     * @param first how many items are read first, then twice as many, and so on, until the page is full or weighs what a page may: `LONG_TEXTS`.
     *   By default all are read at once, and the page has as many as the query asks for, however long their texts are.
     *
     * @throws ApiError `invalid_cursor`
     */
    page<Item extends { readonly id: Int64 }, Query extends { limit: number; cursor?: string }>(
      request: PageRequest<Query>,
      reply: FastifyReply,
      bound: Filters,
      read: (filters: Omit<Query, 'limit' | 'cursor'>, count: number, before: Int64 | undefined) => Promise<Item[]>,
      first = Infinity,
    ): Promise<Item[]> {
      const page = () =>
        pageBehind(request, reply, bound, (filters, count, after) => read(filters, count, after?.[0]), {
          first,
          positionOf: ({ id }) => [id],
        });
      return first === Infinity ? page() : inTurn(page);
    },

    /** Like `page`, of a list in another order: each item has its position in it. Long texts are not read in turn: see `inTurn`. */
    pageInOrder<Item, Query extends { limit: number; cursor?: string }>(
      request: PageRequest<Query>,
      reply: FastifyReply,
      bound: Filters,
      read: (filters: Omit<Query, 'limit' | 'cursor'>, count: number, after: Position | undefined) => Promise<Item[]>,
      positionOf: (item: Item) => Position,
      first = Infinity,
    ): Promise<Item[]> {
      return pageBehind(request, reply, bound, read, { first, positionOf });
    },

    /** Sets the `Link` header of a page that ends at this position, although more were found. */
    endAt<Query extends { limit: number; cursor?: string }>(
      request: PageRequest<Query>,
      reply: FastifyReply,
      bound: Filters,
      position: Position,
    ): void {
      const { path, limit, filters, scope } = partsOf(request, bound);
      reply.header('link', pageLinks(path, { ...filters, limit }, cursorAfter(secret, path, scope, position)));
    },
  };

  async function pageBehind<Item, Query extends { limit: number; cursor?: string }>(
    request: PageRequest<Query>,
    reply: FastifyReply,
    bound: Filters,
    read: (filters: Omit<Query, 'limit' | 'cursor'>, count: number, after: Position | undefined) => Promise<Item[]>,
    { first, positionOf }: { readonly first: number; readonly positionOf: (item: Item) => Position },
  ): Promise<Item[]> {
    const { path, limit, cursor, filters, scope } = partsOf(request, bound);
    const after = cursor === undefined ? undefined : positionOfCursor(secret, path, scope, cursor);
    const readUpTo = (count: number, last: Item | undefined) =>
      read(filters, count, last === undefined ? after : positionOf(last));
    const { items, hasNext } = await pageOf(readUpTo, limit, first);
    const last = items.at(-1);
    const next = hasNext && last !== undefined ? cursorAfter(secret, path, scope, positionOf(last)) : undefined;
    reply.header('link', pageLinks(path, { ...filters, limit }, next));
    return items;
  }
}

function partsOf<Query extends { limit: number; cursor?: string }>(request: PageRequest<Query>, bound: Filters) {
  const [path = ''] = request.url.split('?');
  const { limit, cursor, ...filters } = request.query;
  const choices = Object.entries(filters).filter(
    ([name, value]) => name !== 'expand' && value !== (DEFAULTS as Filters)[name],
  );
  return { path, limit, cursor, filters, scope: { ...Object.fromEntries(choices), ...bound } };
}

/** What a list does without the parameter: stating it changes nothing, for a cursor neither. */
export const DEFAULTS = { sort: 'newest', within: '100mi' } as const;

/** The items of a page: up to `limit`, and of long texts fewer if they weigh more than a page may. There is always one if there is any left. */
async function pageOf<Item>(
  read: (count: number, last: Item | undefined) => Promise<Item[]>,
  limit: number,
  first: number,
): Promise<{ items: Item[]; hasNext: boolean }> {
  const items: Item[] = [];
  const isWeighed = first !== Infinity;
  let bytes = 0;
  for (let step = first; ; step *= 2) {
    // One item more than the page holds shows whether there is a next page.
    const count = Math.min(step, limit + 1 - items.length);
    const found = await read(count, items.at(-1));
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

const numberBytes = 8;
const codeBytes = 12;

/** A cursor is the position of the last item of the page before, and an HMAC over it, the list and its filters: clients cannot make one up. */
function cursorAfter(secret: Buffer, list: string, filters: Filters, position: Position): string {
  const bytes = Buffer.alloc(numberBytes * position.length);
  position.forEach((number, i) => bytes.writeBigInt64BE(BigInt(number), numberBytes * i));
  const code = createHmac('sha256', secret)
    .update(`${list}?${canonical(filters)}#`)
    .update(bytes)
    .digest();
  return Buffer.concat([bytes, code.subarray(0, codeBytes)]).toString('base64url');
}

function positionOfCursor(secret: Buffer, list: string, filters: Filters, cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const numbers = (bytes.length - codeBytes) / numberBytes;
  if (Number.isInteger(numbers) && numbers > 0) {
    const position = Array.from({ length: numbers }, (_, i) => narrow(bytes.readBigInt64BE(numberBytes * i)));
    if (isRight(cursor, cursorAfter(secret, list, filters, position))) return position;
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
