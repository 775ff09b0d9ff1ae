import { isUtf8 } from 'node:buffer';
import { Failure } from '../../failure.ts';
import { unguarded } from '../../vocabulary/text/csv.ts';
import { openPace, type Pace, ROW_WORK } from './pace.ts';
import {
  headerAmong,
  LONGEST_NAMES,
  LONGEST_ROW_BYTES,
  MOST_COLUMNS,
  NO_TEXT,
  type Row,
  type Unreadable,
} from './row.ts';

const QUOTE = 0x22;
const SPACE = 0x20;
const CR = 0x0d;
const LF = 0x0a;
const COMMA = 0x2c;

/** The bytes of a cell, without its quotes. */
interface Cell {
  readonly from: number;
  readonly to: number;
  /** Two quotes in it stand for one. */
  readonly hasPairs: boolean;
}

interface Scanned {
  /** No more than asked for. */
  readonly cells: readonly Cell[];
  /** Of all cells. */
  readonly count: number;
  /** Whether a cell beyond those asked for has more than spaces. */
  readonly isOverfull: boolean;
  /** Where the next record begins. */
  readonly next: number;
}

interface Bounds {
  /** In bytes. */
  readonly longest: number;
  /** How many cells are asked for. */
  readonly most: number;
  /** Whether the bytes end the file. */
  readonly isEnd: boolean;
}

/** What a row without cells costs besides its bytes. */
const BLANK_WORK = 16;

/** Where the table of a CSV begins, and what separates its cells. */
export interface CsvLayout {
  /** By default the most frequent one in the header. */
  readonly separator?: string | undefined;
  /** The line of the header; by default the first that is not blank. */
  readonly headerLine?: number | undefined;
}

const SEPARATORS = [',', ';', '\t'] as const;

/**
 * Reads CSV as spreadsheets write it, in UTF-8: RFC 4180 with any line ending and an optional byte order mark. A quote inside an unquoted cell
 * is an ordinary character.
 *
 * It reads bytes, a row at a time, so that every row keeps its line number and an unreadable row costs no other row.
 *
 * @throws Failure when the header cannot be read
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  pace: Pace = openPace(),
  { separator, headerLine = 1 }: CsvLayout = {},
): AsyncGenerator<Row | Unreadable> {
  let header: readonly string[] | undefined;
  let delimiter = separator?.charCodeAt(0);
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  let arrived: Buffer[] = [];
  /** Waiting for the end of a line that is too long. */
  let isSkipping = headerLine > 1;
  for await (const chunk of withEnd(bytes)) {
    const isEnd = chunk === END;
    await pace(chunk.length);
    arrived.push(chunk);
    // The beginning of a long row is read again only once as much has followed: the time grows with its length, and not with the square.
    if (!isEnd && lengthOf(arrived) < rest.length) continue;
    const text = Buffer.concat([rest, ...arrived]);
    arrived = [];
    rest = text;
    let at = line === 1 ? afterMark(text) : 0;
    while (at < text.length) {
      if (isSkipping) {
        const next = endOfLine(text, at, isEnd);
        isSkipping = next === undefined;
        // A line ending may be cut in two.
        at = next ?? text.length - (text.at(-1) === CR ? 1 : 0);
        if (isSkipping) break;
        line += 1;
        isSkipping = line < headerLine;
        continue;
      }
      const longest = header === undefined ? LONGEST_NAMES : LONGEST_ROW_BYTES;
      const isWhole = isEnd || text.length - at >= longest;
      if (delimiter === undefined && text[at] !== LF && text[at] !== CR) {
        const end = endOfLine(text, at, isEnd);
        if (end === undefined && !isWhole) break;
        delimiter = delimiterIn(text.subarray(at, Math.min(end ?? text.length, at + longest)));
      }
      const scanned = scan(text, at, delimiter ?? COMMA, { longest, most: header?.length ?? MOST_COLUMNS, isEnd });
      const read = typeof scanned === 'string' ? Math.min(text.length - at, longest) : scanned.next - at;
      const wait = pace(read + BLANK_WORK);
      // Millions of rows may be blank.
      if (wait !== undefined) await wait;
      if (scanned === 'more' && !isWhole) break;
      const fault = typeof scanned === 'string' ? FAULTS[scanned] : tooMany(scanned, header);
      if (typeof scanned === 'string' || fault !== undefined) {
        if (header === undefined)
          throw new Failure(
            `The header of the file cannot be read: ${scanned === 'long' ? 'it is longer than 64 KiB.' : fault}`,
          );
        const next = endOfLine(text, at, isEnd);
        if (next === undefined && !isWhole) break;
        yield { line, unreadable: fault ?? '' };
        isSkipping = next === undefined;
        if (next === undefined) continue;
        await pace(next - at + ROW_WORK);
        line += 1;
        at = next;
        continue;
      }
      const row = text.subarray(at, scanned.next);
      at = scanned.next;
      if (!isBlank(row, delimiter ?? COMMA)) {
        const columns = header;
        if (columns === undefined) header = headerOf(text, scanned);
        else yield { line, columns, bytes: row, cell: cellsOf(text, scanned) };
        await pace(row.length + ROW_WORK);
      }
      line += lineEnds(row);
    }
    rest = text.subarray(at);
  }
  if (header === undefined) throw new Failure('The file is empty: its first row must name the columns.');
}

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

