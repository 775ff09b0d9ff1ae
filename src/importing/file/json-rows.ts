import { Failure } from '../../failure.ts';
import { ApiError } from '../../http/errors.ts';
import { parseJson } from '../../http/validation/json.ts';
import { addRelated, deepest, mostValues, type Related, withNested, withRelations } from './json-api.ts';
import { openPace, type Pace, ROW_WORK } from './pace.ts';
import { LONGEST_NAMES, LONGEST_ROW_BYTES, MOST_COLUMNS, type Row, type Unreadable } from './row.ts';

const LF = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;

/** Reads NDJSON, one object a line. Integers keep every digit. */
export async function* readNdjson(
  bytes: AsyncIterable<Buffer>,
  pace: Pace = openPace(),
): AsyncGenerator<Row | Unreadable> {
  let line = 1;
  /** Of the line that has not ended. */
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of ended(bytes)) {
    await pace(chunk.length);
    let at = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, at)) {
      const isTooLong = length + end - at > LONGEST_ROW_BYTES;
      const row = Buffer.concat([...parts, chunk.subarray(at, end)]);
      parts = [];
      length = 0;
      if (isTooLong) yield { line, unreadable: TOO_LONG };
      else if (!isBlank(row)) yield rowOf(line, withoutMark(row));
      await pace(row.length + ROW_WORK);
      line += 1;
      at = end + 1;
    }
    length += chunk.length - at;
    if (length > LONGEST_ROW_BYTES) parts = [];
    else parts.push(chunk.subarray(at));
  }
}

/**
 * Reads the objects of a JSON array, one at a time; or of a document, which is an object with the array in a member: `data` with `included`,
 * as in JSON:API and thus in RescueGroups' API v5; `animals`, as in the APIs of Shelterluv and Petfinder; or an object `data` with the
 * animals by their ids, as in RescueGroups' API v2.
 *
 * @throws Failure when the file is neither
 */
export async function* readJson(
  bytes: AsyncIterable<Buffer>,
  pace: Pace = openPace(),
): AsyncGenerator<Row | Unreadable> {
  const resources: Element[] = [];
  const related: Related = new Map();
  let heldBytes = 0;
  for await (const element of elementsOf(bytes, pace)) {
    const { list, line, text } = element;
    await pace(text.length + ROW_WORK);
    if (list === undefined || list === BY_ID) yield rowOf(line, text);
    if (list === 'animals') yield rowOf(line, text, withNested);
    if (list !== 'data' && list !== 'included') continue;
    // Related resources follow after all of them.
    heldBytes += text.length + ROW_WORK;
    if (heldBytes > MOST_HELD_BYTES) throw new Failure(`Line ${line}: ${TOO_MUCH}`);
    if (list === 'data') resources.push(element);
    else addRelated(related, text);
  }
  for (const { line, text } of resources) {
    yield rowOf(line, text, (value) => withRelations(value, related));
    await pace(text.length + ROW_WORK);
  }
}

const MOST_HELD_BYTES = 67_108_864;
const TOO_MUCH =
  'the document has more than 64 MiB, or too many resources; ask the API for fewer animals on each page.';

const LISTS = new Set(['animals', 'data', 'included']);
/** An object `data`. */
const BY_ID = 'data by id';
const longestKey = 20;

interface Element {
  /** The member of the document that has the array; undefined if the file is the array. */
  readonly list: string | undefined;
  readonly line: number;
  readonly text: Buffer;
}

/** The objects in the array of a file, or in the arrays of a document's members. */
async function* elementsOf(bytes: AsyncIterable<Buffer>, pace: Pace): AsyncGenerator<Element> {
  let line = 1;
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let isDocument = false;
  /** The last text directly in the document: before an array, its name. */
  let key: number[] = [];
  /** The array that is being read. */
  let list: string | undefined;
  let lists = 0;
  let element: { line: number; parts: Buffer[]; length: number } | undefined;
  for await (const chunk of bytes) {
    await pace(chunk.length);
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (byte === LF) line += 1;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
        else if (depth === 1 && key.length <= longestKey) key.push(byte);
      } else if (byte === QUOTE && (isDocument || depth > 1)) {
        inString = true;
        if (depth === 1) key = [];
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (depth === 0 && byte === OPEN_OBJECT) isDocument = true;
        if (depth === 1 && isDocument) {
          const name = Buffer.from(key).toString('latin1');
          if (byte === OPEN_ARRAY && LISTS.has(name)) list = name;
          else if (byte === OPEN_OBJECT && name === 'data') list = BY_ID;
          if (list !== undefined) lists += 1;
        }
        if (isDocument ? depth === 2 && list !== undefined : depth === 1) {
          element = { line, parts: [], length: 0 };
          from = i;
        }
        depth += 1;
      } else if (byte === 0x7d || byte === 0x5d) {
        depth -= 1;
        if (depth === (isDocument ? 2 : 1) && element !== undefined) {
          yield { list, line: element.line, text: Buffer.concat([...element.parts, chunk.subarray(from, i + 1)]) };
          element = undefined;
        }
        if (depth === 1) list = undefined;
      } else if (depth < 2 && !isBetween(byte) && !(isDocument && depth === 1))
        throw new Failure(`Line ${line}: ${NO_ARRAY}`);
    }
    if (element === undefined) continue;
    element.parts.push(chunk.subarray(from));
    element.length += chunk.length - from;
    if (element.length > LONGEST_ROW_BYTES)
      throw new Failure(`The object on line ${element.line} is longer than 1 MiB, or not closed.`);
  }
  if (depth !== 0) throw new Failure('The file is cut off: its JSON array is not closed.');
  if (isDocument && lists === 0) throw new Failure(`Line 1: ${NO_ARRAY}`);
}

const NO_ARRAY = 'the file is not one JSON array of objects.';
const TOO_LONG = 'The line is longer than 1 MiB.';

/** White space, the comma between elements, and a byte order mark. */
const isBetween = (byte: number | undefined): boolean =>
  byte !== undefined && [0x20, 0x09, 0x0d, LF, 0x2c, 0xef, 0xbb, 0xbf].includes(byte);

/** Ends the last line, which may lack its line feed. */
async function* ended(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* bytes;
  yield Buffer.of(LF);
}

/** @param flattened makes the members of a row from an object */
function rowOf(line: number, bytes: Buffer, flattened: (value: object) => object = (value) => value): Row | Unreadable {
  try {
    const parsed = parseJson(bytes, deepest, mostValues);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      return { line, unreadable: 'The row must be a JSON object.' };
    const value = flattened(parsed);
    const columns = Object.keys(value);
    if (columns.length > MOST_COLUMNS) return { line, unreadable: `The row has more than ${MOST_COLUMNS} members.` };
    if (columns.reduce((sum, { length }) => sum + length, 0) > LONGEST_NAMES)
      return { line, unreadable: `The names of the members have more than ${LONGEST_NAMES} characters.` };
    const cells: unknown[] = Object.values(value);
    return { line, columns, bytes, cell: (index) => cells[index] };
  } catch (error) {
    if (error instanceof ApiError) return { line, unreadable: error.message };
    throw error;
  }
}

const isBlank = (row: Buffer): boolean => row.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);

const withoutMark = (row: Buffer): Buffer =>
  row[0] === 0xef && row[1] === 0xbb && row[2] === 0xbf ? row.subarray(3) : row;
