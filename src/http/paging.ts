import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Int64, narrow } from '../int64.ts';
import { ApiError } from './errors.ts';

/** Filters of a list by name, as they were validated. */
export type Filters = Readonly<Record<string, unknown>>;

/**
 * Cursors say behind which id a page starts, in a form that clients can neither read nor make up: each carries a code over itself, the
 * list and its filters, keyed with the store's own secret.
 */
export interface Cursors {
  after(list: string, filters: Filters, id: Int64): string;
  /** @throws ApiError `invalid_cursor` */
  read(list: string, filters: Filters, cursor: string): Int64;
}

const idBytes = 8;
const codeBytes = 12;

export function cursors(secret: Buffer): Cursors {
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

export interface Page<T> {
  readonly items: T[];
  /** Where the next page starts; undefined on the last. */
  readonly next: string | undefined;
}

/** Makes a page of `limit` items out of up to one more than that: the extra one shows that there is a next page. */
export function pageOf<T>(rows: T[], limit: number, cursorAfter: (last: T) => string): Page<T> {
  if (rows.length <= limit) return { items: rows, next: undefined };
  const items = rows.slice(0, limit);
  return { items, next: cursorAfter(items[limit - 1] as T) };
}

/** The `Link` header of a page: `first` always, `next` while there is one. RFC 8288. */
export function pageLinks(
  path: string,
  query: { limit: number; cursor?: string } & Filters,
  next: string | undefined,
): string {
  const { cursor: _, ...rest } = query;
  const link = (parameters: Filters, rel: string) => `<${path}?${canonical(parameters)}>; rel="${rel}"`;
  const first = link(rest, 'first');
  return next === undefined ? first : `${link({ ...rest, cursor: next }, 'next')}, ${first}`;
}
