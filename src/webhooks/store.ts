import { setImmediate } from 'node:timers/promises';
import type { Updateable } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { newest } from '../database/newest.ts';
import type { Outbox } from '../database/outbox.ts';
import type { Tables } from '../database/tables.ts';
import { chunks } from '../kit/chunks.ts';
import { aboutWebhook, type Sealing } from '../secrets/sealing.ts';
import type { Now } from '../time/clock.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { EventKind, WantedKind } from '../vocabulary/event-kinds.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { type Gap, type Position, resumed } from './gaps.ts';
import type { NewWebhook, Webhook, WebhookPatch } from './schema.ts';
import { newSecret, SECRET_OVERLAP_MS } from './sending/signature.ts';
import { announce, storedOf, type StoredWebhook, webhookColumns } from './webhook-row.ts';

/** A webhook, and the events that it receives. */
export interface Subscriber extends Position {
  readonly webhookId: number;
  readonly accountId: number;
  readonly organizationId: number | undefined;
  readonly kinds: ReadonlySet<WantedKind>;
  /** It receives only the events that concern the account. */
  readonly isConcernedOnly: boolean;
  /** It is not disabled, nor its account suspended. */
  readonly isOn: boolean;
}

/** Only `sweep` sees deleted webhooks. */
export type WebhookStore = ReturnType<typeof webhookStore>;

const sweptRows = 500;
const movedRows = 1_000;
const readRows = 100;
/** The name in `outbox_readers`. */
const reader = 'webhooks';

