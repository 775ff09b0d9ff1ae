import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Database, Queries } from '../database/database.ts';
import { isPublicOrganization } from '../database/listed.ts';
import { newest } from '../database/newest.ts';
import type { Outbox } from '../database/outbox.ts';
import type { Tables } from '../database/tables.ts';
import type { Now, RealNow } from '../time/clock.ts';
import { SERVICE } from '../vocabulary/actors.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { Message, MessageSender, MessageStatus } from './schema.ts';

/** An item of a list of messages, in order of acceptance. */
export interface Listed<Item> {
  /** Its position in that order: a newer message has a higher one. */
  readonly id: number;
  readonly item: Item;
}

/** Who sends a message, and about what. */
interface Sender {
  readonly accountId: number;
  /** A visitor sends it with a publishable key of the account, which then may not read it. */
  readonly byVisitor: boolean;
  readonly about: MessageSubject | undefined;
  /** The order whose adopter sends it, through the link to it. */
  readonly orderId?: number;
  readonly from: MessageSender | undefined;
  readonly locale?: string | undefined;
}

/** An animal, and its organization, which receives the message if it is public; otherwise the operators do. */
interface MessageSubject {
  readonly petId: number;
  readonly organizationId: number | undefined;
}

/** The right to deliver a message for a limited time. A later claim of the same message ends it. */
export interface Claim {
  readonly sequence: number;
  /** The number of claims so far, different for each claim of a message. */
  readonly attempt: number;
}

/** `queued → processing → delivered | failed`. A `delivered` message is in the inbox of its receiver: one row is both. */
export type MessageStore = ReturnType<typeof messageStore>;

const claimMs = 20_000;
const maxAttempts = 5;

type Row = Selectable<Tables['messages']>;

export function messageStore(
  { read }: Database,
  outbox: Outbox,
  options: {
    readonly now: Now;
    /** The real time: no process loses a claim because staging's clock is advanced. */
    readonly realNow: RealNow;
    readonly newId: (prefix: string) => string;
  },
) {
  const { now, realNow, newId } = options;

  /** No valid claim exists: the message is queued, or its claim has expired. */
  const isDue = (column: ExpressionBuilder<Tables, 'messages'>): Expression<SqlBool> =>
    column('status', 'in', ['queued', 'processing']).and(
      column('claimed_until', 'is', null).or('claimed_until', '<=', realNow()),
    );

  /** Reports the final status of a message to its sender, unless that was a visitor, and to the organization that receives it. */
  const report = (tx: Queries, row: Row) =>
    outbox.append(tx, row.status === 'failed' ? 'message.failed' : 'message.delivered', messageOf(row), {
      by: SERVICE,
      accountId: row.by_visitor === null ? row.account_id : undefined,
      organizationId: row.organization_id ?? undefined,
    });

  async function giveUp(tx: Queries, count: number): Promise<void> {
    const failed = await tx
      .updateTable('messages')
      .set({ status: 'failed', claimed_until: null })
      .where('sequence', 'in', oldestDue(tx, 'processing', count).where('attempts', '>=', maxAttempts))
      .where(isDue)
      .returningAll()
      .execute();
    for (const row of failed) await report(tx, row);
  }

  const oldestDue = (tx: Queries, status: MessageStatus, count: number) =>
    tx
      .selectFrom('messages')
      .select('sequence')
      .where('status', '=', status)
      .where(isDue)
      .orderBy('sequence')
      .limit(count);

  return {
    async add(
      tx: Queries,
      { accountId, byVisitor, about, orderId, from, locale }: Sender,
      text: string,
    ): Promise<Message> {
      const receiver = await tx
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', about?.organizationId ?? null)
        .where(isPublicOrganization)
        .executeTakeFirst();
      const row = {
        id: newId('msg'),
        account_id: accountId,
        message: text,
        status: 'queued',
        attempts: 0,
        claimed_until: null,
        created_at: now(),
        delivered_at: null,
        organization_id: receiver?.id ?? null,
        pet_id: about?.petId ?? null,
        by_visitor: byVisitor ? 1 : null,
        from_name: from?.name ?? null,
        from_email: from?.email ?? null,
        assignee_id: null,
        order_id: orderId ?? null,
        locale: locale ?? null,
      };
      await tx.insertInto('messages').values(row).execute();
      return messageOf(row);
    },

    /** A message that the account sent. */
    async find(accountId: number, id: string): Promise<Message | undefined> {
      const row = await read
        .selectFrom('messages')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('by_visitor', 'is', null)
        .executeTakeFirst();
      return row === undefined ? undefined : messageOf(row);
    },

    /** Up to `count` messages that the account sent with positions below `before`, newest first. */
    async list(accountId: number, count: number, before: Int64 | undefined): Promise<Listed<Message>[]> {
      const sent = read.selectFrom('messages').selectAll().where('account_id', '=', accountId);
      const rows = await newest(sent.where('by_visitor', 'is', null), count, before, 'sequence');
      return rows.map((row) => ({ id: row.sequence, item: messageOf(row) }));
    },

    /** Removes the messages that the account sent, or visitors with its keys, and the answers to them. */
    async removeOf(tx: Queries, accountId: number): Promise<void> {
      const sent = tx.selectFrom('messages').select('sequence').where('account_id', '=', accountId);
      await tx.deleteFrom('message_answers').where('message_sequence', 'in', sent).execute();
      await tx.deleteFrom('messages').where('account_id', '=', accountId).execute();
    },

    /** Whether any message can be claimed. */
    async hasDue(): Promise<boolean> {
      return (
        (await read.selectFrom('messages').select('sequence').where(isDue).limit(1).executeTakeFirst()) !== undefined
      );
    },

    /** The number of messages that are neither delivered nor failed, counted up to `most`. */
    waiting(most: number): Promise<number> {
      const some = read.selectFrom('messages').select('sequence').where('status', 'in', ['queued', 'processing']);
      return countUpTo(read, some, most);
    },

    /** Claims up to `count` waiting messages, oldest first. A message that was claimed too often fails instead. */
    async claim(tx: Queries, count: number): Promise<Claim[]> {
      await giveUp(tx, count);
      const claims: Claim[] = [];
      // One status at a time: each then follows the index, however many others wait.
      for (const status of ['processing', 'queued'] as const) {
        const rows = await tx
          .updateTable('messages')
          .set(({ eb }) => ({
            status: 'processing',
            attempts: eb('attempts', '+', 1),
            claimed_until: realNow() + claimMs,
          }))
          .where('sequence', 'in', oldestDue(tx, status, count - claims.length))
          // Checked again: another process may have claimed a row while this statement waited for it.
          .where(isDue)
          .returning(['sequence', 'attempts as attempt'])
          .execute();
        claims.push(...rows);
      }
      return claims.toSorted((a, b) => a.sequence - b.sequence);
    },

    /** Delivers the message to the inbox. Does nothing if the claim is no longer valid. */
    async deliver(tx: Queries, { sequence, attempt }: Claim) {
      const row = await tx
        .updateTable('messages')
        .set({ status: 'delivered', claimed_until: null, delivered_at: now() })
        .where('sequence', '=', sequence)
        .where('status', '=', 'processing')
        .where('attempts', '=', attempt)
        .returningAll()
        .executeTakeFirst();
      if (row !== undefined) await report(tx, row);
    },
  };
}

export const messageOf = (row: Pick<Row, 'id' | 'message' | 'status' | 'created_at'>): Message => ({
  id: row.id,
  message: row.message,
  status: row.status as MessageStatus,
  createdAt: timestamp(row.created_at),
});
