import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { chunks } from '../kit/chunks.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { Row } from './rewriting.ts';
import type { TextTable } from './text-tables.ts';

/** The values of a row's key, in the order of `TextTable.key`. */
export type Key = readonly (string | Int64)[];

/** The changed columns of a row. */
export interface RowChange {
  readonly key: Key;
  readonly change: Row;
}

/** Queries of tables that are only known at run time. */
const dynamic = (db: Queries) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

export const keyOf = ({ key }: TextTable, row: Row): Key => key.map((name) => row[name] as string | Int64);

/** The rows of a table, by their keys and by the text in them. */
export type Rows = ReturnType<typeof rowsOf>;

const keysAtOnce = 100;

/**
 * The texts of tables that have a row for each animal, order or event. Partial indexes of the migrations 0032, 0041, 0057 and 0066 contain the rows in which
 * one of them may mention an address, or the copy of a message.
 */
export const MENTIONING: Partial<Record<TextTable['table'], readonly string[]>> = {
  pets: ['name', 'name_folded', 'status'],
  pet_profiles: ['shown', 'staff'],
  pet_photos: ['name', 'hash', 'alt', 'thumbhash'],
  directory_photos: ['name', 'alt'],
  import_references: ['reference', 'written'],
  orders: [
    'status',
    'adopter_name',
    'adopter_phone',
    'note',
    'answers',
    'message_to_adopter',
    'visitor',
    'reservation_hash',
  ],
  applications: [
    'status',
    'adopter_name',
    'adopter_phone',
    'note',
    'answers',
    'message_to_adopter',
    'staff_note',
    'visitor',
    'link_hash',
  ],
  events: ['id', 'kind', 'data', 'actor'],
};
/** Tags of languages have no such text. */
const NEVER_MENTIONING: ReadonlySet<string> = new Set(['locale']);
export const mentioning = (columns: readonly string[], position: Database['position']): string =>
  columns.flatMap((name) => ['@', '%40', 'msg_'].map((mark) => `${position}(${name}, '${mark}') > 0`)).join(' or ');

/** A field with an address, which has an index of its own. */
const ADDRESSES: Partial<Record<TextTable['table'], string>> = {
  orders: 'adopter_email',
  applications: 'adopter_email',
};

/** The search terms for a table. */
interface Scan {
  readonly patterns: readonly string[];
  /** See `Address`. */
  readonly lowerCase: string | undefined;
  /** The most rows of a step. */
  readonly count: number;
  /** The last row of a table whose keys grow: later ones are not searched. */
  readonly last: Key | undefined;
}

