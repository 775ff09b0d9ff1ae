import type { Queries } from '../database/database.ts';
import { chunks } from '../kit/chunks.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { Address } from './address.ts';
import { ERASED } from './rewriting.ts';
import type { Key } from './rows.ts';
import type { TextTable } from './text-tables.ts';

/** What follows from the change of a person's rows for other rows, whether or not these have the address. */

const rowsAtOnce = 1_000;

/** Makes stored responses unusable: a repeated request is refused as one with another payload, rather than executed again. */
const forgetAnswers = (tx: Queries) => tx.updateTable('idempotency_keys').set({ fingerprint: '', body: '' });

/** Encrypted responses are in base64; the others are JSON or empty. What was changed could still show in them. */
const forgetEncrypted = (tx: Queries) =>
  forgetAnswers(tx).where('body', '!=', '').where('body', 'not like', '{%').where('body', 'not like', '[%');

/** Makes the stored responses that show a secret of a changed API key or webhook unusable. */
export async function forgetSecretAnswers(tx: Queries, { table }: TextTable, id: Int64): Promise<void> {
  if (table !== 'api_keys' && table !== 'webhooks') return;
  const account = tx
    .selectFrom(table)
    .select('account_id')
    .where('id', '=', id as number);
  await forgetEncrypted(tx).where('account_id', '=', account).execute();
}

/** Makes the stored responses to invitations unusable: the invitation itself may be gone. */
export async function forgetInvitations(tx: Queries): Promise<void> {
  const inviting = tx
    .selectFrom('accounts')
    .select('id')
    .where((column) => column('organization_role', 'is not', null).or('role', '=', 'operator'));
  await forgetEncrypted(tx)
    .where('account_id', 'in', inviting)
    .where('method', '=', 'POST')
    .where('path', 'like', '/v1/organizations/%/invitations')
    .execute();
}

/** Erases the answers to messages whose text is erased, and the stored responses with a copy of them: they are written to the person. */
export async function eraseAnswers(tx: Queries, sequences: readonly number[]): Promise<void> {
  if (sequences.length === 0) return;
  const erased = tx.selectFrom('messages').where('sequence', 'in', sequences).where('message', '=', ERASED);
  const threads = await erased.select(['id', 'sequence']).execute();
  if (threads.length === 0) return;
  const answered = threads.map(({ sequence }) => sequence);
  await tx.updateTable('message_answers').set({ message: ERASED }).where('message_sequence', 'in', answered).execute();
  for (const { id } of threads)
    await forgetAnswers(tx)
      .where('path', 'in', [`/v1/inbox/${id}`, `/v1/inbox/${id}/answers`])
      .execute();
}

/** What staff note about an order: it is about the adopter, whether or not it names the person. */
export interface NoteOnOrder {
  readonly id: number;
  readonly orderId: number;
  readonly note: string;
}

/** The notes on orders that the person adopts with, oldest first. */
export async function notesOnOrders(read: Queries, address: Address, ids: readonly number[]): Promise<NoteOnOrder[]> {
  const found: NoteOnOrder[] = [];
  for (const some of chunks(ids, rowsAtOnce)) {
    const rows = await read
      .selectFrom('order_notes')
      .innerJoin('orders', 'orders.id', 'order_notes.order_id')
      .select(['order_notes.id', 'order_id', 'order_notes.note', 'adopter_email'])
      .where('order_id', 'in', some)
      .orderBy('order_notes.id')
      .execute();
    for (const { id, order_id: orderId, note, adopter_email: email } of rows)
      if (address.is(email)) found.push({ id, orderId, note });
  }
  return found;
}

/** Removes the notes on orders whose adopter is erased, and the stored responses with them. Returns how many notes there were. */
export async function removeNotes(tx: Queries, orderIds: readonly number[]): Promise<number> {
  let removed = 0;
  for (const ids of chunks(orderIds, rowsAtOnce)) {
    const notes = await tx.deleteFrom('order_notes').where('order_id', 'in', ids).executeTakeFirstOrThrow();
    removed += Number(notes.numDeletedRows);
    const paths = ids.map((id) => `/v1/store/orders/${id}/notes`);
    await forgetAnswers(tx).where('method', '=', 'POST').where('path', 'in', paths).execute();
  }
  return removed;
}

/** The deliveries of these events. Deliveries of earlier versions have a copy of the event, and are found themselves. */
export async function deliveriesOfEvents(db: Queries, events: readonly Key[]): Promise<number[]> {
  const found: number[] = [];
  for (const some of chunks(events, rowsAtOnce)) {
    const sequences = some.map(([sequence]) => Number(sequence));
    const rows = db.selectFrom('deliveries').select('id').where('event_sequence', 'in', sequences);
    found.push(...(await rows.execute()).map(({ id }) => id));
  }
  return found;
}

/** Erases what receivers answered to deliveries whose event changes: they may answer with a part of what they received. */
export async function eraseEchoes(tx: Queries, deliveries: readonly number[]): Promise<void> {
  for (const some of chunks(deliveries, rowsAtOnce))
    await tx
      .updateTable('delivery_attempts')
      .set({ response_headers: null, response_body: ERASED, long_of: null })
      .where('delivery_id', 'in', some)
      .where('response_status', 'is not', null)
      .execute();
}
