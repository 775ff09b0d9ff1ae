import type { SelectQueryBuilder } from 'kysely';
import type { Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { WISH_TABLES } from '../vocabulary/wishes.ts';

/** Gives the organization what these accounts own alone. */
export async function bring(
  tx: Queries,
  accounts: SelectQueryBuilder<Tables, 'accounts', { id: number }>,
  organizationId: number,
): Promise<void> {
  for (const table of WISH_TABLES) {
    const wishes = tx.updateTable(table).where('pet_account_id', 'in', accounts).where('organization_id', 'is', null);
    await wishes.set({ by_member: 1 }).where('account_id', 'in', accounts).where('by_visitor', 'is', null).execute();
    await wishes.set({ organization_id: organizationId }).execute();
  }
  // After them: a trigger notes the applications of animals that go to another side, to tell their applicants.
  for (const table of ['pets', 'categories', 'imports', 'import_references'] as const)
    await tx
      .updateTable(table)
      .set({ organization_id: organizationId })
      .where('account_id', 'in', accounts)
      .where('organization_id', 'is', null)
      .execute();
}
