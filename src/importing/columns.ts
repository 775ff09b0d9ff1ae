import { Failure } from '../failure.ts';
import { type ColumnsLine, IMPORT_FIELDS, type ImportField } from '../vocabulary/import-report.ts';
import type { ColumnMap } from './column-map.ts';
import { looseName } from './loose-name.ts';
import type { ProfileColumn } from './profile/columns.ts';
import { isSaid, STATUS, type Subject } from './sayers.ts';
import type { SourceName } from './source-names.ts';
import { type Source, SOURCES, sourceOf } from './sources.ts';

export interface ColumnOptions {
  readonly from: SourceName | 'auto';
  /** The column of a field, for fields whose column is not found by its name; empty for a field without one. */
  readonly map: ColumnMap;
  /** Names of columns that are not read. */
  readonly leaveOut?: readonly string[] | undefined;
}

/** Which cells of a row hold the fields of an animal. */
export interface Columns {
  readonly source: Source;
  readonly names: readonly string[];
  readonly looseNames: readonly string[];
  /** Indexes; a field without a column is absent. */
  readonly of: ReadonlyMap<ImportField, number>;
  /** Indexes by loose name; the first of columns with the same name. */
  readonly byName: ReadonlyMap<string, number>;
  /** The columns that hold members of the profile; none if the file has only today's four fields. */
  readonly profile: readonly FoundColumn[];
  /** The columns of photos: indexes. */
  readonly photos: readonly number[];
  /** The columns that name bonded animals, and what they name them by; undefined if there are none. */
  readonly bonds: { readonly by: 'reference' | 'id'; readonly indexes: readonly number[] } | undefined;
  /** The columns that are not read because somebody chose so: indexes. */
  readonly leftOut: ReadonlySet<number>;
  /**
   * Whether there is a column for a member of an animal, such as `profile.breed.primary`. Of a status and a hold: whether one about the
   * subject may take back what one about it has said.
   */
  readonly has: (member: string, about: Subject) => boolean;
}

/** A column of the profile, and the indexes of the columns of the file that may hold it. */
export interface FoundColumn {
  readonly column: ProfileColumn;
  readonly indexes: readonly number[];
}

function columnsOf(names: readonly string[], { from, map, leaveOut = [] }: ColumnOptions): Columns {
  const looseNames = names.map(looseName);
  const source = from === 'auto' ? sourceOf(new Set(looseNames)) : SOURCES[from];
  const unwanted = new Set(leaveOut.map(looseName));
  const leftOut = new Set(names.keys().filter((i) => unwanted.has(looseNames[i] ?? '')));
  const byName = new Map(looseNames.flatMap((name, i) => (leftOut.has(i) ? [] : [[name, i] as const])).toReversed());
  const find = (wanted: string) => exactly(names, wanted) ?? byName.get(looseName(wanted));
  /** The column that the map names; undefined if it does not say; empty if there is none. */
  const mapped = (field: string): readonly number[] | undefined => {
    const wanted = map.get(field);
    const index = wanted === undefined || wanted === '' ? undefined : find(wanted);
    if (wanted === undefined) return undefined;
    return index === undefined || leftOut.has(index) ? [] : [index];
  };
  const first = (candidates: readonly string[]) => candidates.flatMap((name) => byName.get(name) ?? []);
  const of = new Map<ImportField, number>();
  for (const field of IMPORT_FIELDS) {
    const [index] = mapped(field) ?? first(source.columns[field]);
    if (index !== undefined) of.set(field, index);
  }
  const wantedProfile = PROFILE_FIELDS.flatMap((to) => {
    const indexes = mapped(to);
    return indexes === undefined ? [] : [{ to, indexes }];
  });
  const bonded = mapped('bondedWith');
  const profile = profileIn(source, of, byName, wantedProfile);
  const subjects = looseNames.map((name) => source.beside.get(name));
  /** What columns beside the status are about, if none of these is left out. */
  const beside = new Set(subjects).difference(new Set([...leftOut].map((index) => subjects[index])));
  const prefixes = profile.map(({ column }) => `profile.${column.to}`.replace(/\.$/, ''));
  return {
    source,
    names,
    looseNames,
    of,
    byName,
    profile,
    photos: mapped('photos') ?? first(source.photos),
    bonds: bonded === undefined ? bondsIn(source, byName) : { by: 'reference', indexes: bonded },
    leftOut,
    has(member, about) {
      if (isSaid(member) && about !== 'profile') {
        if (about === 'status') return of.has('status');
        // An outcome or a type of record that is empty makes nothing available.
        const isEnough = member !== STATUS || (about !== 'outcome' && about !== 'record');
        return isEnough && beside.has(about);
      }
      if (!isSaid(member) && of.has(member as ImportField)) return true;
      return prefixes.some((prefix) => `${member}.`.startsWith(`${prefix}.`));
    },
  };
}

