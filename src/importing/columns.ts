import { Failure } from '../failure.ts';
import { type Field, FIELDS, folded, type Source, SOURCES, type SourceName, sourceOf } from './sources.ts';

export interface ColumnOptions {
  readonly from: SourceName | 'auto';
  /** Fields to columns, as they were given: `name=AnimalName`. */
  readonly map: ReadonlyMap<Field, string>;
}

/** Where the fields of an animal stand in a row. */
export interface Columns {
  readonly source: Source;
  readonly names: readonly string[];
  /** Indexes; a field that has no column is not in it. */
  readonly of: ReadonlyMap<Field, number>;
  /** By folded name; of columns that are called the same, the first. */
  readonly byName: ReadonlyMap<string, number>;
}

/** @throws Failure when a column is asked for that is not there */
export function columnsOf(names: readonly string[], { from, map }: ColumnOptions): Columns {
  const source = from === 'auto' ? sourceOf(names) : SOURCES[from];
  const byName = new Map(names.map((name, i) => [folded(name), i] as const).toReversed());
  const of = new Map<Field, number>();
  for (const field of FIELDS) {
    const wanted = map.get(field);
    const index =
      wanted === undefined
        ? source.columns[field].map((name) => byName.get(name)).find((found) => found !== undefined)
        : (exactly(names, wanted) ?? byName.get(folded(wanted)));
    if (index !== undefined) of.set(field, index);
  }
  return { source, names, of, byName };
}

/**
 * What must be so of a whole file with a header.
 *
 * @throws Failure
 */
export function requireColumns(columns: Columns, { map }: ColumnOptions): void {
  const there = `The file has the columns ${columns.names.map((name) => JSON.stringify(name)).join(', ')}.`;
  for (const [field, wanted] of map) {
    if (!columns.of.has(field)) throw new Failure(`There is no column ${JSON.stringify(wanted)}. ${there}`);
  }
  for (const field of ['name', 'categoryId'] as const) {
    if (columns.of.has(field)) continue;
    throw new Failure(`No column is known to be the \`${field}\`; name it with --map ${field}=COLUMN. ${there}`);
  }
  for (const [field, index] of columns.of) {
    const name = folded(columns.names[index] ?? '');
    if (columns.names.filter((other) => folded(other) === name).length > 1 && map.get(field) === undefined)
      throw new Failure(
        `Two columns are called ${JSON.stringify(columns.names[index])}; rename one of them, or say which is the \`${field}\` with --map.`,
      );
  }
}

function exactly(names: readonly string[], wanted: string): number | undefined {
  const index = names.indexOf(wanted);
  return index === -1 ? undefined : index;
}

/** @throws Failure for what is no `field=Column,field=Column` */
export function parseMap(text: string): Map<Field, string> {
  return new Map(
    text.split(',').map((pair) => {
      const [field = '', ...rest] = pair.split('=');
      const column = rest.join('=').trim();
      const known = FIELDS.find((name) => name.toLowerCase() === field.trim().toLowerCase());
      if (known === undefined || column === '')
        throw new Failure(
          `--map ${JSON.stringify(text)} must be like name=AnimalName,categoryId=Species; the fields are ${FIELDS.join(', ')}.`,
        );
      return [known, column];
    }),
  );
}
