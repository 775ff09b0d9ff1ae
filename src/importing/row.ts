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
export const MOST_ABOVE = 30;

/** Reports repeat their header on each page. */
export const isHeaderAgain = (row: Row): boolean =>
  row.columns.every((name, i) => {
    const text = row.cell(i);
    return typeof text === 'string' && text.trim() === name;
  });

const longestShown = 60;

/** As much of a text as it takes to find it. */
export const shortened = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