export function webhookStore(
  { read }: Database,
  outbox: Outbox,
  options: {
    readonly now: Now;
    readonly random: (size: number) => Uint8Array;
    readonly seal: Sealing['seal'];
  },
) {
  const { now, random, seal } = options;
  const ofAccount = (db: Queries, accountId: number) =>
    db
      .selectFrom('webhooks')
      .select(webhookColumns)
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null);

  async function remove(tx: Queries, { webhook }: StoredWebhook, by: Actor): Promise<void> {
    await tx
      .updateTable('webhooks')
      .set({ deleted_at: now(), secret: '', previous_secret: null })
      .where('id', '=', webhook.id)
      .execute();
    await announce({ tx, by }, outbox, 'webhook.deleted', webhook);
  }

  return {
    /** Up to `count` webhooks of the account with an id below `before`, newest first. */
    list: async (accountId: number, count: number, before: Int64 | undefined): Promise<Webhook[]> =>
      (await newest(ofAccount(read, accountId), count, before)).map((row) => storedOf(row).webhook),

    /** Reads in the transaction, or committed data without one. */
    async find(accountId: number, id: Int64, db: Queries = read): Promise<StoredWebhook | undefined> {
      const row = await ofAccount(db, accountId)
        .where('id', '=', id as number)
        .executeTakeFirst();
      return row === undefined ? undefined : storedOf(row);
    },

    /** Of all webhooks of the account. Reads in the transaction, or committed data without one. */
    ids: async (accountId: number, db: Queries = read): Promise<number[]> =>
      (await ofAccount(db, accountId).execute()).map(({ id }) => id),

    async add(tx: Queries, accountId: number, { url, events, description, disabled = false }: NewWebhook, by: Actor) {
      const nowMs = now();
      const secret = newSecret(random);
      const last = await lastSequence(tx);
      const row = await tx
        .insertInto('webhooks')
        .values({
          account_id: accountId,
          url,
          events: [...new Set(events)].join(' '),
          after_sequence: last,
          description: description ?? null,
          disabled_at: disabled ? nowMs : null,
          paused_after: disabled ? last : null,
          // It is sealed for the id, which the database assigns.
          secret: '',
          version: 1,
          created_at: nowMs,
          updated_at: nowMs,
        })
        .returning(webhookColumns)
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('webhooks')
        .set({ secret: seal(secret, aboutWebhook(row.id)) })
        .where('id', '=', row.id)
        .execute();
      const added = storedOf(row);
      await announce({ tx, by }, outbox, 'webhook.created', added.webhook);
      return { ...added, secret };
    },

    async save(tx: Queries, found: StoredWebhook, patch: WebhookPatch, by: Actor): Promise<StoredWebhook> {
      const { webhook } = found;
      const url = patch.url ?? webhook.url;
      const events = [...new Set(patch.events ?? webhook.events)].join(' ');
      const description = patch.description === undefined ? (webhook.description ?? null) : patch.description;
      const disabled = patch.disabled ?? webhook.disabled;
      const isSame =
        url === webhook.url &&
        events === webhook.events.join(' ') &&
        description === (webhook.description ?? null) &&
        disabled === webhook.disabled;
      if (isSame) return found;
      const nowMs = now();
      const last = await lastSequence(tx);
      const switched = disabled
        ? { disabled_at: nowMs, paused_after: last }
        : {
            disabled_at: null,
            disabled_reason: null,
            failing_since: null,
            notices: null,
            ...columnsOf(resumed(await subscriber(tx, webhook.id), last)),
          };
      const change = {
        url,
        events,
        description,
        // The endpoint's record concerns the previous URL.
        ...(url === webhook.url ? {} : { failing_since: null, is_proven: null, notices: null }),
        ...(disabled === webhook.disabled ? {} : switched),
      };
      const saved = await update(tx, found, change, nowMs);
      await announce({ tx, by }, outbox, 'webhook.updated', saved.webhook);
      return saved;
    },

    /** Makes a new secret. For a day the previous one signs too. */
    async rollSecret(tx: Queries, found: StoredWebhook, by: Actor) {
      const nowMs = now();
      const secret = newSecret(random);
      const { secret: previous } = await tx
        .selectFrom('webhooks')
        .select('secret')
        .where('id', '=', found.webhook.id)
        .executeTakeFirstOrThrow();
      const overlap = { previous_secret: previous, previous_secret_until: nowMs + SECRET_OVERLAP_MS };
      const rolled = await update(
        tx,
        found,
        { secret: seal(secret, aboutWebhook(found.webhook.id)), ...overlap },
        nowMs,
      );
      await announce({ tx, by }, outbox, 'webhook.secret_rolled', rolled.webhook);
      return { ...rolled, secret };
    },

    remove,

    /** Removes all webhooks of the account. */
    async removeAll(tx: Queries, accountId: number, by: Actor): Promise<void> {
      for (const row of await ofAccount(tx, accountId).execute()) await remove(tx, storedOf(row), by);
    },

    /** The kinds with a waiting delivery. */
    async waitingKinds(tx: Queries, webhookId: number, kinds: readonly EventKind[]): Promise<EventKind[]> {
      const waiting: EventKind[] = [];
      // One look into the index for each kind, however many deliveries wait.
      for (const kind of kinds) {
        const delivery = await tx
          .selectFrom('deliveries')
          .select('id')
          .where('webhook_id', '=', webhookId)
          .where('kind', '=', kind)
          .where('next_attempt_at', 'is not', null)
          .limit(1)
          .executeTakeFirst();
        if (delivery !== undefined) waiting.push(kind);
      }
      return waiting;
    },

    /** Removes a bounded number of rows of deleted webhooks and their deliveries. Returns whether there may be more. */
    async sweep(tx: Queries): Promise<boolean> {
      const gone = await tx.selectFrom('webhooks').select('id').where('deleted_at', 'is not', null).executeTakeFirst();
      if (gone === undefined) return false;
      const left = tx.selectFrom('deliveries').select('id').where('webhook_id', '=', gone.id).limit(sweptRows);
      const { numDeletedRows } = await tx.deleteFrom('deliveries').where('id', 'in', left).executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) await tx.deleteFrom('webhooks').where('id', '=', gone.id).execute();
      return true;
    },

    subscriber,

    /** Of all webhooks. Reads a bounded number at a time, so that other requests come between. */
    async subscribers(): Promise<Subscriber[]> {
      const all: Subscriber[] = [];
      for (let isMore = true; isMore; await setImmediate()) {
        const next = subscriptions(read).where('webhooks.id', '>', all.at(-1)?.webhookId ?? 0);
        const rows = await next.orderBy('webhooks.id').limit(readRows).execute();
        all.push(...rows.map(subscriberOf));
        isMore = rows.length === readRows;
      }
      return all;
    },

    /** The last event up to which all webhooks that were not behind are noted. */
    async noted(): Promise<number> {
      const row = read.selectFrom('outbox_readers').select('sequence').where('name', '=', reader);
      return (await row.executeTakeFirstOrThrow()).sequence;
    },

    /** Notes that these webhooks, which are all that are not behind, have got all up to the sequence `at`. */
    async note(tx: Queries, webhookIds: readonly number[], at: number): Promise<void> {
      await move(tx, webhookIds, at);
      const row = tx.updateTable('outbox_readers').set({ sequence: at }).where('name', '=', reader);
      await row.where('sequence', '<', at).execute();
    },

    /** Notes that these webhooks have got all up to the sequence `at`. */
    move,

    /** Notes that these webhooks are off since the event with the sequence `at`. */
    async pause(tx: Queries, webhookIds: readonly number[], at: number): Promise<void> {
      const off = tx.updateTable('webhooks').set({ paused_after: at }).where('id', 'in', webhookIds);
      await off.where('paused_after', 'is', null).execute();
    },

    /** Notes that the webhook is on again, since the event with the sequence `at`. */
    async resume(tx: Queries, { webhookId }: Subscriber, at: number): Promise<void> {
      const position = await subscriber(tx, webhookId);
      if (position.pausedAfter !== null) await place(tx, webhookId, resumed(position, at));
    },

    /** Moves the webhook on. @param from as the same transaction has read it */
    advance(tx: Queries, { webhookId, ...from }: Subscriber, afterSequence: number): Promise<void> {
      const gaps = from.gaps.filter(([, upTo]) => upTo > afterSequence);
      return place(tx, webhookId, { ...from, afterSequence, gaps });
    },
  };
}

