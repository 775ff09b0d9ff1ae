import type { Category, NewPet } from '../../../../client/src/petstore.ts';
import { narrow } from '../../../../src/vocabulary/int64.ts';
import type { CsvRecord } from './csv.ts';

export const FIELDS = ['name', 'category', 'status'] as const;
export type Field = (typeof FIELDS)[number];

/** Which column of the file each field is taken from; undefined where from none. */
export type Columns = Readonly<Record<Field, number | undefined>>;

export interface GoodRow {
  readonly line: number;
  readonly pet: NewPet;
}

export interface BadRow {
  readonly line: number;
  /** The column's name in the file; empty where it is the whole row. */
  readonly column: string;
  readonly reason: string;
}

/** What the columns may be called. */
const NAMES: Readonly<Record<Field, RegExp>> = {
  name: /^(?:(?:pet|animal)[ _-]?)?name$/i,
  category: /^(?:category(?:[ _-]?(?:id|name))?|species|kind|type)$/i,
  status: /^(?:status|state)$/i,
};

/** Finds the columns by their names. */
export function columnsIn(header: readonly string[]): Columns {
  const indexOf = (field: Field) => {
    const at = header.findIndex((name) => NAMES[field].test(name.trim()));
    return at === -1 ? undefined : at;
  };
  return { name: indexOf('name'), category: indexOf('category'), status: indexOf('status') };
}

/** Looks at every row: what can be sent, and what is wrong with the others. */
export function rowsOf(
  records: readonly CsvRecord[],
  header: readonly string[],
  columns: Columns,
  categories: readonly Category[],
): { readonly good: readonly GoodRow[]; readonly bad: readonly BadRow[] } {
  const good: GoodRow[] = [];
  const bad: BadRow[] = [];
  const idByName = new Map(categories.map(({ id, name }) => [folded(name), id]));

  for (const { line, fields } of records) {
    const tell = (column: string, reason: string) => void bad.push({ line, column, reason });
    if (fields.length !== header.length) {
      tell('', `The row has ${countText(fields.length)} where the first line has ${countText(header.length)}.`);
      continue;
    }
    const value = (field: Field) => (columns[field] === undefined ? '' : (fields[columns[field]] ?? '').trim());
    const columnName = (field: Field) => header[columns[field] ?? -1] ?? '';
    const before = bad.length;
    const name = value('name');
    if (name === '') tell(columnName('name'), 'The name is missing.');
    if (Array.from(name).length > 255) tell(columnName('name'), 'The name is longer than 255 characters.');
    const category = value('category');
    const categoryId = isInt64(category) ? narrow(BigInt(category)) : idByName.get(folded(category));
    if (category === '') tell(columnName('category'), 'The category is missing.');
    else if (categoryId === undefined) tell(columnName('category'), `There is no category “${shortened(category)}”.`);
    const status = value('status').toLowerCase();
    if (!isStatus(status)) tell(columnName('status'), 'The status must be available, pending or sold.');
    else if (bad.length === before && categoryId !== undefined)
      good.push({ line, pet: { name, categoryId, ...(status !== '' && { status }) } });
  }
  return { good, bad };
}

const isStatus = (text: string): text is '' | 'available' | 'pending' | 'sold' =>
  ['', 'available', 'pending', 'sold'].includes(text);

const folded = (name: string): string => name.trim().toLowerCase();
const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
const countText = (count: number): string => (count === 1 ? '1 column' : `${count} columns`);

function isInt64(text: string): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}