const END = Buffer.alloc(0);
async function* withEnd(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* bytes;
  yield END;
}

const FAULTS = {
  more: 'A quote opens here and is never closed; inside a quoted cell, write a quote twice.',
  closed: 'A closing quote is followed by more text; inside a quoted cell, write a quote twice.',
  long: 'The row is longer than 1 MiB.',
} as const;

/** Reads one record at `start`. `more`: its end is not in the bytes. `closed`: text follows a closing quote. `long`: it is longer than allowed. */
function scan(
  text: Buffer,
  start: number,
  delimiter: number,
  { longest, most, isEnd }: Bounds,
): Scanned | keyof typeof FAULTS {
  const cells: Cell[] = [];
  const end = Math.min(text.length, start + longest);
  let count = 0;
  let isOverfull = false;
  for (let i = start; ; i += 1) {
    let from = i;
    let hasPairs = false;
    while (i < end && text[i] === SPACE) i += 1;
    const filledFrom = i;
    const isQuoted = i < end && text[i] === QUOTE;
    if (isQuoted) {
      from = i + 1;
      for (i = text.indexOf(QUOTE, from); i !== -1 && text[i + 1] === QUOTE && i < end;) {
        hasPairs = true;
        i = text[i + 2] === QUOTE ? i + 2 : text.indexOf(QUOTE, i + 2);
      }
      if (i === -1 || i >= end || (i + 1 === text.length && !isEnd)) return 'more';
    } else while (i < end && text[i] !== delimiter && text[i] !== LF && text[i] !== CR) i += 1;
    count += 1;
    if (count <= most) cells.push({ from, to: i, hasPairs });
    else isOverfull ||= isQuoted ? text.subarray(from, i).some((byte) => byte !== SPACE) : i > filledFrom;
    if (isQuoted) {
      i += 1;
      while (i < end && text[i] === SPACE) i += 1;
    }
    if (i >= end && end - start >= longest) return 'long';
    if (i >= end) return isEnd ? { cells, count, isOverfull, next: i } : 'more';
    if (text[i] === delimiter) continue;
    if (text[i] !== LF && text[i] !== CR) return 'closed';
    const next = endOfLine(text, i, isEnd);
    return next === undefined ? 'more' : { cells, count, isOverfull, next };
  }
}

/** The position after the next line ending; undefined if it may not be in the bytes yet. */
function endOfLine(text: Buffer, from: number, isEnd: boolean): number | undefined {
  let i = from;
  while (i < text.length && text[i] !== LF && text[i] !== CR) i += 1;
  if (i >= text.length || (text[i] === CR && i + 1 === text.length)) return isEnd ? text.length : undefined;
  return text[i] === CR && text[i + 1] === LF ? i + 2 : i + 1;
}