const subscriptions = (db: Queries) =>
  db
    .selectFrom('webhooks')
    .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
    .leftJoin('organizations', 'organizations.id', 'accounts.organization_id')
    .select(['webhooks.id', 'account_id', 'organization_id', 'approved_at', 'events'])
    .select(['after_sequence', 'paused_after', 'gaps', 'disabled_at'])
    .select(['accounts.suspended_at', 'awaiting', 'organizations.suspended_at as organization_suspended_at'])
    .where('deleted_at', 'is', null);

type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof subscriptions>['execute']>>[number];

const subscriberOf = (row: SubscriptionRow): Subscriber => ({
  webhookId: row.id,
  accountId: row.account_id,
  organizationId: row.organization_id ?? undefined,
  // Anybody can sign up: the cost of an animal's change must not grow with strangers.
  isConcernedOnly: row.approved_at === null && row.organization_id === null,
  kinds: new Set(row.events.split(' ') as WantedKind[]),
  isOn: [row.disabled_at, row.suspended_at, row.awaiting, row.organization_suspended_at].every((one) => one === null),
  afterSequence: row.after_sequence,
  pausedAfter: row.paused_after,
  gaps: row.gaps === null ? [] : (JSON.parse(row.gaps) as Gap[]),
});

const subscriber = async (db: Queries, webhookId: number): Promise<Subscriber> =>
  subscriberOf(await subscriptions(db).where('webhooks.id', '=', webhookId).executeTakeFirstOrThrow());

const columnsOf = ({ afterSequence, pausedAfter, gaps }: Position) => ({
  after_sequence: afterSequence,
  paused_after: pausedAfter,
  gaps: gaps.length === 0 ? null : JSON.stringify(gaps),
});

async function place(tx: Queries, webhookId: number, position: Position): Promise<void> {
  await tx.updateTable('webhooks').set(columnsOf(position)).where('id', '=', webhookId).execute();
}

async function move(tx: Queries, webhookIds: readonly number[], at: number): Promise<void> {
  const moved = tx.updateTable('webhooks').set({ after_sequence: at }).where('after_sequence', '<', at);
  for (const ids of chunks(webhookIds, movedRows)) await moved.where('id', 'in', ids).execute();
}

/** The enabled webhooks of accounts that may act. */
export const enabled = (db: Queries) =>
  db
    .selectFrom('webhooks')
    .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .leftJoin('organizations', 'organizations.id', 'accounts.organization_id')
    .where('accounts.suspended_at', 'is', null)
    .where('awaiting', 'is', null)
    .where('organizations.suspended_at', 'is', null);

async function update(
  tx: Queries,
  { webhook, version }: StoredWebhook,
  change: Updateable<Tables['webhooks']>,
  nowMs: number,
): Promise<StoredWebhook> {
  const row = await tx
    .updateTable('webhooks')
    .set({ ...change, version: version + 1, updated_at: nowMs })
    .where('id', '=', webhook.id)
    .returning(webhookColumns)
    .executeTakeFirstOrThrow();
  return storedOf(row);
}

/** The highest sequence of an event, in this transaction; 0 without events. */
export async function lastSequence(tx: Queries): Promise<number> {
  const row = await tx
    .selectFrom('events')
    .select(({ fn }) => fn.max('sequence').as('sequence'))
    .executeTakeFirst();
  return row?.sequence ?? 0;
}
