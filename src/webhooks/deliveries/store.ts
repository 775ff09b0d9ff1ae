import { type RawBuilder, sql } from 'kysely';
import { countUpTo } from '../../database/count-up-to.ts';
import type { Database, Queries } from '../../database/database.ts';
import { deleteOldest } from '../../database/delete-oldest.ts';
import type { Now, RealNow } from '../../time/clock.ts';
import type { EventKind } from '../../vocabulary/event-kinds.ts';
import type { Outcome } from '../sending/attempt.ts';
import type { WaitingWebhook } from '../sending/fair-share.ts';
import { enabled } from '../store.ts';
import { addAttempt } from './attempts.ts';
import { bodiesOf, deliveryReading, type EventBodies, newDelivery } from './reading.ts';
import type { Delivery } from './schema.ts';

/** What is sent. */
interface SentEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly sequence: number;
  /** As JSON. */
  readonly body: string;
}

/** The right to make one attempt, until the claim expires. */
export interface Claim {
  readonly deliveryId: number;
  readonly webhookId: number;
  readonly eventId: string;
  /** The event as JSON: the same bytes in every attempt. */
  readonly body: string;
  /** How many attempts were made before. */
  readonly attempts: number;
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/** An attempt, and the state of its delivery afterwards. */
export interface Settlement {
  readonly status: Delivery['status'];
  /** When the attempt was made, and when the next one is due: null if none follows. */
  readonly attemptedMs: number;
  readonly nextAttemptMs: number | null;
  /** Where the attempt went, and what came of it. */
  readonly url: string;
  readonly outcome: Outcome;
}

/** An attempt takes at most 15 seconds: a process that holds a claim for longer, in real time, is dead. */
const claimMs = 20_000;
/** A webhook whose attempts have all failed for this time is unproven. */
const failingMs = 60_000;
/**
 * While all attempts fail, a webhook with this many deliveries to repeat gets a new one after this time at the earliest, and after that part of
 * the time for which they have failed: the cost of a dead endpoint does not grow with the events. One that has not answered 2xx
 * quickly before repeats a single delivery.
 */
const HELD = { retries: 5, unprovenRetries: 1, forMs: 60_000, part: 20 } as const;

/**
 * The ids of up to `count` webhooks with pending deliveries, for a recursive `ahead`. Goes from webhook to webhook along the index: the cost
 * does not depend on how many deliveries wait.
 */
function pending(afterWebhookId: number, count: number): RawBuilder<unknown> {
  const next = (after: unknown) =>
    sql`(select webhook_id from deliveries where webhook_id > ${after} and next_attempt_at is not null order by webhook_id limit 1)`;
  return sql`
    select ${next(afterWebhookId)}, 1
    union all
    select ${next(sql.ref('ahead.webhook_id'))}, nth + 1 from ahead where webhook_id is not null and nth < ${count}`;
}

/** A webhook that may have something to send. */
export interface Standing extends WaitingWebhook {
  /** When the next attempt of a delivery is due, of unclaimed ones; Infinity if there is none. */
  readonly dueMs: number;
  /** How many new deliveries may begin. */
  readonly mayBegin: number;
}

interface StandingRow {
  readonly webhookId: number;
  readonly accountId: number;
  readonly url: string;
  /** 1 if so. */
  readonly proven: number;
  /** 1 if so. */
  readonly failing: number;
  readonly dueMs: number | null;
  /** Null if any number may begin. */
  readonly begins: unknown;
  readonly inFlight: unknown;
}

interface DeliveryParts {
  readonly events: EventBodies;
  readonly now: Now;
  /** The real time: no process loses a claim because staging's clock is advanced. */
  readonly realNow: RealNow;
}

export function deliveryStore(database: Database, { events, now, realNow }: DeliveryParts) {
  const { read } = database;
  const unsent = () => ({ status: 'pending', attempts: 0, next_attempt_at: now(), created_at: now() });
  const rowOf = (webhookId: number, { id, kind, sequence }: SentEvent) => ({
    webhook_id: webhookId,
    event_id: id,
    kind,
    event_sequence: sequence,
    body: '',
    ...unsent(),
  });

  async function standingOf(webhookIds: readonly number[]): Promise<Standing[]> {
    const nowMs = now();
    const wallMs = realNow();
    const { rows } = await sql<StandingRow>`
      with found as (
        select
          webhooks.id, account_id, url, is_proven, failing_since,
          case when is_proven = 1 then ${sql.lit(HELD.retries)} else ${sql.lit(HELD.unprovenRetries)} end as most,
          case when failing_since is not null then (
            select count(*) from (
              select 1 as one from deliveries
              where webhook_id = webhooks.id and next_attempt_at is not null limit ${sql.lit(HELD.retries)}
            ) as counted
          ) end as open,
          case when disabled_at is null and deleted_at is null and accounts.suspended_at is null and accounts.awaiting is null
            and organizations.suspended_at is null then 1 else 0 end as is_on
        from webhooks
          join accounts on accounts.id = webhooks.account_id
          left join organizations on organizations.id = accounts.organization_id
        where webhooks.id in (${sql.join(webhookIds)})
      )
      select
        id as "webhookId",
        account_id as "accountId",
        url,
        case when is_proven = 1 and (failing_since is null or failing_since > ${nowMs - failingMs}) then 1 else 0 end as proven,
        case when failing_since is null then 0 else 1 end as failing,
        (select count(*) from deliveries where webhook_id = found.id and claimed_until > ${wallMs}) as "inFlight",
        case when is_on = 1 then (
          select next_attempt_at from deliveries
          where webhook_id = found.id
            and next_attempt_at is not null
            and (claimed_until is null or claimed_until <= ${wallMs})
          order by next_attempt_at limit 1
        ) end as "dueMs",
        case
          when is_on = 0 then 0
          when failing_since is null then null
          when open < most then most - open
          when exists (
            select 1 from (
              select created_at from deliveries where webhook_id = found.id order by id desc limit 1
            ) as newest
            where created_at > ${nowMs - HELD.forMs} or (${nowMs} - created_at) * ${HELD.part} < ${nowMs} - failing_since
          ) then 0
          else 1
        end as begins
      from found
      order by id`.execute(read);
    return rows.map(({ webhookId, accountId, url, inFlight, dueMs, ...row }) => ({
      webhookId,
      accountId,
      host: new URL(url).hostname,
      isProven: row.proven === 1,
      isFailing: row.failing === 1,
      inFlight: Number(inFlight),
      dueMs: dueMs ?? Infinity,
      mayBegin: row.begins === null ? Infinity : Number(row.begins),
    }));
  }

  return {
    /** Adds a delivery that is due at once. */
    async add(tx: Queries, webhookId: number, event: SentEvent): Promise<Delivery> {
      const row = tx.insertInto('deliveries').values(rowOf(webhookId, event)).returningAll();
      return newDelivery(await row.executeTakeFirstOrThrow());
    },

    ...deliveryReading(database, events),

    /** Adds deliveries with the claim on the first attempt. */
    async addClaimed(tx: Queries, webhookId: number, sent: readonly SentEvent[]): Promise<Claim[]> {
      const claimed = { claimed_until: realNow() + claimMs };
      const rows = await tx
        .insertInto('deliveries')
        .values(sent.map((event) => ({ ...rowOf(webhookId, event), ...claimed })))
        .returning(['id', 'event_sequence'])
        .execute();
      const ids = new Map(rows.map(({ id, event_sequence: sequence }) => [sequence, id]));
      return sent.flatMap(({ sequence, id: eventId, body }) => {
        const deliveryId = ids.get(sequence);
        return deliveryId === undefined ? [] : [{ deliveryId, webhookId, eventId, body, attempts: 0 }];
      });
    },

    /** Adds another delivery of the same event to the same webhook, with a schedule of its own. */
    async repeat(tx: Queries, { id }: Delivery): Promise<Delivery> {
      const found = await tx
        .selectFrom('deliveries')
        .select(['webhook_id', 'event_id', 'kind', 'event_sequence', 'body'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const row = tx.insertInto('deliveries').values({ ...found, ...unsent() });
      return newDelivery(await row.returningAll().executeTakeFirstOrThrow());
    },

    /** The ids of up to `count` webhooks with pending deliveries, from the one above `afterWebhookId` on. */
    async waiting(afterWebhookId: number, count: number): Promise<number[]> {
      const { rows } = await sql<{ webhookId: number }>`
        with recursive ahead(webhook_id, nth) as (${pending(afterWebhookId, count)})
        select webhook_id as "webhookId" from ahead where webhook_id is not null order by webhook_id`.execute(read);
      return rows.map(({ webhookId }) => webhookId);
    },

    standingOf,

    /** How many deliveries are pending, counted up to `most`. */
    backlog(most: number): Promise<number> {
      const some = read.selectFrom('deliveries').select('id').where('next_attempt_at', 'is not', null);
      return countUpTo(read, some, most);
    },

    /** For how long the oldest due attempt of up to `count` webhooks that are on has been due, in milliseconds; 0 if none is. */
    async overdueMs(count: number): Promise<number> {
      const on = enabled(read).select('webhooks.id').whereRef('webhooks.id', '=', sql.ref('ahead.webhook_id'));
      const { rows } = await sql<{ atMs: number | null }>`
        with recursive ahead(webhook_id, nth) as (${pending(0, count)})
        select min((
          select min(next_attempt_at) from deliveries
          where webhook_id = ahead.webhook_id and next_attempt_at is not null
        )) as "atMs"
        from ahead where exists ${on}`.execute(read);
      return Math.max(0, now() - (rows[0]?.atMs ?? now()));
    },

    /** Claims up to `count` due deliveries of the webhook. If the process dies, another can claim them after 20 seconds. */
    async claim(tx: Queries, webhookId: number, count: number): Promise<Claim[]> {
      const wallMs = realNow();
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
        .returning(['id', 'event_id', 'event_sequence', 'body', 'attempts'])
        .execute();
      const bodies = await bodiesOf(tx, events, rows);
      const claims = rows.flatMap(({ id: deliveryId, event_id: eventId, attempts }, i): Claim[] => {
        const body = bodies[i];
        return body === undefined ? [] : [{ deliveryId, webhookId, eventId, body, attempts }];
      });
      return claims.toSorted((a, b) => a.deliveryId - b.deliveryId);
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
    async settle(tx: Queries, claim: Claim, { url, outcome, ...next }: Settlement) {
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
        .returning(['event_sequence', 'body'])
        .executeTakeFirst();
      if (settled === undefined) return false;
      const [sent] = await bodiesOf(tx, events, [settled]);
      const attempt = { webhookId, deliveryId, number: attempts + 1, attemptedMs: next.attemptedMs, url, outcome };
      // A receiver may quote the body that was sent; if an erasure has changed it since, the quotation must not stay.
      await addAttempt(tx, attempt, sent === body);
      return true;
    },

    /** Deletes a bounded number of deliveries up to the time `endMs`. Returns whether there may be more. */
    sweep: (tx: Queries, endMs: number): Promise<boolean> =>
      deleteOldest(tx, 'deliveries', { order: 'id', at: 'created_at', upTo: endMs, key: ['id'] }),
  };
}

/** Deletes the deliveries of these kinds of events to the account's webhooks. */
export async function forgetDeliveries(tx: Queries, accountId: number, kinds: readonly EventKind[]): Promise<void> {
  const own = tx.selectFrom('webhooks').select('id').where('account_id', '=', accountId);
  await tx.deleteFrom('deliveries').where('webhook_id', 'in', own).where('kind', 'in', kinds).execute();
}
