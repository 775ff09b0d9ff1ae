import type { AnimalType } from '../../vocabulary/animals/species.ts';

/** Why a cell could not be read: the rule, as a sentence. */
export class Unread {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** How a file is written: what its cells alone do not say. */
export interface Hints {
  /** What stands before the fraction of a number: `1,250` is 1.25 or 1250. */
  readonly decimal: '.' | ',';
  /** Whether `01/02/2024` is the first of February. */
  readonly dayFirst: boolean;
  /** Of weights without a unit. */
  readonly weightUnit: 'lb' | 'kg' | 'g' | 'oz';
  /** Of ages without a unit. */
  readonly ageUnit: 'years' | 'months' | 'weeks';
  /** Of amounts of money without a currency (ISO 4217). */
  readonly currency: string;
}

export const DEFAULT_HINTS: Hints = {
  decimal: '.',
  dayFirst: false,
  weightUnit: 'lb',
  ageUnit: 'years',
  currency: 'USD',
};

/** What else may be needed to read a cell. */
export interface RowContext {
  /** The type of the animal's species, if the vocabulary has it. */
  readonly type: AnimalType | undefined;
  readonly hints: Hints;
  /** The text in another column of the row, by its loose name; empty if there is none. */
  text(column: string): string;
}

/** What a cell says of several members: `Neutered male`. They are merged with what other columns give. */
export class Members {
  readonly profile: Readonly<Record<string, unknown>>;
  constructor(profile: Readonly<Record<string, unknown>>) {
    this.profile = profile;
  }
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
