import type { SettingLine } from './import-reading.ts';

/** What an import reads; a file's extension says which. */
export const IMPORT_FORMATS = ['csv', 'xlsx', 'ndjson', 'json'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What an import takes from each row. */
export const IMPORT_FIELDS = ['name', 'categoryId', 'status', 'reference'] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** What becomes of animals that are there already: nothing; what has changed in the file alone; all that the file says. */
export const IMPORT_UPDATES = ['none', 'changes', 'all'] as const;
export type ImportUpdate = (typeof IMPORT_UPDATES)[number];

/** The largest file that the console may send, in bytes. */
export const MAX_IMPORT_BYTES = 20_000_000;

/** How many lines about bad rows and cells the console receives, and how many about changes; the summary counts all. */
export const MAX_IMPORT_FAULTS = 5_000;

/** How one column is read. */
export interface ColumnLine {
  readonly name: string;
  /** The fields that it is read as, such as `name`, `photos` and `breed.primary`; none if it is not read. */
  readonly as: readonly string[];
  /** Somebody chose not to read it. */
  readonly isLeftOut: boolean;
  /** Up to two of its values, shortened. */
  readonly examples: readonly string[];
}

/** How the file is read. Every column is named. */
export interface ColumnsLine {
  readonly type: 'columns';
  /** The kind of file, such as `Shelter Manager (ASM3)`. */
  readonly source: string;
  readonly columns: readonly ColumnLine[];
  /** The column of each field that has one. */
  readonly of: Readonly<Partial<Record<ImportField, string>>>;
  readonly settings: readonly SettingLine[];
  /** The sheets of a workbook. */
  readonly sheets?: readonly string[];
  /** The fields that a column can be chosen for. */
  readonly fields: readonly string[];
}

/** A fault of a row, which is not imported. A row with several faults has a line for each. */
export interface BadRowLine {
  readonly type: 'badRow';
  /** Where the row begins, counted from 1. */
  readonly line: number;
  /** Absent when the whole row is at fault. */
  readonly column?: string;
  /** The cell, shortened. */
  readonly value?: string;
  readonly reason: string;
}

/** A cell of the animal's profile that could not be read. The animal is imported without it. */
export interface BadCellLine {
  readonly type: 'badCell';
  /** Where the row begins, counted from 1. */
  readonly line: number;
  readonly column: string;
  /** The cell, shortened. Absent if it is no text. */
  readonly value?: string;
  readonly reason: string;
}

/** Values that were not understood for the same reason, in one column. */
export interface UnreadValues {
  readonly column: string;
  readonly reason: string;
  readonly count: number;
  /** The first one. */
  readonly line: number;
  readonly value?: string;
}

/** One of the first animals of a dry run. */
export interface SampleLine {
  readonly type: 'sample';
  readonly line: number;
  readonly name: string;
  /** The category's name, or its id when no category has that id. */
  readonly category: string;
  readonly status: 'available' | 'pending' | 'sold';
}

/** What the file has otherwise than an animal that an earlier import added. */
export interface ChangeLine {
  readonly type: 'change';
  readonly line: number;
  readonly name: string;
  /** Such as `name` or `breed.primary`. */
  readonly member: string;
  /** As JSON, shortened; absent if there is none. */
  readonly before?: string;
  readonly after?: string;
  /** It stays as it is: somebody has changed it since the last import. */
  readonly isKept: boolean;
}

export interface ProgressLine {
  readonly type: 'progress';
  /** Rows read so far. */
  readonly rows: number;
  /** Their size in the file. */
  readonly bytes: number;
  /** Photos added so far. */
  readonly photos: number;
}

/** The last line, unless the file cannot be imported. Counts are in rows. */
export interface SummaryLine {
  readonly type: 'summary';
  readonly dryRun: boolean;
  readonly rows: number;
  /** In a dry run: the animals that an import would add. */
  readonly added: number;
  /** Imported by an earlier run. */
  readonly already: number;
  /** Of these, the ones whose changes were taken over; in a dry run, would be. */
  readonly changed: number;
  readonly bad: number;
  /** Imported without some of their cells. Counted also when an earlier run imported them. */
  readonly incomplete: number;
  /** Photos that were added; in a dry run, those that an import would fetch. */
  readonly photos: number;
  /** Photos that could not be had. The next import of the file tries again. */
  readonly photosMissing: number;
  /** Faults by column and reason: the first 200. */
  readonly unread: readonly UnreadValues[];
  /** Rows that are neither imported nor bad, by reason. */
  readonly passedOver: Readonly<Record<string, number>>;
  /** In a dry run: the categories that an import would create. */
  readonly categoriesMade: readonly string[];
  /** Names in the file that no category has: the first 100. */
  readonly categoriesMissing: readonly string[];
}

/** The last line when the file cannot be imported; earlier batches stay imported. */
export interface FailureLine {
  readonly type: 'failure';
  readonly message: string;
}

/** What an import reports, in order. `--json` prints some of these lines; the console receives all as NDJSON. */
export type ImportLine = ColumnsLine | BadRowLine | BadCellLine | SampleLine | ChangeLine | ProgressLine | SummaryLine;
