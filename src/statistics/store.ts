import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import type { Pace } from '../database/pace.ts';
import { chunks } from '../kit/chunks.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { type ChangedPet, type Difference, differencesOf, EVERYBODY, type Sums } from './differences.ts';
import type { Fact } from './facts.ts';

/** What is counted of the animals of a category in a month. */
export interface MonthCounts {
  readonly categoryId: Int64;
  /** Such as `2026-05`. */
  readonly month: string;
  readonly counts: readonly (readonly [fact: Fact, pets: number])[];
}

/** Changes read, or added up, at once: a few milliseconds. */
const changesAtOnce = 100;
/** The depth of a condition is bounded. */
const sumsAtOnce = 100;
/** Applications read at once: a few milliseconds. */
const applicationsAtOnce = 1_000;
const petsAtOnce = 200;
/** No application is accepted later than that after it was submitted, as far as the figures know. */
const longestMs = 366 * 24 * 3_600_000;
/** Cost of one changed animal with its records, in row reads. */
const rowsPerChange = 5;

export type StatisticsStore = ReturnType<typeof statisticsStore>;

/** The sums of stays, and what has changed since they were added up: docs/decisions/0067-large-stores.md. */
export function statisticsStore(database: Pick<Database, 'read' | 'transaction' | 'like'>) {
  const { read } = database;
  const isPostgres = database.like === 'ilike';
  const joined = sql.raw(isPostgres ? 'string_agg' : 'group_concat');

  /**
   * The oldest changes, each with its animal as it is stored and as the sums contain it; an animal of another service is as one that is
   * removed. Searches keys only: a join may read all profiles.
   */
  const changes = (limit: number): RawBuilder<ChangedPet> => sql`
    select changed.id, changed.pet_id, organization_id, category_id, created_at, status,
      (select shown from pet_profiles where pet_id = changed.pet_id) as shown,
      (select case when staff like '%"intake"%' or staff like '%"outcome"%' then staff end
        from pet_profiles where pet_id = changed.pet_id) as staff,
      (select ${joined}(at || ' ' || is_sold, ',' order by id) from pet_handovers where pet_id = changed.pet_id) as handovers,
      (select stays from pet_stays where pet_id = changed.pet_id) as counted,
      (select time_zone from organizations where organizations.id = organization_id) as time_zone
    from (select id, pet_id from pet_stay_changes order by id limit ${sql.lit(limit)}) as changed
    left join pets on pets.id = changed.pet_id and pets.source_id is null`;

  let adding: Promise<number> | undefined;
  /** Adds up the oldest changes, once for all who ask meanwhile. @returns how many there were */
  const addSome = () => (adding ??= addOldest().finally(() => (adding = undefined)));
  const addOldest = (): Promise<number> =>
    database.transaction(async (tx) => {
      // PostgreSQL keeps a plan from when a table was empty: 30,000 animals later, each batch took 780 ms instead of 1.
      if (isPostgres) await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await changes(changesAtOnce).execute(tx);
      if (rows.length === 0) return 0;
      const { differences, stays } = differencesOf(rows);
      for (const some of chunks(differences, sumsAtOnce)) await addTo(tx, some);
      const kept = stays.flatMap(({ petId, json }) => (json === null ? [] : [{ pet_id: petId, stays: json }]));
      const gone = stays.flatMap(({ petId, json }) => (json === null ? [petId] : []));
      if (kept.length > 0)
        await tx
          .insertInto('pet_stays')
          .values(kept)
          .onConflict((conflict) => conflict.column('pet_id').doUpdateSet({ stays: sql.ref('excluded.stays') }))
          .execute();
      if (gone.length > 0) await tx.deleteFrom('pet_stays').where('pet_id', 'in', gone).execute();
      const ids = rows.map(({ id }) => id);
      await tx.deleteFrom('pet_stay_changes').where('id', 'in', ids).execute();
      return rows.length;
    });

  return {
    /** Where an organization is; UTC if it does not say, and for all animals. */
    async timeZoneOf(organizationId: Int64 | undefined): Promise<string> {
      const row = await read
        .selectFrom('organizations')
        .select('time_zone')
        .where('id', '=', (organizationId as number | undefined) ?? EVERYBODY)
        .executeTakeFirst();
      return row?.time_zone ?? 'UTC';
    },

    /** The names of categories, by their ids as text. */
    async namesOfCategories(ids: readonly Int64[]): Promise<ReadonlyMap<string, string>> {
      if (ids.length === 0) return new Map();
      const query = read
        .selectFrom('categories')
        .select(['id', 'name'])
        .where('id', 'in', [...ids]);
      return new Map((await query.execute()).map(({ id, name }) => [String(id), name]));
    },

    /**
     * The applications to all, or to an organization, that were submitted since then, and those that were accepted since then and submitted
     * less than a year before. Walks the keys, or the index of the organization, from the newest on, so that none comes twice.
     */
    async *applications(organizationId: Int64 | undefined, sinceMs: number, pace: Pace) {
      let query = read
        .selectFrom('applications')
        .select(['id', 'pet_id', 'status', 'created_at', 'answered_at', 'updated_at'])
        .orderBy('id', 'desc')
        .limit(applicationsAtOnce);
      if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId as number);
      let rowsRead = 0;
      for (let before: number | undefined, isMore = true; isMore;) {
        await pace(rowsRead);
        const rows = await (before === undefined ? query : query.where('id', '<', before)).execute();
        rowsRead = rows.length;
        yield rows;
        const last = rows.at(-1);
        before = last?.id;
        isMore = rows.length === applicationsAtOnce && last !== undefined && last.created_at >= sinceMs - longestMs;
      }
    },

    /** How many applications there are for each of these animals: all, or those to an organization. */
    async applicationsByPet(
      organizationId: Int64 | undefined,
      petIds: readonly number[],
      pace: Pace,
    ): Promise<ReadonlyMap<number, number>> {
      const counts = new Map<number, number>();
      let rowsRead = 0;
      for (const some of chunks(petIds, petsAtOnce)) {
        await pace(rowsRead);
        let query = read
          .selectFrom('applications')
          .select(({ fn }) => ['pet_id', fn.countAll().as('count')])
          .where('pet_id', 'in', some)
          .groupBy('pet_id');
        // The sum keeps SQLite from following the index of the organization, which has all of its applications.
        if (organizationId !== undefined) query = query.where(sql`organization_id + 0`, '=', organizationId);
        rowsRead = 0;
        for (const { pet_id: petId, count } of await query.execute()) {
          counts.set(petId, Number(count));
          rowsRead += Number(count);
        }
      }
      return counts;
    },

    /** Adds up all changes. */
    async addUp(stop: AbortSignal): Promise<void> {
      const first = await read.selectFrom('pet_stay_changes').select('id').limit(1).executeTakeFirst();
      if (first === undefined) return;
      while (!stop.aborted && (await addSome()) === changesAtOnce) await setImmediate();
    },

    /**
     * What is counted of all animals, or of an organization's, in each month up to `to`. One statement reads the sums and the changes
     * that they do not contain, so the counts are exact at any moment.
     */
    async counts(organizationId: Int64 | undefined, to: string, pace: Pace): Promise<MonthCounts[]> {
      await pace(0);
      if (organizationId !== undefined && organizationId <= EVERYBODY) return [];
      const scope = organizationId ?? EVERYBODY;
      for (;;) {
        const { rows } = await sql<ChangedPet | SumsRow>`
          select * from (${changes(changesAtOnce + 1)}) as changes
          union all select null, null, null, category_id, null, month, sums, null, null, null, null
            from pet_stay_sums where organization_id = ${scope} and month <= ${to}`.execute(read);
        const changed = rows.filter((row) => !isSums(row));
        if (changed.length > changesAtOnce) {
          await addSome();
          await pace(rowsPerChange * changesAtOnce);
          continue;
        }
        const found = new Map(
          rows.filter(isSums).map(({ category_id: categoryId, status: month, shown }) => {
            return [
              `${categoryId} ${month}`,
              { categoryId, month, sums: JSON.parse(shown) as Record<string, number> },
            ] as const;
          }),
        );
        for (const { organizationId: ofSums, categoryId, month, changes: differing } of differencesOf(changed)
          .differences) {
          if (ofSums !== scope || month > to) continue;
          const { sums } = found.get(`${categoryId} ${month}`) ?? { sums: {} };
          found.set(`${categoryId} ${month}`, { categoryId, month, sums: summed(sums, differing) });
        }
        await pace(rows.length + rowsPerChange * changed.length);
        return Array.from(found.values(), ({ sums, ...rest }) => ({
          ...rest,
          counts: Object.entries(sums).map(([fact, pets]) => [fact.split(' ') as unknown as Fact, pets] as const),
        }));
      }
    },
  };
}

