import type { Migration } from '../migration.ts';

/** Counts the stays of animals in the days of their organization. Organizations with a time zone are added up again. */
export const daysOfOrganizations: Migration = async (db, { numbersAfterCommit: isPostgres }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  const add = 'insert into pet_stay_changes (pet_id) select id from pets where organization_id';
  const each = `create trigger organizations_stay_zone after update of time_zone on organizations for each row
    when (new.time_zone is distinct from old.time_zone)`;
  const work = `begin ${add} = new.id;`;
  if (isPostgres)
    await run(
      `create function organizations_stay_zone() returns trigger language plpgsql as $$ ${work} return null; end $$`,
    );
  await run(isPostgres ? `${each} execute function organizations_stay_zone()` : `${each} ${work} end`);
  await run(`${add} in (select id from organizations where time_zone is not null)`);
};