export function rowsOf({ like, position }: Pick<Database, 'like' | 'position'>) {
  /** The condition of the partial index, word for word; undefined if a text is in no index, so that every row must be searched. */
  function mentions({ table, texts }: TextTable, isFieldFound: boolean): RawBuilder<boolean> | undefined {
    const columns = MENTIONING[table] ?? [];
    const isIndexed = (name: string) =>
      columns.includes(name) || NEVER_MENTIONING.has(name) || (isFieldFound && name === ADDRESSES[table]);
    if (!texts.every(isIndexed)) return undefined;
    return sql.raw(`(${mentioning(columns, position)})`);
  }

  const matches = ({ texts }: TextTable, patterns: readonly string[]): RawBuilder<boolean> => {
    const columns = texts.flatMap((name) =>
      patterns.map((pattern) => sql`${sql.ref(name)} collate "C" ${sql.raw(like)} ${pattern}`),
    );
    return sql<boolean>`(${sql.join(columns, sql` or `)})`;
  };
  const isAfter = ({ key }: TextTable, after: Key): RawBuilder<boolean> =>
    sql<boolean>`(${sql.join(key.map((name) => sql.ref(name)))}) > (${sql.join(after)})`;
  const isUpTo = ({ key }: TextTable, last: Key): RawBuilder<boolean> =>
    sql<boolean>`(${sql.join(key.map((name) => sql.ref(name)))}) <= (${sql.join(last)})`;
  const isAt = ({ key }: TextTable, at: Key): RawBuilder<boolean> =>
    sql<boolean>`(${sql.join(
      key.map((name, i) => sql`${sql.ref(name)} = ${at[i]}`),
      sql` and `,
    )})`;
  const isAny = (source: TextTable, keys: readonly Key[]): RawBuilder<boolean> =>
    sql<boolean>`(${sql.join(
      keys.map((key) => isAt(source, key)),
      sql` or `,
    )})`;

  /** One statement for rows with the same changed columns: on PostgreSQL, each statement takes longer than its rows. */
  async function updateAlike(
    tx: Queries,
    source: TextTable,
    changes: readonly RowChange[],
    nowMs: number,
  ): Promise<void> {
    const names = Object.keys(changes[0]?.change ?? {});
    const columns = names.map((name) => {
      const values = new Set(changes.map(({ change }) => change[name]));
      if (values.size === 1) return [name, [...values][0]] as const;
      const cases = changes.map(({ key, change }) => sql`when ${isAt(source, key)} then ${change[name]}`);
      return [name, sql`case ${sql.join(cases, sql` `)} end`] as const;
    });
    const counted = {
      ...Object.fromEntries(columns),
      ...(source.hasVersion ? { version: sql`version + 1` } : {}),
      ...(source.hasTime ? { updated_at: nowMs } : {}),
    };
    const keys = changes.map(({ key }) => key);
    await dynamic(tx).updateTable(source.table).set(counted).where(isAny(source, keys)).execute();
  }

  const columnsOf = ({ key, texts }: TextTable): string[] => [...new Set([...key, ...texts])];

  return {
    /** The last row, in a table whose keys grow. */
    async last(db: Queries, source: TextTable): Promise<Key | undefined> {
      const [name] = source.key;
      if (!source.isAppended || name === undefined) return undefined;
      const row = await dynamic(db)
        .selectFrom(source.table)
        .select(name)
        .orderBy(name, 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && keyOf(source, row);
    },

    /** The keys of the rows that match a pattern, in order, of up to `count` rows in a step. A key may come twice. */
    async *scan(db: Queries, source: TextTable, { patterns, lowerCase, count, last }: Scan): AsyncGenerator<Key[]> {
      const { table, key } = source;
      if (source.isAppended && last === undefined) return;
      const field = ADDRESSES[table];
      const mentioned = mentions(source, lowerCase !== undefined);
      const searched = dynamic(db)
        .selectFrom(table)
        .select(key as string[])
        .$if(last !== undefined, (all) => all.where(isUpTo(source, last ?? [])));
      for (let after: Key | undefined, isEnd = false; !isEnd;) {
        let query = searched.select(matches(source, patterns).as('is_match')).limit(count);
        for (const name of key) query = query.orderBy(name);
        if (mentioned !== undefined) query = query.where(mentioned);
        if (after !== undefined) query = query.where(isAfter(source, after));
        const rows: Row[] = await query.execute();
        after = rows.length === 0 ? after : keyOf(source, rows.at(-1) ?? {});
        isEnd = rows.length < count;
        yield rows.filter((row) => isTrue(row['is_match'])).map((row) => keyOf(source, row));
      }
      if (mentioned === undefined || field === undefined) return;
      const query = searched.where(field, 'is not', null).where(sql`lower(${sql.ref(field)})`, '=', lowerCase);
      yield (await query.execute()).map((row) => keyOf(source, row));
    },

    /** The rows with these keys, as far as they still exist. */
    async at(db: Queries, source: TextTable, keys: readonly Key[]): Promise<Row[]> {
      const rows: Row[] = [];
      for (const some of chunks(keys, keysAtOnce)) {
        const query = dynamic(db).selectFrom(source.table).select(columnsOf(source)).where(isAny(source, some));
        rows.push(...(await query.execute()));
      }
      return rows;
    },

    /** The rows after the key `after` that match a pattern. */
    matchingAfter: (
      db: Queries,
      source: TextTable,
      patterns: readonly string[],
      after: Key | undefined,
    ): Promise<Row[]> => {
      const query = dynamic(db).selectFrom(source.table).select(columnsOf(source)).where(matches(source, patterns));
      return (after === undefined ? query : query.where(isAfter(source, after))).execute();
    },

    /** Changes columns of rows. */
    async update(tx: Queries, source: TextTable, changes: readonly RowChange[], nowMs: number): Promise<void> {
      const alike = Object.values(Object.groupBy(changes, ({ change }) => Object.keys(change).join(' ')));
      for (const group of alike)
        for (const some of chunks(group ?? [], keysAtOnce)) await updateAlike(tx, source, some, nowMs);
    },

    async remove(tx: Queries, source: TextTable, key: Key): Promise<void> {
      await dynamic(tx).deleteFrom(source.table).where(isAt(source, key)).execute();
    },
  };
}

/** SQLite answers 0 and 1. Without a match, a column without text makes the whole answer null. */
const isTrue = (answer: unknown): boolean => answer === true || answer === 1;