/** In the columns of `ChangedPet`: the month, and its sums in JSON. */
interface SumsRow {
  readonly id: null;
  readonly category_id: Int64;
  readonly status: string;
  readonly shown: string;
}

const isSums = (row: ChangedPet | SumsRow): row is SumsRow => row.id === null;

async function addTo(tx: Queries, differences: readonly Difference[]): Promise<void> {
  const keys = differences.map(({ organizationId, categoryId, month }) => {
    return { organization_id: organizationId, category_id: categoryId, month };
  });
  const rows = await tx
    .selectFrom('pet_stay_sums')
    .selectAll()
    .where((where) => where.or(keys.map((key) => where.and(key))))
    .execute();
  const nameOf = (key: (typeof keys)[0]) => `${key.organization_id} ${key.category_id} ${key.month}`;
  const found = new Map(rows.map((row) => [nameOf(row), JSON.parse(row.sums) as Record<string, number>]));
  const values = keys.map((key, i) => {
    return { ...key, sums: JSON.stringify(summed(found.get(nameOf(key)) ?? {}, differences[i]?.changes ?? {})) };
  });
  await tx
    .insertInto('pet_stay_sums')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'month', 'category_id']).doUpdateSet({ sums: sql.ref('excluded.sums') }),
    )
    .execute();
}

/** @param sums is changed; without zeros */
function summed(sums: Record<string, number>, changes: Sums): Sums {
  for (const [fact, change] of Object.entries(changes)) {
    const count = (sums[fact] ?? 0) + change;
    if (count === 0) delete sums[fact];
    else sums[fact] = count;
  }
  return sums;
}
