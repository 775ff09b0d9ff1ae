import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Events of orders and applications that accounts have brought into an organization are the organization's: docs/decisions/0031-invitations-and-logos.md. */
export const broughtEvents: Migration = async (db, { numbersAfterCommit: isPostgres }) => {
  for (const [subject, table] of [
    ['order', 'orders'],
    ['application', 'applications'],
  ])
    for (const events of isPostgres ? ['events', 'pending_events'] : ['events']) {
      // An event's data begins with the id of its resource.
      const wish = `from ${table} as wish where wish.pet_id = ${events}.pet_id and wish.organization_id is not null
        and wish.pet_account_id = ${events}.other_account_id and ${events}.data like '{"id":' || wish.id || ',%'`;
      await sql
        .raw(
          `update ${events} set organization_id = (select wish.organization_id ${wish}), other_account_id = null,
            account_id = case when account_id <> other_account_id then account_id end
          where other_account_id is not null and kind like '${subject}.%' and exists (select 1 ${wish})`,
        )
        .execute(db);
    }
};
