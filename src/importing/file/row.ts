/** A row of a file as it was read; nothing in it is checked yet. */
export interface Row {
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  /** Column names: one array shared by all rows of a CSV; of a JSON object, its members. */
  readonly columns: readonly string[];
  /** The bytes of the whole row. */
  readonly bytes: Buffer;
  /** The cell at this index: text in CSV, any value in JSON; undefined if the row has none. */
  cell(index: number): unknown;
}

/** Bytes that cannot be read as a row. Reading continues on the next line. */
export interface Unreadable {
  readonly line: number;
  readonly unreadable: string;
}

/** Replaces a cell whose bytes are not valid UTF-8. */
export const NO_TEXT = Symbol('not valid UTF-8');

/** A longer row is refused: its cause is almost always an unclosed quote. */
export const LONGEST_ROW_BYTES = 1_048_576;
/** The most columns of a table, and members of an object. */
export const MOST_COLUMNS = 1_000;
/** What their names take together, in bytes of a header or characters of members: each is compared with all that are known. */
export const LONGEST_NAMES = 65_536;

/** Reports have a title, a date and filters above their table: the header is one of the first rows. */
const mostAbove = 30;

/**
 * @param rows the first rows of a file, with the texts in their cells
 * @param isHeader whether these are the names of columns of animals
 * @returns the first row that is a header; if none is, the first row that has more than one cell, or the first
 */
export async function headerAmong<First extends { readonly names: readonly string[] }>(
  rows: Iterable<First> | AsyncIterable<First>,
  isHeader: (names: readonly string[]) => boolean,
): Promise<First | undefined> {
  const found: First[] = [];
  for await (const row of rows) {
    if (isHeader(row.names)) return row;
    if (found.push(row) === mostAbove) break;
  }
  return found.find(({ names }) => names.filter((name) => name.trim() !== '').length > 1) ?? found[0];
}

/** Reports repeat their header on each page. */
export const isHeaderAgain = (row: Row): boolean =>
  row.columns.every((name, i) => {
    const text = row.cell(i);
    return typeof text === 'string' && text.trim() === name;
  });

/** Whether a cell has one value, and not a list or an object. */
export const isPlain = (cell: unknown): cell is string | number | bigint | boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof cell);

/** The text of such a cell; empty for any other. */
export const plainText = (cell: unknown): string => (isPlain(cell) ? String(cell).trim() : '');

const longestShown = 60;

/** As much of a text as it takes to find it. */
export const shortened = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
