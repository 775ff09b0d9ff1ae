import type { Database, Queries } from '../database/database.ts';
import type { Now } from '../time/clock.ts';
import { bring } from './bringing.ts';
import { columnsOf } from './row.ts';

/** The settings of the first organization. Empty if there is none. */
export interface FirstOrganization {
  readonly organizationName: string;
  readonly organizationEmail: string;
  readonly organizationPhone: string;
  readonly organizationWebsite: string;
  readonly organizationTimeZone: string;
  readonly organizationLocale: string;
}

/**
 * Makes the first organization, which is listed, once: the operators' accounts, and what they have added, then belong to it. In a
 * database of an earlier version that is everything that visitors may see.
 */
export async function ensureFirstOrganization(database: Database, now: Now, first: FirstOrganization): Promise<void> {
  if (await exists(database.read)) return;
  await database.transaction(async (tx) => {
    // Another process may have made it at the same time.
    if (await exists(tx)) return;
    const id = await insert(tx, first, now());
    const operators = tx.selectFrom('accounts').select('id').where('role', '=', 'operator');
    await tx
      .updateTable('accounts')
      .set({ organization_id: id, organization_role: 'manager' })
      .where('role', '=', 'operator')
      .execute();
    await bring(database, tx, operators, id);
  });
}

const exists = async (db: Queries): Promise<boolean> =>
  (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined;

async function insert(tx: Queries, first: FirstOrganization, nowMs: number): Promise<number> {
  const profile = {
    name: first.organizationName,
    ...(first.organizationEmail !== '' && { email: first.organizationEmail }),
    ...(first.organizationPhone !== '' && { phone: first.organizationPhone }),
    ...(first.organizationTimeZone !== '' && { timeZone: first.organizationTimeZone }),
    ...(first.organizationLocale !== '' && { locale: first.organizationLocale }),
    ...(first.organizationWebsite !== '' && { website: first.organizationWebsite }),
  };
  const { id } = await tx
    .insertInto('organizations')
    .values({ ...columnsOf(profile), listed_at: nowMs, version: 1, created_at: nowMs, updated_at: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
