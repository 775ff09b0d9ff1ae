import type { Database, Queries } from '../../database/database.ts';
import { newest } from '../../database/newest.ts';
import type { Now } from '../../time/clock.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { OrderNote } from './schema.ts';

/** What staff note about orders. */
export type OrderNoteStore = ReturnType<typeof orderNoteStore>;

export function orderNoteStore({ read }: Pick<Database, 'read'>, now: Now) {
  return {
    /** Up to `count` notes of the order with ids below `before`, newest first. */
    async list(orderId: number, count: number, before: Int64 | undefined): Promise<OrderNote[]> {
      const ofOrder = read.selectFrom('order_notes').selectAll().where('order_id', '=', orderId);
      return (await newest(ofOrder, count, before)).map(
        ({ id, note, account_id: accountId, created_at: createdMs }) => ({
          id,
          note,
          accountId,
          createdAt: timestamp(createdMs),
        }),
      );
    },

    /** Removes the notes of the orders that the account placed, or visitors with its keys. */
    async removeOf(tx: Queries, accountId: number): Promise<void> {
      const placed = tx.selectFrom('orders').select('id').where('account_id', '=', accountId);
      await tx.deleteFrom('order_notes').where('order_id', 'in', placed).execute();
    },

    async add(tx: Queries, orderId: number, accountId: number, note: string): Promise<OrderNote> {
      const createdMs = now();
      const row = { order_id: orderId, account_id: accountId, note, created_at: createdMs };
      const { id } = await tx.insertInto('order_notes').values(row).returning('id').executeTakeFirstOrThrow();
      return { id, note, accountId, createdAt: timestamp(createdMs) };
    },
  };
}
