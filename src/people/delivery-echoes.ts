import type { Queries } from '../database/database.ts';
import { ERASED } from './rewriting.ts';
import type { RowChange } from './rows.ts';

/** Erases what receivers answered to deliveries of which the body changes: they may answer with a part of what they received. */
export async function eraseEchoes(tx: Queries, updates: readonly RowChange[]): Promise<void> {
  const ids = updates.filter(({ change }) => 'body' in change).map(({ key }) => Number(key[0]));
  if (ids.length === 0) return;
  await tx
    .updateTable('delivery_attempts')
    .set({ response_headers: null, response_body: ERASED, long_of: null })
    .where('delivery_id', 'in', ids)
    .where('response_status', 'is not', null)
    .execute();
}
