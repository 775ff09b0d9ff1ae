/** What an import reads, which the ends of the names of files say too. */
export const FORMATS = ['csv', 'ndjson', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** A row of a file as it stands there, not looked at yet. */
export interface Row {
  /** Where it begins, counted from 1 as an editor does. */
  readonly line: number;
  /** The names of its cells: of all rows of a CSV the same array, of a JSON object its own members. */
  readonly columns: readonly string[];
  /** The bytes of the whole row. */
  readonly bytes: Buffer;
  /** The cell of this index: text of a CSV, any value of JSON; undefined where the row has none. */
  cell(index: number): unknown;
}

/** What cannot be read as a row. It costs its first line: reading goes on at the next. */
export interface Unreadable {
  readonly line: number;
  readonly unreadable: string;
}

/** Stands in the place of a cell whose bytes are no UTF-8. */
export const NO_TEXT = Symbol('not valid UTF-8');

/** A longer row is none: most often a quote that nobody closes. */
export const LONGEST_ROW_BYTES = 16_777_216;
