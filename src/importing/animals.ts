import { createHash } from 'node:crypto';
import type { NewPet } from '../pets/schema.ts';
import { CategoryUnknown, type CategoryNames } from './categories.ts';
import { type ColumnOptions, type Columns, columnsOf, requireColumns } from './columns.ts';
import { NO_TEXT, type Row, type Unreadable } from './row.ts';
import { type Field, folded, PassedOver } from './sources.ts';

/** An animal that may be added. */
export interface Animal {
  readonly line: number;
  /** What it is known by, so that it is added once: `ref:` and the cell, or `row:` and a hash of its row. */
  readonly reference: string;
  readonly pet: NewPet;
}

/** Why a row is bad: a sentence, and the column where there is one. */
export interface Problem {
  readonly line: number;
  readonly column?: string;
  /** What stands there. */
  readonly value?: string;
  readonly reason: string;
}

export type Outcome =
  | { readonly animal: Animal }
  | { readonly problems: readonly Problem[] }
  | { readonly passedOver: string };

/** The rule of one member of a new pet: the sentence of the API where it is broken, otherwise the value as the service takes it. */
export type Rules = Readonly<
  Record<'name' | 'categoryId' | 'status', (value: unknown) => { value: unknown } | { reason: string }>
>;

export interface ReadingOptions extends ColumnOptions {
  readonly rules: Rules;
  readonly categories: CategoryNames;
  /** The rows have one header, which must hold the columns that are needed. */
  readonly hasHeader: boolean;
  /** Is told how the columns are taken, once. */
  readonly onColumns: (columns: Columns) => void;
}

const longestReference = 255;
const longestShown = 60;

/**
 * Makes animals of rows. A row is looked at wholly: each of its faults is told.
 *
 * @throws Failure when the columns are not there
 */
export async function* readAnimals(
  rows: AsyncIterable<Row | Unreadable>,
  options: ReadingOptions,
): AsyncGenerator<Outcome> {
  const columnsFor = columnsCache(options);
  const takeReference = openReferences();
  for await (const row of rows) {
    if ('unreadable' in row) {
      yield { problems: [{ line: row.line, reason: row.unreadable }] };
      continue;
    }
    yield await animalOf(row, columnsFor(row.columns), options, takeReference);
  }
}

async function animalOf(
  row: Row,
  columns: Columns,
  { rules, categories }: ReadingOptions,
  takeReference: ReturnType<typeof openReferences>,
): Promise<Outcome> {
  const { line } = row;
  const problems: Problem[] = [];
  const cellOf = (field: Field): unknown => {
    const index = columns.of.get(field);
    const value = index === undefined ? undefined : row.cell(index);
    return value === null || value === '' ? undefined : value;
  };
  const fail = (field: Field, reason: string) => {
    const index = columns.of.get(field);
    const where = index === undefined ? {} : { column: columns.names[index] ?? '', ...shown(row.cell(index)) };
    problems.push({ line, ...where, reason });
  };
  const take = (field: keyof Rules, value: unknown): unknown => {
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
    fail('reference', `The row on line ${taken.line} has this reference too.`);
  }
  return { problems };
}

const NO_UTF8 = 'The text is not valid UTF-8; save the file as "CSV UTF-8".';

/** What can be written in a cell of a table. */
const isPlain = (value: unknown): value is string | number | bigint | boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** Enough of a cell to find it. */
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
  /** Of the row's bytes, where the file has no references: other rows may be the same to the letter. */
  readonly isHash: boolean;
}

function referenceOf(row: Row, columns: Columns, given: unknown): Reference | { reason: string } {
  if (!columns.of.has('reference')) {
    const hash = createHash('sha256').update(withoutEnd(row.bytes)).digest('base64url');
    return { text: `row:${hash}`, isHash: true };
  }
  if (given === NO_TEXT) return { reason: NO_UTF8 };
  const text = isPlain(given) ? String(given).trim() : '';
  if (text === '') return { reason: 'The row has no reference, by which it would be known again.' };
  if (text.length > longestReference) return { reason: `A reference has at most ${longestReference} characters.` };
  return { text: `ref:${text}`, isHash: false };
}

/** Line ends differ, and the last row may have none. */
function withoutEnd(row: Buffer): Buffer {
  let end = row.length;
  while (end > 0 && (row[end - 1] === 0x0a || row[end - 1] === 0x0d)) end -= 1;
  return row.subarray(0, end);
}

/** Rows that are the same to the letter are numbered; a reference that is given twice is answered with the line that has it. */
function openReferences() {
  const taken = new Map<string, number>();
  return ({ text, isHash }: Reference, line: number): { text: string } | { line: number } => {
    const before = taken.get(text);
    taken.set(text, isHash ? (before ?? 0) + 1 : (before ?? line));
    if (before === undefined) return { text };
    return isHash ? { text: `${text}:${before + 1}` } : { line: before };
  };
}

function columnsCache(options: ReadingOptions): (names: readonly string[]) => Columns {
  const kept = new Map<string, Columns>();
  let last: Columns | undefined;
  return (names) => {
    // All rows of a CSV have the same header; objects have members of their own.
    if (last?.names === names) return last;
    const key = names.join('\n');
    last = kept.get(key);
    if (last === undefined) {
      last = columnsOf(names, options);
      if (options.hasHeader) requireColumns(last, options);
      if (kept.size === 0) options.onColumns(last);
      if (kept.size < mostShapes) kept.set(key, last);
    }
    return last;
  };
}

/** Of files whose every row has other members, no more is kept. */
const mostShapes = 1_000;
