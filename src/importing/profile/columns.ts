import type { AnimalType } from '../../vocabulary/animals/species.ts';

/** Why a cell could not be read: the rule, as a sentence. */
export class Unread {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** What a file does not say of itself. */
export interface Hints {
  /** Of weights without a unit. */
  readonly weightUnit: 'lb' | 'kg';
  /** Of amounts of money (ISO 4217). */
  readonly currency: string;
  /** Whether `01/02/2024` is the first of February. */
  readonly dayFirst: boolean;
}

export const DEFAULT_HINTS: Hints = { weightUnit: 'lb', currency: 'USD', dayFirst: false };

/** What else may be needed to read a cell. */
export interface RowContext {
  /** The type of the animal's species, if the vocabulary has it. */
  readonly type: AnimalType | undefined;
  readonly hints: Hints;
  /** The text in another column of the row, by its loose name; empty if there is none. */
  text(column: string): string;
}

/** Reads a cell that is not empty: undefined if it says that nothing is known. */
export type CellReader = (cell: unknown, row: RowContext) => unknown;

/** Which cells hold a member of the profile. */
export interface ProfileColumn {
  /** The member, such as `breed.primary`. An object is merged with what other columns give of the same member. */
  readonly to: string;
  /** Folded names of columns: the first one that is not empty in a row counts. */
  readonly from: readonly string[];
  readonly read: CellReader;
}

/** Writes a table of columns as `['sex', 'sex sexname', word(SEXES)]`. */
export const profileColumns = (
  table: readonly (readonly [to: string, from: string, read: CellReader])[],
): readonly ProfileColumn[] => table.map(([to, from, read]) => ({ to, from: from.split(' '), read }));
