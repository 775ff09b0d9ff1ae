import { isUtf8 } from 'node:buffer';
import { Failure } from '../failure.ts';
import { FORMULA } from '../vocabulary/text/csv.ts';
import { LONGEST_ROW_BYTES, NO_TEXT, type Row, type Unreadable } from './row.ts';

const QUOTE = 0x22;
const SPACE = 0x20;
const CR = 0x0d;
const LF = 0x0a;

/** The bytes of a cell, without its quotes. */
interface Cell {
  readonly from: number;
  readonly to: number;
  /** Two quotes in it stand for one. */
  readonly hasPairs: boolean;
}

interface Scanned {
  readonly cells: readonly Cell[];
  /** Where the next record begins. */
  readonly next: number;
}

/**
 * Reads CSV as spreadsheets write it: RFC 4180 with any line ending, an optional byte order mark, and the separator that the header has most
 * of: comma, semicolon or tab. A quote inside an unquoted cell is an ordinary character.
 *
 * It reads bytes, a row at a time, so that every row keeps its line number and an unreadable row costs no other row.
 *
 * @throws Failure when the header cannot be read
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<Row | Unreadable> {
  let header: readonly string[] | undefined;
  let delimiter = 0;
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  let arrived: Buffer[] = [];
  for await (const chunk of withEnd(bytes)) {
    const isEnd = chunk === END;
    arrived.push(chunk);
    // The beginning of a long row is read again only once as much has followed: the time grows with its length, and not with the square.
    if (!isEnd && lengthOf(arrived) < rest.length) continue;
    const text = Buffer.concat([rest, ...arrived]);
    arrived = [];
    rest = text;
    let at = line === 1 ? afterMark(text) : 0;
    if (header === undefined) {
      const end = endOfLine(text, at, isEnd);
      if (end === undefined && text.length < LONGEST_ROW_BYTES) continue;
      delimiter = delimiterIn(text.subarray(at, end));
    }
    while (at < text.length) {
      const isWhole = isEnd || text.length - at >= LONGEST_ROW_BYTES;
      const scanned = scan(text, at, delimiter, isEnd);
      if (scanned === 'more' && !isWhole) break;
      const fault = typeof scanned === 'string' ? FAULTS[scanned] : tooMany(text, scanned, header);
      if (typeof scanned === 'string' || fault !== undefined) {
        if (header === undefined) throw new Failure(`The header of the file cannot be read: ${fault}`);
        const next = endOfLine(text, at, isEnd);
        if (next === undefined && !isWhole) break;
        if (next === undefined) throw new Failure(`Line ${line} is longer than 16 MiB: the file is not CSV.`);
        yield { line, unreadable: fault ?? '' };
        line += 1;
        at = next;
        continue;
      }
      const row = text.subarray(at, scanned.next);
      at = scanned.next;
      if (!isBlank(row, delimiter)) {
        const columns = header;
        if (columns === undefined) header = headerOf(text, scanned);
        else yield { line, columns, bytes: row, cell: (index) => valueOf(textOf(text, scanned.cells[index])) };
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
} as const;

/** Reads one record at `start`. `more`: its end is not in the bytes. `closed`: text follows a closing quote. */
function scan(text: Buffer, start: number, delimiter: number, isEnd: boolean): Scanned | keyof typeof FAULTS {
  const cells: Cell[] = [];
  for (let i = start; ; i += 1) {
    const from = i;
    while (text[i] === SPACE) i += 1;
    if (text[i] === QUOTE) {
      const open = i + 1;
      let hasPairs = false;
      for (i = text.indexOf(QUOTE, open); i !== -1 && text[i + 1] === QUOTE; i = text.indexOf(QUOTE, i + 2))
        hasPairs = true;
      if (i === -1 || (i + 1 === text.length && !isEnd)) return 'more';
      cells.push({ from: open, to: i, hasPairs });
      i += 1;
      while (text[i] === SPACE) i += 1;
    } else {
      while (i < text.length && text[i] !== delimiter && text[i] !== LF && text[i] !== CR) i += 1;
      cells.push({ from, to: i, hasPairs: false });
    }
    if (i >= text.length) return isEnd ? { cells, next: i } : 'more';
    if (text[i] === delimiter) continue;
    if (text[i] !== LF && text[i] !== CR) return 'closed';
    const next = endOfLine(text, i, isEnd);
    return next === undefined ? 'more' : { cells, next };
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

function textOf(text: Buffer, cell: Cell | undefined): string | typeof NO_TEXT | undefined {
  if (cell === undefined) return undefined;
  const bytes = text.subarray(cell.from, cell.to);
  if (!isUtf8(bytes)) return NO_TEXT;
  const value = bytes.toString('utf8');
  return cell.hasPairs ? value.replaceAll('""', '"') : value;
}

const valueOf = (text: ReturnType<typeof textOf>) => (typeof text === 'string' ? unguarded(text) : text);

/** Cells beyond the header may be empty: spreadsheets leave separators at the end of a row. */
function tooMany(text: Buffer, { cells }: Scanned, header: readonly string[] | undefined): string | undefined {
  const count = header?.length ?? cells.length;
  const isFilled = ({ from, to }: Cell) => text.subarray(from, to).some((byte) => byte !== SPACE);
  if (cells.length <= count || !cells.slice(count).some(isFilled)) return undefined;
  return `The row has ${cells.length} cells, but the header names ${count} columns; put quotes around a cell that contains the separator.`;
}

/** Spreadsheets write empty rows below a table as bare separators. */
const isBlank = (row: Buffer, delimiter: number): boolean =>
  row.every((byte) => byte === SPACE || byte === CR || byte === LF || byte === delimiter);

/** @throws Failure for UTF-16, which spreadsheets call "Unicode Text" */
function afterMark(text: Buffer): number {
  if ((text[0] === 0xff && text[1] === 0xfe) || (text[0] === 0xfe && text[1] === 0xff))
    throw new Failure('The file is UTF-16; save it as "CSV UTF-8".');
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 3 : 0;
}

function delimiterIn(header: Buffer): number {
  const outside = header.toString('latin1').replaceAll(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((character) => ({ character, count: outside.split(character).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).character.charCodeAt(0);
}

/** Undoes the apostrophe of `csvCell`. */
const unguarded = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