function lineEnds(row: Buffer): number {
  let count = 0;
  for (let i = 0; i < row.length; i++) {
    if (row[i] === LF || (row[i] === CR && row[i + 1] !== LF)) count += 1;
  }
  return count;
}

function headerOf(text: Buffer, { cells }: Scanned): readonly string[] {
  return cells.map((cell) => {
    const name = textOf(text, cell);
    if (typeof name === 'string') return name.trim();
    throw new Failure('The header is not valid UTF-8; save the file as "CSV UTF-8".');
  });
}

function textOf(text: Buffer, { from, to, hasPairs }: Cell): string | typeof NO_TEXT {
  if (!isUtf8(text.subarray(from, to))) return NO_TEXT;
  const value = text.toString('utf8', from, to);
  return hasPairs ? value.replaceAll('""', '"') : value;
}

/** Each cell is decoded once, however many readers look at it. */
function cellsOf(text: Buffer, { cells }: Scanned): Row['cell'] {
  const decoded: unknown[] = [];
  return (index) => {
    const cell = cells[index];
    return cell && (decoded[index] ??= valueOf(textOf(text, cell)));
  };
}

const valueOf = (text: ReturnType<typeof textOf>) => (typeof text === 'string' ? unguarded(text) : text);

/** Cells beyond the header may be empty: spreadsheets leave separators at the end of a row. */
function tooMany({ count, isOverfull }: Scanned, header: readonly string[] | undefined): string | undefined {
  if (!isOverfull) return undefined;
  if (header === undefined) return `it names more than ${MOST_COLUMNS} columns.`;
  return `The row has ${count} cells, but the header names ${header.length} columns; put quotes around a cell that contains the separator.`;
}

/** Spreadsheets write empty rows below a table as bare separators. */
const isBlank = (row: Buffer, delimiter: number): boolean =>
  row.every((byte) => byte === SPACE || byte === CR || byte === LF || byte === delimiter);

const afterMark = (text: Buffer): number => (text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 3 : 0);

function delimiterIn(header: Buffer): number {
  const outside = header.toString('latin1').replaceAll(/"[^"]*"/g, '');
  const counted = SEPARATORS.map((character) => ({ character, count: outside.split(character).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).character.charCodeAt(0);
}

/** Excel writes it, and reads it, as the first line. */
const SEPARATOR_LINE = /^sep=(.)$/i;

/** Finds the table in the first bytes of a CSV. @param isHeader as in `headerAmong` */
export async function csvLayoutOf(
  text: Buffer,
  given: CsvLayout,
  isHeader: (names: readonly string[]) => boolean,
): Promise<{ separator: string; headerLine: number }> {
  const isGiven = given.headerLine !== undefined;
  const header = await headerAmong(firstRows(text, given), (names) => isGiven || isHeader(names));
  return { separator: header?.separator ?? ',', headerLine: header?.line ?? given.headerLine ?? 1 };
}

function* firstRows(text: Buffer, given: CsvLayout) {
  let { separator } = given;
  let at = afterMark(text);
  for (let line = 1; at < text.length;) {
    const end = endOfLine(text, at, true) ?? text.length;
    const first = text.subarray(at, end);
    const [, named] = line === 1 ? (SEPARATOR_LINE.exec(first.toString('latin1').trim()) ?? []) : [];
    separator ??= SEPARATORS.find((one) => one === named);
    const delimiter = separator?.charCodeAt(0) ?? delimiterIn(first);
    const scanned = scan(text, at, delimiter, { longest: LONGEST_NAMES, most: MOST_COLUMNS, isEnd: true });
    const next = typeof scanned === 'string' ? end : scanned.next;
    const row = text.subarray(at, next);
    const isIn = line >= (given.headerLine ?? 1) && named === undefined;
    if (isIn && typeof scanned !== 'string' && !isBlank(row, delimiter)) {
      const names = scanned.cells.map((cell) => textOf(text, cell)).filter((name) => typeof name === 'string');
      yield { line, separator: String.fromCharCode(delimiter), names };
    }
    at = next;
    line += lineEnds(row);
  }
}
