import { PetstoreError } from './error.ts';

/** Strings, whole, and numbers: what a JSON text is taken apart into here. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * Reads JSON without loss: integers beyond ±2^53−1 become a `bigint`. Such a number is read as a string behind a mark that nobody can have
 * guessed; JSON.parse's own way (the reviver's source text) is missing in Node 20 and in older browsers.
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
 * Writes JSON without loss, a `bigint` as an integer.
 *
 * @throws PetstoreError `invalid_number` for an integer that is no longer exact
 */
export function toJson(value: unknown): string {
  const mark = randomId();
  const marked = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? mark + String(part) : exact(part),
  );
  return marked.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** @throws PetstoreError `invalid_number` */
export function exact<Value>(value: Value): Value {
  if (
    typeof value !== 'number' ||
    (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)))
  )
    return value;
  throw new PetstoreError('invalid_number', `The number ${value} is not exact; give it as a bigint.`);
}

/** 128 random bits. `crypto.randomUUID` is missing in pages that are not served over https. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
