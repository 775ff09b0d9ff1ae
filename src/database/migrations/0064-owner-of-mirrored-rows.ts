import { sql } from 'kysely';
import { BOARD_EMAIL } from '../../vocabulary/site.ts';
import type { Migration } from '../migration.ts';

/** What is mirrored belongs to no person, and categories say for which source they were added: docs/decisions/0115-safety-of-directories.md. */
export const ownerOfMirroredRows: Migration = async (db) => {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`insert into accounts (email, name, role, plan, created_at, approved_at)
    select '${BOARD_EMAIL}', 'Adoption board', 'member', 'enterprise', min(created_at), min(created_at) from directory_sources
    where not exists (select 1 from accounts where email = '${BOARD_EMAIL}') having count(*) > 0`);
  await run(
    `update pets set account_id = (select id from accounts where email = '${BOARD_EMAIL}') where source_id is not null`,
  );
  await db.schema.alterTable('categories').addColumn('source_id', 'bigint').execute();
  // Operators may have added some by hand: these have animals of their own, or none.
  await run(`update categories set account_id = null,
    source_id = (select min(pets.source_id) from pets where pets.category_id = categories.id)
    where organization_id is null and account_id in (select account_id from directory_sources)
    and exists (select 1 from pets where pets.category_id = categories.id and pets.source_id is not null)
    and not exists (select 1 from pets where pets.category_id = categories.id and pets.source_id is null)`);
  await db.schema.alterTable('directory_sources').dropColumn('account_id').execute();
};
