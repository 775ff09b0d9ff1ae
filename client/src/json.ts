import { PetstoreError } from './error.ts';

/** Matches whole strings, so that the digits in them are skipped, and numbers. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * Parses JSON exactly: integers beyond ±2^53−1 become a `bigint`. They are first marked as strings with an unguessable prefix, because the
 * reviver's source text is missing in Node.js 20 and older browsers.
 */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const mark = randomId();
  const marked = text.replaceAll(STRING_OR_NUMBER, (token) =>
    LONG_INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/**
 * Serializes JSON exactly, with a `bigint` as an integer.
 *
 * @throws PetstoreError `invalid_number` for an integer that is not exact
 */
export function toJson(value: unknown): string {
  // Most values have no bigint: marking them would take most of the time of a request.
  let mark: string | undefined;
  const marked = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? (mark ??= randomId()) + String(part) : exact(part),
  );
  return mark === undefined ? marked : marked.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** @throws PetstoreError `invalid_number` */
export function exact<Value>(value: Value): Value {
  if (
    typeof value !== 'number' ||
    (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)))
  )
    return value;
  throw new PetstoreError('invalid_number', `The number ${value} is not exact. Use a bigint.`);
}

/** 128 random bits. `crypto.randomUUID` is not available on pages without https. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