/** The members of a profile that a column can be chosen for. */
const PROFILE_FIELDS: readonly string[] = [
  ...new Set(Object.values(SOURCES).flatMap(({ profile }) => profile.map(({ to }) => to))),
].filter((to) => to !== '');
/** The fields that a column can be chosen for. */
const FIELDS: readonly string[] = [...IMPORT_FIELDS, 'photos', 'bondedWith', ...PROFILE_FIELDS];

/**
 * The map with the fields as they are spelled.
 *
 * @throws Failure for a field that an animal does not have
 */
export function fieldsOf(map: ColumnMap): ColumnMap {
  return new Map(
    Array.from(map, ([field, column]) => {
      const found = FIELDS.find((name) => name.toLowerCase() === field.toLowerCase());
      if (found !== undefined) return [found, column];
      throw new Failure(`There is no field ${JSON.stringify(field)}.`, {
        details: [`The fields are ${FIELDS.join(', ')}.`],
      });
    }),
  );
}

/** The category names a species, and the reference is a member of the profile: they alone make no profile. */
function profileIn(
  source: Source,
  of: Columns['of'],
  byName: Columns['byName'],
  wanted: readonly { readonly to: string; readonly indexes: readonly number[] }[],
): readonly FoundColumn[] {
  const taken = new Set(of.values());
  const readers = [...SOURCES.plain.profile, ...source.profile];
  const found = [
    ...source.profile
      .filter(({ to }) => !wanted.some((field) => field.to === to))
      .map((column) => ({ column, indexes: column.from.flatMap((name) => byName.get(name) ?? []) })),
    // The last ones win.
    ...wanted.flatMap(({ to, indexes }) => {
      const column = readers.findLast((known) => known.to === to);
      return column === undefined ? [] : [{ column, indexes }];
    }),
  ].filter(({ indexes }) => indexes.length > 0);
  return found.every(({ indexes }) => indexes.every((index) => taken.has(index))) ? [] : found;
}

function bondsIn({ bonds = {} }: Source, byName: Columns['byName']): Columns['bonds'] {
  for (const by of ['reference', 'id'] as const) {
    const indexes = (bonds[by] ?? []).flatMap((name) => byName.get(name) ?? []);
    if (indexes.length > 0) return { by, indexes };
  }
  return undefined;
}

/** Bounds the cache for files whose every row has other members: the characters of all names. */
const mostKept = 1_000_000;

/** Resolves columns once for a CSV, and once for each set of members of JSON objects. */
export function columnsCache(options: ColumnOptions): (names: readonly string[]) => Columns {
  const kept = new Map<string, Columns>();
  let left = mostKept;
  return (names) => {
    const key = names.join('\n');
    const known = kept.get(key);
    if (known !== undefined) return known;
    const columns = columnsOf(names, options);
    if (key.length <= left) kept.set(key, columns);
    left -= Math.min(left, key.length);
    return columns;
  };
}

export const columnsLine = (
  { source, names, of }: Columns,
  seen: Pick<ColumnsLine, 'columns' | 'settings' | 'sheets'>,
): ColumnsLine => ({
  type: 'columns',
  source: source.title,
  of: Object.fromEntries([...of].map(([field, index]) => [field, names[index] ?? ''])),
  fields: FIELDS,
  ...seen,
});

/**
 * Checks the header of a file.
 *
 * @throws Failure when a column that is needed or asked for is missing or ambiguous
 */
export function requireColumns(columns: Columns, { map, leaveOut = [] }: ColumnOptions): void {
  const present = `The file has the columns ${columns.names.map((name) => JSON.stringify(name)).join(', ')}.`;
  for (const wanted of [...map.values(), ...leaveOut]) {
    if (
      wanted !== '' &&
      !columns.looseNames.includes(looseName(wanted)) &&
      exactly(columns.names, wanted) === undefined
    )
      throw new Failure(`There is no column ${JSON.stringify(wanted)}. ${present}`);
  }
  for (const field of ['name', 'categoryId'] as const) {
    if (columns.of.has(field)) continue;
    throw new Failure(`No column is recognized as the \`${field}\`. ${present}`, {
      details: [`Choose one with --map ${field}=COLUMN.`],
    });
  }
  for (const [field, index] of columns.of) {
    const name = columns.looseNames[index];
    if (columns.looseNames.filter((other) => other === name).length > 1 && map.get(field) === undefined)
      throw new Failure(
        `Two columns are called ${JSON.stringify(columns.names[index])}; rename the one that is not the \`${field}\`.`,
      );
  }
}

function exactly(names: readonly string[], wanted: string): number | undefined {
  const index = names.indexOf(wanted);
  return index === -1 ? undefined : index;
}
