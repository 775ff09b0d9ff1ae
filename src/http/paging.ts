import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Int64, narrow } from '../vocabulary/int64.ts';
import { ApiError } from './errors.ts';

/** Filters of a list by name, as they were validated. */
export type Filters = Readonly<Record<string, unknown>>;

type PageRequest<Query> = Pick<FastifyRequest, 'url'> & { readonly query: Query };

/** Every list of the service, paged in one way: by keyset, from the highest id down. */
export interface Lists {
  /**
   * Reads one page and sets the `Link` header. `read` gets the filters, how many items to give at most, and the id that they stand
   * behind. What the cursor is good for, besides these filters, is in `bound`: the account, where each sees its own.
   *
   * @throws ApiError `invalid_cursor`
   */
  page<Item extends { readonly id: Int64 }, Query extends { limit: number; cursor?: string }>(
    request: PageRequest<Query>,
    reply: FastifyReply,
    bound: Filters,
    read: (filters: Omit<Query, 'limit' | 'cursor'>, count: number, before: Int64 | undefined) => Promise<Item[]>,
  ): Promise<Item[]>;
}

/** @param secret signs the cursors; the same in every process of an environment */
export function openLists(secret: Buffer): Lists {
  const cursors = openCursors(secret);
  return {
    async page(request, reply, bound, read) {
      const [path = ''] = request.url.split('?');
      const { limit, cursor, ...filters } = request.query;
      const scope = { ...filters, ...bound };
      const before = cursor === undefined ? undefined : cursors.read(path, scope, cursor);
      // One more than the page holds shows whether there is a next one.
      const items = await read(filters, limit + 1, before);
      const hasNext = items.length > limit;
      if (hasNext) items.length = limit;
      const last = items.at(-1);
      const next = hasNext && last !== undefined ? cursors.after(path, scope, last.id) : undefined;
      reply.header('link', pageLinks(path, { ...filters, limit }, next));
      return items;
    },
  };
}

/** The `Link` header of a page: `first` always, `next` while there is one. RFC 8288. */
function pageLinks(path: string, query: Filters, next: string | undefined): string {
  const link = (parameters: Filters, rel: string) => `<${path}?${canonical(parameters)}>; rel="${rel}"`;
  const first = link(query, 'first');
  return next === undefined ? first : `${link({ ...query, cursor: next }, 'next')}, ${first}`;
}

/**
 * Cursors say behind which id a page starts, in a form that clients can neither read nor make up: each carries a code over itself, the
 * list and its filters, keyed with the store's own secret.
 */
interface Cursors {
  after(list: string, filters: Filters, id: Int64): string;
  /** @throws ApiError `invalid_cursor` */
  read(list: string, filters: Filters, cursor: string): Int64;
}

const idBytes = 8;
const codeBytes = 12;

function openCursors(secret: Buffer): Cursors {
  const sealed = (list: string, filters: Filters, id: Int64): string => {
    const position = Buffer.alloc(idBytes);
    position.writeBigInt64BE(BigInt(id));
    const code = createHmac('sha256', secret)
      .update(`${list}?${canonical(filters)}#`)
      .update(position)
      .digest();
    return Buffer.concat([position, code.subarray(0, codeBytes)]).toString('base64url');
  };
  return {
    after: sealed,
    read(list, filters, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      if (bytes.length === idBytes + codeBytes) {
        const id = narrow(bytes.readBigInt64BE());
        const expected = Buffer.from(sealed(list, filters, id));
        const given = Buffer.from(cursor);
        if (given.length === expected.length && timingSafeEqual(given, expected)) return id;
      }
      throw new ApiError(
        'invalid_cursor',
        'The `cursor` was altered or belongs to a list with other filters; start again without it.',
      );
    },
  };
}

/** The same filters give the same text, in whichever order they came. */
function canonical(filters: Filters): string {
  return Object.keys(filters)
    .filter((name) => filters[name] !== undefined)
    .toSorted()
    .map((name) => `${name}=${encodeURIComponent(String(filters[name]))}`)
    .join('&');
}
