import { sql } from 'kysely';
import type { Database, Queries } from '../../database/database.ts';
import type { EventKind } from '../../vocabulary/event-kinds.ts';
import type { Outcome } from '../sending/attempt.ts';
import type { WaitingWebhook } from '../sending/fair-share.ts';
import { addAttempt } from './attempts.ts';
import { deliveryReading, newDelivery } from './reading.ts';
import type { Delivery } from './schema.ts';

export interface NewDelivery {
  readonly webhookId: number;
  readonly eventId: string;
  readonly kind: string;
  /** The event as JSON: the same bytes in every attempt. */
  readonly body: string;
}

/** The right to make one attempt, until the claim expires. */
export interface Claim extends NewDelivery {
  readonly deliveryId: number;
  /** How many attempts were made before. */
  readonly attempts: number;
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/** The state of a delivery after an attempt. */
export interface Settlement {
  readonly status: Delivery['status'];
  /** When the attempt was made, and when the next one is due: null if none follows. */
  readonly attemptedMs: number;
  readonly nextAttemptMs: number | null;
}

/** An attempt takes at most 15 seconds: a process that holds a claim for longer, in real time, is dead. */
const claimMs = 20_000;
/** A webhook whose attempts have all failed for so long is unproven. */
const failingMs = 60_000;
/** The name of the fan-out among the readers of the outbox. */
const reader = 'webhooks';
const sweptRows = 500;
const insertedRows = 200;

interface WaitingRow {
  readonly webhookId: number;
  readonly accountId: number;
  readonly url: string;
  /** 1 if so. */
  readonly proven: number;
  /** 1 if so. */
  readonly due: number;
  readonly inFlight: unknown;
}

interface DeliveryTimes {
  readonly now: () => number;
  /** The real time: no process loses a claim because staging's clock is advanced. */
  readonly wallNow: () => number;
}

export function deliveryStore(database: Database, { now, wallNow }: DeliveryTimes) {
  const { read } = database;
  const rowOf = ({ webhookId, eventId, kind, body }: NewDelivery) => ({
    webhook_id: webhookId,
    event_id: eventId,
    kind,
    body,
    status: 'pending',
    attempts: 0,
    next_attempt_at: now(),
    created_at: now(),
  });

  const add = async (tx: Queries, delivery: NewDelivery): Promise<Delivery> =>
    newDelivery(await tx.insertInto('deliveries').values(rowOf(delivery)).returningAll().executeTakeFirstOrThrow());

  return {
    add,

    ...deliveryReading(database),

    /** Adds deliveries that are due at once. */
    async addAll(tx: Queries, deliveries: readonly NewDelivery[]) {
      for (let start = 0; start < deliveries.length; start += insertedRows) {
        const rows = deliveries.slice(start, start + insertedRows).map(rowOf);
        await tx.insertInto('deliveries').values(rows).execute();
      }
    },

    /** Adds another delivery of the same event to the same webhook, with a schedule of its own. */
    async repeat(tx: Queries, { id }: Delivery): Promise<Delivery> {
      const found = await tx
        .selectFrom('deliveries')
        .select(['webhook_id as webhookId', 'event_id as eventId', 'kind', 'body'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return add(tx, found);
    },

    /** Deletes the deliveries of these kinds of events to the account's webhooks. */
    async forget(tx: Queries, accountId: number, kinds: readonly EventKind[]) {
      const own = tx.selectFrom('webhooks').select('id').where('account_id', '=', accountId);
      await tx.deleteFrom('deliveries').where('webhook_id', 'in', own).where('kind', 'in', kinds).execute();
    },

    /** Up to `count` webhooks with pending deliveries and an id above `afterWebhookId`, and whether an attempt is due now. */
    async waiting(afterWebhookId: number, count: number): Promise<(WaitingWebhook & { readonly isDue: boolean })[]> {
      const nowMs = now();
      const wallMs = wallNow();
      // Goes from webhook to webhook along the index: the cost does not depend on how many deliveries wait.
      const next = (after: unknown) =>
        sql`(select webhook_id from deliveries where webhook_id > ${after} and next_attempt_at is not null order by webhook_id limit 1)`;
      const { rows } = await sql<WaitingRow>`
        with recursive ahead(webhook_id, nth) as (
          select ${next(afterWebhookId)}, 1
          union all
          select ${next(sql.ref('ahead.webhook_id'))}, nth + 1 from ahead where webhook_id is not null and nth < ${count}
        )
        select
          ahead.webhook_id as "webhookId",
          webhooks.account_id as "accountId",
          url,
          case when is_proven = 1 and (failing_since is null or failing_since > ${nowMs - failingMs}) then 1 else 0 end as proven,
          (select count(*) from deliveries where webhook_id = webhooks.id and claimed_until > ${wallMs}) as "inFlight",
          case when disabled_at is null and deleted_at is null and accounts.suspended_at is null
            and organizations.suspended_at is null and exists (
            select 1 from deliveries
            where webhook_id = webhooks.id
              and next_attempt_at <= ${nowMs}
              and (claimed_until is null or claimed_until <= ${wallMs})
          ) then 1 else 0 end as due
        from ahead
          join webhooks on webhooks.id = ahead.webhook_id
          join accounts on accounts.id = webhooks.account_id
          left join organizations on organizations.id = accounts.organization_id
        order by ahead.webhook_id`.execute(read);
      return rows.map(({ webhookId, accountId, url, proven, inFlight, due }) => ({
        webhookId,
        accountId,
        host: new URL(url).hostname,
        isProven: proven === 1,
        inFlight: Number(inFlight),
        isDue: due === 1,
      }));
    },

    /** How many deliveries are pending, counted up to `most`. */
    async backlog(most: number): Promise<number> {
      const some = read.selectFrom('deliveries').select('id').where('next_attempt_at', 'is not', null);
      const { count } = await read
        .selectFrom(some.limit(most).as('some'))
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Claims up to `count` due deliveries of the webhook. If the process dies, another can claim them after 20 seconds. */
    async claim(tx: Queries, webhookId: number, count: number): Promise<Claim[]> {
      const wallMs = wallNow();
      const due = tx
        .selectFrom('deliveries')
        .where('webhook_id', '=', webhookId)
        .where('next_attempt_at', '<=', now())
        .where((column) => column('claimed_until', 'is', null).or('claimed_until', '<=', wallMs));
      const oldest = due.select('id').orderBy('next_attempt_at').orderBy('id').limit(count);
      const rows = await tx
        .updateTable('deliveries')
        .set({ claimed_until: wallMs + claimMs })
        .where('id', 'in', oldest)
        // Repeated, since another process may have claimed a row while this statement waited for its lock.
        .where((column) => column('claimed_until', 'is', null).or('claimed_until', '<=', wallMs))
        .returning(['id as deliveryId', 'webhook_id as webhookId', 'event_id as eventId', 'kind', 'body', 'attempts'])
        .execute();
      return rows.toSorted((a, b) => a.deliveryId - b.deliveryId);
    },

    /** Gives back the claim of an attempt that was not made. */
    async release(tx: Queries, { deliveryId, attempts }: Claim) {
      await tx
        .updateTable('deliveries')
        .set({ claimed_until: null })
        .where('id', '=', deliveryId)
        .where('attempts', '=', attempts)
        .execute();
    },

    /** Records the outcome of an attempt. False if another process has recorded the same attempt, or the delivery is deleted. */
    async settle(tx: Queries, claim: Claim, url: string, outcome: Outcome, next: Settlement) {
      const { webhookId, deliveryId, attempts, body } = claim;
      const settled = await tx
        .updateTable('deliveries')
        .set({
          status: next.status,
          attempts: attempts + 1,
          next_attempt_at: next.nextAttemptMs,
          claimed_until: null,
        })
        .where('id', '=', deliveryId)
        .where('attempts', '=', attempts)
        .returning((column) => column.case().when('body', '=', body).then(1).else(0).end().as('isSame'))
        .executeTakeFirst();
      if (settled === undefined) return false;
      const attempt = { webhookId, deliveryId, number: attempts + 1, attemptedMs: next.attemptedMs, url, outcome };
      // A receiver may quote the body that was sent; if an erasure has changed it since, the quotation must not stay.
      await addAttempt(tx, attempt, settled.isSame === 1);
      return true;
    },

    /** Deletes a bounded number of deliveries up to the time `endMs`. Returns whether there may be more. */
    async sweep(tx: Queries, endMs: number): Promise<boolean> {
      const oldest = tx.selectFrom('deliveries').select(['id', 'created_at']).orderBy('id').limit(sweptRows);
      const past = tx.selectFrom(oldest.as('oldest')).select('id').where('created_at', '<=', endMs);
      const { numDeletedRows } = await tx.deleteFrom('deliveries').where('id', 'in', past).executeTakeFirst();
      return numDeletedRows === BigInt(sweptRows);
    },

    /** The sequence of the last event of which the deliveries are made. */
    async position(): Promise<number> {
      const { sequence } = await read
        .selectFrom('outbox_readers')
        .select('sequence')
        .where('name', '=', reader)
        .executeTakeFirstOrThrow();
      return sequence;
    },

    /** False if another process has moved the position. */
    async movePosition(tx: Queries, from: number, to: number): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('outbox_readers')
        .set({ sequence: to })
        .where('name', '=', reader)
        .where('sequence', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
