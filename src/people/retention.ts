import { type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import type { Outbox } from '../database/outbox.ts';
import { SERVICE } from '../vocabulary/actors.ts';
import { OPEN_STATUSES } from '../vocabulary/order-lifecycle.ts';
import { daysBefore } from '../vocabulary/retention.ts';
import { eraseAnswers } from './copies.ts';
import { NOTHING } from './counts.ts';
import { ERASED, WITHOUT_ADOPTER, WITHOUT_APPLICANT, WITHOUT_SENDER } from './rewriting.ts';
import type { PersonNotice } from './schema.ts';

const rowsAtOnce = 200;

// The partial indexes of the migrations 0008 and 0017 have these conditions, word for word. A list of the statuses would lead SQLite to other indexes.
const closedWithPerson = sql<SqlBool>`status <> 'placed' and status <> 'approved' and (adopter_email is not null or note is not null or answers is not null or message_to_adopter is not null)`;
/** The condition of the index of the migration 0057. */
const endedWithPerson = sql<SqlBool>`status <> 'submitted' and status <> 'in_review' and adopter_email is not null`;
const withText = sql<SqlBool>`message <> ${sql.lit(ERASED)}`;
const isSettled = sql<SqlBool>`status <> 'queued' and status <> 'processing'`;

/**
 * Returns the job that erases what is older than `days` days: adopter and texts of orders and applications that ended before then, older notes on them, and
 * the text, the sender and the answers of messages that were delivered or failed before then. Copies in events and deliveries are swept no
 * later than that; in the last event, once the event of this erasure follows it.
 */
export function openRetention(parts: {
  readonly database: Database;
  readonly outbox: Outbox;
  /** Undefined while the time is untrusted. */
  readonly now: () => number | undefined;
  readonly days: number;
}): (stop: AbortSignal) => Promise<void> {
  const { database, outbox, now, days } = parts;

  const oldOrders = (db: Queries, endMs: number) =>
    db
      .selectFrom('orders')
      .select('id')
      .where(closedWithPerson)
      .where('updated_at', '<=', endMs)
      .orderBy('updated_at')
      .limit(rowsAtOnce);
  const oldApplications = (db: Queries, endMs: number) =>
    db
      .selectFrom('applications')
      .select('id')
      .where(endedWithPerson)
      .where('updated_at', '<=', endMs)
      .orderBy('updated_at')
      .limit(rowsAtOnce);
  const oldMessages = (db: Queries, endMs: number) =>
    db
      .selectFrom('messages')
      .select('sequence')
      .where(withText)
      .where(isSettled)
      .where('created_at', '<=', endMs)
      .where(sql<SqlBool>`coalesce(delivered_at, created_at) <= ${endMs}`)
      .orderBy('created_at')
      .limit(rowsAtOnce);

  const oldNotes = (db: Queries, endMs: number) =>
    db
      .selectFrom('order_notes')
      .innerJoin('orders', 'orders.id', 'order_notes.order_id')
      .select('order_notes.id')
      .where('order_notes.created_at', '<=', endMs)
      .where('orders.status', 'not in', OPEN_STATUSES)
      .where('orders.updated_at', '<=', endMs)
      .orderBy('order_notes.created_at')
      .limit(rowsAtOnce);

  const hasOld = async (db: Queries, endMs: number): Promise<boolean> =>
    (await oldOrders(db, endMs).limit(1).executeTakeFirst()) !== undefined ||
    (await oldApplications(db, endMs).limit(1).executeTakeFirst()) !== undefined ||
    (await oldMessages(db, endMs).limit(1).executeTakeFirst()) !== undefined ||
    (await oldNotes(db, endMs).limit(1).executeTakeFirst()) !== undefined;

  async function eraseSome(tx: Queries, endMs: number): Promise<void> {
    const orders = await tx
      .updateTable('orders')
      .set(({ eb }) => ({ ...WITHOUT_ADOPTER, version: eb('version', '+', 1) }))
      .where('id', 'in', oldOrders(tx, endMs))
      .executeTakeFirst();
    const applications = await tx
      .updateTable('applications')
      .set(WITHOUT_APPLICANT)
      .where('id', 'in', oldApplications(tx, endMs))
      .executeTakeFirst();
    const messages = await tx
      .updateTable('messages')
      .set(WITHOUT_SENDER)
      .where('sequence', 'in', oldMessages(tx, endMs))
      .returning('sequence')
      .execute();
    await eraseAnswers(
      tx,
      messages.map(({ sequence }) => sequence),
    );
    const notes = await tx.deleteFrom('order_notes').where('id', 'in', oldNotes(tx, endMs)).executeTakeFirst();
    const counts = {
      orders: Number(orders.numUpdatedRows),
      applications: Number(applications.numUpdatedRows),
      messages: messages.length,
      others: Number(notes.numDeletedRows),
    };
    // Another process may have been first.
    if (counts.orders + counts.applications + counts.messages + counts.others === 0) return;
    const notice: PersonNotice = { reason: 'retention', ...NOTHING, ...counts };
    await outbox.append(tx, 'person.erased', notice, { by: SERVICE });
  }

  return async (stop) => {
    const nowMs = now();
    if (nowMs === undefined) return;
    const endMs = daysBefore(nowMs, days);
    // Looking first needs no write lock.
    while (!stop.aborted && (await hasOld(database.read, endMs)))
      await database.transaction((tx) => eraseSome(tx, endMs));
  };
}
