import { searchable } from '../../vocabulary/text/searchable.ts';
import type { Migration } from '../migration.ts';

const atOnce = 500;
/** Other names are folded as they were. GLOB and regular expressions write this the same. */
const OTHER = '[^ -&(-_a-~]';

/** Searches ignore marks and apostrophes: `lucja` finds Łucja. */
export const searchableNames: Migration = async (db, { numbersAfterCommit: isPostgres }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  const isOther = sql.raw<boolean>(isPostgres ? `name_folded ~ '${OTHER}'` : `name_folded glob '*${OTHER}*'`);
  for (const table of ['pets', 'organizations'] as const) {
    for (let after = 0; ;) {
      const rows: { readonly id: number; readonly name: string }[] = await db
        .selectFrom(table)
        .select(['id', 'name'])
        .where('id', '>', after)
        .where(isOther)
        .orderBy('id')
        .limit(atOnce)
        .execute();
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
      const cases = rows.map(({ id, name }) => sql`when ${id} then ${searchable(name)}`);
      await db
        .updateTable(table)
        .set({ name_folded: sql<string>`case id ${sql.join(cases, sql` `)} end` })
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute();
    }
  }
};
