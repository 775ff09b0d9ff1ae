import { type SelectQueryBuilder, sql } from 'kysely';
import type { EventOrder, Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { kindsReadWith } from '../vocabulary/event-kinds.ts';
import { WISH_TABLES } from '../vocabulary/wishes.ts';

const ABOUT_ADOPTERS = kindsReadWith('orders:read');

type Accounts = SelectQueryBuilder<Tables, 'accounts', { id: number }>;

/**
 * Gives the organization what these accounts own alone, and the events that name adopters of it. An account that leaves the organization
 * later cannot read these events any more.
 */
export async function bring(
  { events }: { readonly events: Pick<EventOrder, 'appendTo'> },
  tx: Queries,
  accounts: Accounts,
  organizationId: number,
): Promise<void> {
  for (const table of WISH_TABLES) {
    const brought = tx
      .selectFrom(table)
      .select('pet_id')
      .where('pet_account_id', 'in', accounts)
      .where('organization_id', 'is', null);
    // An event that receives its number meanwhile is found in the second table.
    for (const outbox of new Set([events.appendTo, 'events'] as const)) {
      const told = tx
        .updateTable(outbox)
        .where('pet_id', 'in', brought)
        .where('other_account_id', 'in', accounts)
        .where('kind', 'in', ABOUT_ADOPTERS);
      await told.set({ account_id: null }).where('account_id', 'in', accounts).execute();
      await told.set({ other_account_id: null, organization_id: organizationId }).execute();
    }
    const wishes = tx.updateTable(table).where('pet_account_id', 'in', accounts).where('organization_id', 'is', null);
    await wishes.set({ by_member: 1 }).where('account_id', 'in', accounts).where('by_visitor', 'is', null).execute();
    await wishes.set({ organization_id: organizationId }).execute();
  }
  // After them: a trigger notes the applications of animals that go to another side, to tell their applicants.
  for (const table of ['pets', 'categories', 'imports'] as const)
    await tx
      .updateTable(table)
      .set({ organization_id: organizationId })
      .where('account_id', 'in', accounts)
      .where('organization_id', 'is', null)
      .execute();
  await bringReferences(tx, accounts, organizationId);
}

/** Of two references that are the same, the one of an animal that is the organization's already stays, or else the newer one. */
async function bringReferences(tx: Queries, accounts: Accounts, organizationId: number): Promise<void> {
  const brought = sql`owner in (select -id from ${accounts} as bringing)`;
  const isThere = sql`exists (select 1 from pets where pets.id = import_references.pet_id and organization_id = ${organizationId})`;
  await sql`delete from import_references where owner = ${organizationId} and not ${isThere}
    and reference in (select reference from import_references where ${brought})`.execute(tx);
  await sql`delete from import_references where ${brought} and exists (select 1 from import_references as other
    where other.reference = import_references.reference and (other.owner = ${organizationId}
      or other.owner in (select -id from ${accounts} as bringing) and other.pet_id > import_references.pet_id))`.execute(
    tx,
  );
  await sql`update import_references set owner = ${organizationId} where ${brought}`.execute(tx);
}
