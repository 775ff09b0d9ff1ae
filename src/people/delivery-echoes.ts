import type { Queries } from '../database/database.ts';
import { ERASED } from './rewriting.ts';
import type { Key } from './rows.ts';

const keysAtOnce = 1_000;

/** The deliveries of these events. Those of earlier versions have a copy of the event, and are found themselves. */
export async function deliveriesOfEvents(db: Queries, events: readonly Key[]): Promise<number[]> {
  const found: number[] = [];
  for (let start = 0; start < events.length; start += keysAtOnce) {
    const sequences = events.slice(start, start + keysAtOnce).map(([sequence]) => Number(sequence));
    const rows = db.selectFrom('deliveries').select('id').where('event_sequence', 'in', sequences);
    found.push(...(await rows.execute()).map(({ id }) => id));
  }
  return found;
}

/** Erases what receivers answered to deliveries whose event changes: they may answer with a part of what they received. */
export async function eraseEchoes(tx: Queries, deliveries: readonly number[]): Promise<void> {
  for (let start = 0; start < deliveries.length; start += keysAtOnce)
    await tx
      .updateTable('delivery_attempts')
      .set({ response_headers: null, response_body: ERASED, long_of: null })
      .where('delivery_id', 'in', deliveries.slice(start, start + keysAtOnce))
      .where('response_status', 'is not', null)
      .execute();
}
