import { createHash } from 'node:crypto';
import type { NewPet } from '../pets/schema.ts';
import type { BadRowLine, ColumnsLine, ImportField } from '../vocabulary/import-report.ts';
import { CategoryUnknown, type CategoryNames } from './categories.ts';
import { type ColumnOptions, type Columns, columnsOf, requireColumns } from './columns.ts';
import { NO_TEXT, type Row, type Unreadable } from './row.ts';
import type { PetRules } from './rules.ts';
import { folded, PassedOver } from './sources.ts';

/** An animal that may be added. */
export interface Animal {
  readonly line: number;
  /** Identifies the animal across imports: `ref:` and the reference, or `row:` and a hash of the row. */
  readonly reference: string;
  readonly pet: NewPet;
}

export type Problem = Omit<BadRowLine, 'type'>;

export type Outcome =
  /** How the columns are read: once, before the first row. */
  | { readonly columns: Omit<ColumnsLine, 'type'> }
  | { readonly animal: Animal }
  | { readonly problems: readonly Problem[] }
  | { readonly passedOver: string };

export interface ReadingOptions extends ColumnOptions {
  readonly rules: PetRules;
  readonly categories: CategoryNames;
  /** All rows have the same columns, and these must include the required ones. */
  readonly hasHeader: boolean;
}

const longestReference = 255;
const longestShown = 60;

/**
 * Turns rows into animals. Every fault of a row is reported, not only the first.
 *
 * @throws Failure when the file lacks a required column
 */
export async function* readAnimals(
  rows: AsyncIterable<Row | Unreadable>,
  options: ReadingOptions,
): AsyncGenerator<Outcome> {
  const columnsFor = columnsCache(options);
  const takeReference = openReferences();
  let isFirst = true;
  for await (const row of rows) {
    if ('unreadable' in row) {
      yield { problems: [{ line: row.line, reason: row.unreadable }] };
      continue;
    }
    const columns = columnsFor(row.columns);
    if (isFirst) {
      yield { columns: shownColumns(columns) };
      if (options.hasHeader) requireColumns(columns, options);
      isFirst = false;
    }
    yield await animalOf(row, columns, options, takeReference);
  }
}

const shownColumns = ({ source, names, of }: Columns): Omit<ColumnsLine, 'type'> => ({
  source: source.title,
  names,
  of: Object.fromEntries([...of].map(([field, index]) => [field, names[index] ?? ''])),
});

async function animalOf(
  row: Row,
  columns: Columns,
  { rules, categories }: ReadingOptions,
  takeReference: ReturnType<typeof openReferences>,
): Promise<Outcome> {
  const { line } = row;
  const problems: Problem[] = [];
  const cellOf = (field: ImportField): unknown => {
    const index = columns.of.get(field);
    const value = index === undefined ? undefined : row.cell(index);
    return value === null || value === '' ? undefined : value;
  };
  const fail = (field: ImportField, reason: string) => {
    const index = columns.of.get(field);
    const where = index === undefined ? {} : { column: columns.names[index] ?? '', ...shown(row.cell(index)) };
    problems.push({ line, ...where, reason });
  };
  const take = (field: keyof PetRules, value: unknown): unknown => {
    if (value === NO_TEXT) return fail(field, NO_UTF8);
    if (value instanceof CategoryUnknown) return fail(field, value.reason);
    const checked = rules[field](value);
    return 'reason' in checked ? fail(field, checked.reason) : checked.value;
  };

  const status = statusOf(row, columns, cellOf('status'));
  if (status instanceof PassedOver) return { passedOver: status.reason };

  const pet = {
    name: take('name', cellOf('name')),
    categoryId: take('categoryId', await categories.idOf(cellOf('categoryId'))),
    ...(status === undefined ? {} : { status: take('status', status) }),
  };
  const reference = referenceOf(row, columns, cellOf('reference'));
  if ('reason' in reference) fail('reference', reference.reason);
  else if (problems.length === 0) {
    const taken = takeReference(reference, line);
    if ('text' in taken) return { animal: { line, reference: taken.text, pet: pet as NewPet } };
    fail('reference', `The row on line ${taken.line} has the same reference.`);
  }
  return { problems };
}

const NO_UTF8 = 'The text is not valid UTF-8; save the file as "CSV UTF-8".';

const isPlain = (value: unknown): value is string | number | bigint | boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** As much of a cell as it takes to find it. */
function shown(cell: unknown): { value?: string } {
  if (!isPlain(cell) || cell === '') return {};
  const text = String(cell);
  return { value: text.length > longestShown ? `${text.slice(0, longestShown)}…` : text };
}

function statusOf(row: Row, { source, byName, of }: Columns, given: unknown): unknown {
  if (!of.has('status') && source.statusOf !== undefined) {
    return source.statusOf((name) => {
      const index = byName.get(name);
      const value = index === undefined ? undefined : row.cell(index);
      return isPlain(value) ? String(value).trim() : '';
    });
  }
  return typeof given === 'string' ? (source.statuses.get(folded(given)) ?? given) : given;
}

interface Reference {
  readonly text: string;
  /** The file has no references, so this is a hash of the row's bytes; identical rows share it. */
  readonly isHash: boolean;
}

function referenceOf(row: Row, columns: Columns, given: unknown): Reference | { reason: string } {
  if (!columns.of.has('reference')) {
    const hash = createHash('sha256').update(withoutEnd(row.bytes)).digest('base64url');
    return { text: `row:${hash}`, isHash: true };
  }
  if (given === NO_TEXT) return { reason: NO_UTF8 };
  const text = isPlain(given) ? String(given).trim() : '';
  if (text === '') return { reason: 'The row has no reference, so a later import could not recognize it.' };
  if (text.length > longestReference) return { reason: `A reference has at most ${longestReference} characters.` };
  return { text: `ref:${text}`, isHash: false };
}

/** Line endings may differ between two versions of a file, and the last row may have none. */
function withoutEnd(row: Buffer): Buffer {
  let end = row.length;
  while (end > 0 && (row[end - 1] === 0x0a || row[end - 1] === 0x0d)) end -= 1;
  return row.subarray(0, end);
}

/** Numbers identical rows. For a reference that an earlier row has, gives that row's line. */
function openReferences() {
  const taken = new Map<string, number>();
  return ({ text, isHash }: Reference, line: number): { text: string } | { line: number } => {
    const before = taken.get(text);
    taken.set(text, isHash ? (before ?? 0) + 1 : (before ?? line));
    if (before === undefined) return { text };
    return isHash ? { text: `${text}:${before + 1}` } : { line: before };
  };
}

/** Resolves columns once for a CSV, and once for each set of members of JSON objects. */
function columnsCache(options: ReadingOptions): (names: readonly string[]) => Columns {
  const kept = new Map<string, Columns>();
  let last: Columns | undefined;
  return (names) => {
    // All rows of a CSV share one array of names.
    if (last?.names === names) return last;
    const key = names.join('\n');
    last = kept.get(key) ?? columnsOf(names, options);
    if (kept.size < mostShapes) kept.set(key, last);
    return last;
  };
}

/** Bounds the cache for files in which every row has other members. */
const mostShapes = 1_000;
