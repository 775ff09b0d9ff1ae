import { Failure } from '../failure.ts';
import { ApiError } from '../http/errors.ts';
import { parseJson } from '../http/validation/json.ts';
import { LONGEST_ROW_BYTES, type Row, type Unreadable } from './row.ts';

const LF = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const deepest = 64;

/** Reads NDJSON, one object a line. Integers keep every digit. */
export async function* readNdjson(bytes: AsyncIterable<Buffer>): AsyncGenerator<Row | Unreadable> {
  let line = 1;
  /** Of the line that has not ended. */
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of ended(bytes)) {
    let at = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, at)) {
      const isTooLong = length + end - at > LONGEST_ROW_BYTES;
      const row = Buffer.concat([...parts, chunk.subarray(at, end)]);
      parts = [];
      length = 0;
      if (isTooLong) yield { line, unreadable: TOO_LONG };
      else if (!isBlank(row)) yield rowOf(line, withoutMark(row));
      line += 1;
      at = end + 1;
    }
    length += chunk.length - at;
    if (length > LONGEST_ROW_BYTES) parts = [];
    else parts.push(chunk.subarray(at));
  }
}

/**
 * Reads a JSON array of objects, one element at a time.
 *
 * @throws Failure when the file is not a JSON array of objects
 */
export async function* readJsonArray(bytes: AsyncIterable<Buffer>): AsyncGenerator<Row | Unreadable> {
  let line = 1;
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let element: { line: number; parts: Buffer[]; length: number } | undefined;
  for await (const chunk of bytes) {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === LF) line += 1;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE && depth > 1) inString = true;
      else if (byte === 0x7b || byte === 0x5b) {
        if (depth === 1) {
          element = { line, parts: [], length: 0 };
          from = i;
        }
        depth += 1;
      } else if (byte === 0x7d || byte === 0x5d) {
        depth -= 1;
        if (depth === 1 && element !== undefined) {
          yield rowOf(element.line, Buffer.concat([...element.parts, chunk.subarray(from, i + 1)]));
          element = undefined;
        }
      } else if (depth < 2 && !isBetween(byte)) throw new Failure(`Line ${line}: ${NO_ARRAY}`);
    }
    if (element === undefined) continue;
    element.parts.push(chunk.subarray(from));
    element.length += chunk.length - from;
    if (element.length > LONGEST_ROW_BYTES)
      throw new Failure(`The object on line ${element.line} is longer than 16 MiB, or not closed.`);
  }
  if (depth !== 0) throw new Failure('The file is cut off: its JSON array is not closed.');
}

const NO_ARRAY = 'the file is not one JSON array of objects.';
const TOO_LONG = 'The line is longer than 16 MiB.';

/** White space, the comma between elements, and a byte order mark. */
const isBetween = (byte: number | undefined): boolean =>
  byte !== undefined && [0x20, 0x09, 0x0d, LF, 0x2c, 0xef, 0xbb, 0xbf].includes(byte);

/** Ends the last line, which may lack its line feed. */
async function* ended(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* bytes;
  yield Buffer.of(LF);
}

function rowOf(line: number, bytes: Buffer): Row | Unreadable {
  try {
    const value = parseJson(bytes, deepest);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { line, unreadable: 'The row must be a JSON object.' };
    const cells: unknown[] = Object.values(value);
    return { line, columns: Object.keys(value), bytes, cell: (index) => cells[index] };
  } catch (error) {
    if (error instanceof ApiError) return { line, unreadable: error.message };
    throw error;
  }
}

const isBlank = (row: Buffer): boolean => row.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);

const withoutMark = (row: Buffer): Buffer =>
  row[0] === 0xef && row[1] === 0xbb && row[2] === 0xbf ? row.subarray(3) : row;
