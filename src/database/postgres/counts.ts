import { sql } from 'kysely';
import type { Database, Queries } from '../database.ts';

/** Fewer rows are as fast to read. */
const enough = 1_000;
const rowsAtOnce = 10_000;

/**
 * Replaces the oldest rows, up to the place `last`, by one for each of their counters, which stays when it is zero, as on SQLite. A reader sees either all of them or their sums. Of
 * two processes that take the same rows, one fails, and runs again without them.
 */
const foldSome = (last: number) => sql<{ taken: number }>`
  with taken as (
    delete from pet_counts where place in (select place from pet_counts where place <= ${last} order by place limit ${sql.lit(rowsAtOnce)})
    returning organization_id, account_id, status, count
  ), folded as (
    insert into pet_counts (organization_id, account_id, status, count)
    select organization_id, account_id, status, sum(count) from taken group by 1, 2, 3
  )
  select count(*) as taken from taken`;

export const foldedCounts =
  (read: Queries, transaction: Database['transaction']): Database['foldCounts'] =>
  async (stop) => {
    const { rows, last } = await read
      .selectFrom('pet_counts')
      .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.max('place').as('last')])
      .executeTakeFirstOrThrow();
    if (rows < enough) return;
    const fold = async (tx: Queries) => (await foldSome(last).execute(tx)).rows[0]?.taken === rowsAtOnce;
    while (!stop.aborted && (await transaction(fold)));
  };
