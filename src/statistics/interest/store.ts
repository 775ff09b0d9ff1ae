import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../../database/database.ts';
import { deleteOldest } from '../../database/delete-oldest.ts';
import { hasPublicPage } from '../../database/listed.ts';
import { chunks } from '../../kit/chunks.ts';
import type { InterestCounts, InterestKind } from '../../vocabulary/animals/interest.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { INTEREST_DAYS } from '../../vocabulary/retention.ts';
import { dayMs, dayNumber } from '../../vocabulary/timestamp.ts';
import { dayAt } from '../stays.ts';

/** Bounded because databases limit the values of one statement. */
const rowsPerStatement = 500;
const sweptRows = 1_000;
/** Time zones differ by multiples of it. */
const quarterMs = 900_000;

/** What visitors did with an animal on a day. */
export interface InterestOfDay {
  readonly petId: number;
  /** Counted from 1 January 1970, where the organization is. */
  readonly day: number;
  views: number;
  hearts: number;
}

interface SeenAnimal {
  readonly id: number;
  readonly timeZone: string;
  readonly isMirrored: boolean;
}

/** Counts of an animal on a day; those that it does not have are 0. */
export type CountsOfDay = Partial<InterestCounts> & Pick<InterestOfDay, 'petId' | 'day'>;

interface SentRow {
  readonly pet_id: number;
  readonly quarter: number;
  readonly count: number;
}

export type InterestStore = ReturnType<typeof interestStore>;

export function interestStore({ read }: Pick<Database, 'read'>) {
  /** What visitors sent about these animals, by quarter of an hour. @param source a table, and what else its rows must be */
  async function sent(source: RawBuilder<unknown>, petIds: readonly number[], sinceMs: number): Promise<SentRow[]> {
    const { rows } = await sql<SentRow>`
      select pet_id, created_at / ${sql.lit(quarterMs)} as quarter, count(*) as count from ${source}
        and by_visitor is not null and created_at >= ${sinceMs} and pet_id in (${sql.join(petIds)})
      group by 1, 2`.execute(read);
    return rows;
  }

  return {
    /** The animal's time zone, and whether another service has it; undefined if visitors see no page of it. */
    async seen(petId: Int64, nowMs: number): Promise<SeenAnimal | undefined> {
      const row = await read
        .selectFrom('pets')
        .leftJoin('organizations', 'organizations.id', 'pets.organization_id')
        .select(['pets.id', 'pets.source_id', 'organizations.time_zone'])
        .where('pets.id', '=', petId as number)
        .where(hasPublicPage(nowMs))
        .executeTakeFirst();
      return row && { id: row.id, timeZone: row.time_zone ?? 'UTC', isMirrored: row.source_id !== null };
    },

    /** Adds to the counts in the database, except for animals that were removed. Rejects if one is removed meanwhile. */
    async add(tx: Queries, counts: readonly InterestOfDay[]): Promise<void> {
      // Several processes update the same rows: a common order prevents deadlocks.
      const sorted = counts.toSorted((a, b) => a.petId - b.petId || a.day - b.day);
      for (const some of chunks(sorted, rowsPerStatement)) {
        const ids = new Set(some.map(({ petId }) => petId));
        const found = await tx
          .selectFrom('pets')
          .select('id')
          .where('id', 'in', [...ids])
          .execute();
        const present = new Set(found.map(({ id }) => id));
        const rows = some.filter(({ petId }) => present.has(petId));
        if (rows.length === 0) continue;
        await tx
          .insertInto('pet_interest')
          .values(rows.map(({ petId, day, views, hearts }) => ({ pet_id: petId, day, views, hearts })))
          .onConflict((conflict) =>
            conflict.columns(['pet_id', 'day']).doUpdateSet((row) => ({
              views: row('pet_interest.views', '+', row.ref('excluded.views')),
              hearts: row('pet_interest.hearts', '+', row.ref('excluded.hearts')),
            })),
          )
          .execute();
      }
    },

    /** What visitors did with these animals on the days that are shown there: an unsorted part of a day each. */
    async counts(petIds: readonly number[], today: number, timeZone: string): Promise<CountsOfDay[]> {
      if (petIds.length === 0) return [];
      const sinceDay = firstDay(today);
      // The day may begin earlier there than in UTC.
      const sinceMs = (sinceDay - 1) * dayMs;
      const [seen, questions, reservations, applications] = await Promise.all([
        read
          .selectFrom('pet_interest')
          .select(['pet_id as petId', 'day', 'views', 'hearts'])
          .where('pet_id', 'in', petIds)
          .where('day', '>=', sinceDay)
          .execute(),
        // Adopters write through the links of their orders, too.
        sent(sql`messages where order_id is null`, petIds, sinceMs),
        // An accepted application becomes an order.
        sent(
          sql`orders where not exists (
            select 1 from applications where applications.pet_id = orders.pet_id and applications.order_id = orders.id)`,
          petIds,
          sinceMs,
        ),
        sent(sql`applications where true`, petIds, sinceMs),
      ]);
      const days = (name: InterestKind, rows: readonly SentRow[]): CountsOfDay[] =>
        rows.map(({ pet_id: petId, quarter, count }) => {
          return { petId, day: dayAt(quarter * quarterMs, timeZone), [name]: count };
        });
      const found = [
        ...seen,
        ...days('questions', questions),
        ...days('reservations', reservations),
        ...days('applications', applications),
      ];
      // A later day is of a time zone that the organization no longer has, or of a clock that was set back.
      return found.flatMap((row) => (row.day < sinceDay ? [] : [{ ...row, day: Math.min(row.day, today) }]));
    },

    async names(petIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const names = new Map<number, string>();
      for (const some of chunks(petIds, rowsPerStatement)) {
        const rows = await read.selectFrom('pets').select(['id', 'name']).where('id', 'in', some).execute();
        for (const { id, name } of rows) names.set(id, name);
      }
      return names;
    },
  };
}

/** The first of the days that are shown. */
export const firstDay = (today: number): number => today - INTEREST_DAYS + 1;

/** Deletes counts that are no longer shown, a bounded number of rows at once, the oldest first. Returns whether there may be more. */
export const sweepInterest = (tx: Queries, nowMs: number): Promise<boolean> =>
  deleteOldest(tx, 'pet_interest', {
    order: 'day',
    upTo: dayNumber(nowMs) - INTEREST_DAYS - 1,
    key: ['pet_id', 'day'],
    most: sweptRows,
  });
