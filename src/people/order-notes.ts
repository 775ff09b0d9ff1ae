import type { Queries } from '../database/database.ts';
import type { Address } from './address.ts';

const ordersAtOnce = 1_000;

/** What staff note about an order: it is about the adopter, whether or not it names the person. */
export interface NoteOnOrder {
  readonly id: number;
  readonly orderId: number;
  readonly note: string;
}

/** The notes on those of the orders that the person adopts with, oldest first. */
export async function notesOnOrders(read: Queries, address: Address, ids: readonly number[]): Promise<NoteOnOrder[]> {
  const found: NoteOnOrder[] = [];
  for (let at = 0; at < ids.length; at += ordersAtOnce) {
    const rows = await read
      .selectFrom('order_notes')
      .innerJoin('orders', 'orders.id', 'order_notes.order_id')
      .select(['order_notes.id', 'order_id', 'order_notes.note', 'adopter_email'])
      .where('order_id', 'in', ids.slice(at, at + ordersAtOnce))
      .orderBy('order_notes.id')
      .execute();
    for (const { id, order_id: orderId, note, adopter_email: email } of rows)
      if (address.is(email)) found.push({ id, orderId, note });
  }
  return found;
}

/** Removes the notes on orders whose adopter is erased, and makes the stored responses with them unusable. Returns how many notes there were. */
export async function removeNotes(tx: Queries, orderIds: readonly number[]): Promise<number> {
  let removed = 0;
  for (let at = 0; at < orderIds.length; at += ordersAtOnce) {
    const ids = orderIds.slice(at, at + ordersAtOnce);
    const { numDeletedRows } = await tx
      .deleteFrom('order_notes')
      .where('order_id', 'in', ids)
      .executeTakeFirstOrThrow();
    removed += Number(numDeletedRows);
    const paths = ids.map((id) => `/v1/store/orders/${id}/notes`);
    await tx
      .updateTable('idempotency_keys')
      .set({ fingerprint: '', body: '' })
      .where('method', '=', 'POST')
      .where('path', 'in', paths)
      .execute();
  }
  return removed;
}
