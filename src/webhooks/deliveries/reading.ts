import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../../database/database.ts';
import type { Pace } from '../../database/pace.ts';
import type { Tables } from '../../database/tables.ts';
import type { EventStore } from '../../events/store.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import { attemptOf, type AttemptRow, attemptsOf, SHORT_BODY } from './attempts.ts';
import type { AttemptDetails, Delivery, DeliveryFilters } from './schema.ts';

/** The last attempt failed. Word for word the condition of the partial index of migration 0026. */
export const lastFailed = sql<SqlBool>`(status = 'failed' or (status = 'pending' and attempts > 0))`;

const columns = [
  'deliveries.id',
  'webhook_id',
  'event_id',
  'kind',
  'status',
  'attempts',
  'next_attempt_at',
  'created_at',
  'attempted_at',
  'duration_ms',
  'response_status',
  'error',
] as const;

export type EventBodies = Pick<EventStore, 'bodies'>;

/** The reading of deliveries, by their owners. */
export function deliveryReading({ read, scanRows }: Database, events: EventBodies) {
  const withLastAttempt = (db: Queries) =>
    db
      .selectFrom('deliveries')
      .leftJoin('delivery_attempts', (join) =>
        join.onRef('delivery_id', '=', 'deliveries.id').onRef('number', '=', 'attempts'),
      )
      .select(columns)
      .select(sql<string | null>`substr(response_body, 1, ${sql.lit(SHORT_BODY)})`.as('response_body'));

  /** The ids of up to `count` deliveries of the webhooks from `from` on and below `before`, newest first. */
  async function idsIn(
    webhookIds: readonly number[],
    { statuses, conditions }: Wanted,
    count: number,
    { from, before }: { readonly from: number; readonly before: number },
  ): Promise<number[]> {
    const ofWebhook = (webhookId: number) => {
      let query = read
        .selectFrom('deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('id', '>=', from)
        .where('id', '<', before);
      for (const condition of conditions) query = query.where(condition);
      return query.orderBy('id', 'desc').limit(count);
    };
    // Each part goes along an index.
    const parts = webhookIds.flatMap((webhookId) =>
      statuses === undefined
        ? [ofWebhook(webhookId)]
        : statuses.map((status) => ofWebhook(webhookId).where('status', '=', status)),
    );
    const { rows } = await sql<{ id: number }>`
      ${sql.join(
        parts.map((part) => sql`select id from (${part}) as part`),
        sql` union all `,
      )} order by id desc limit ${count}`.execute(read);
    return rows.map(({ id }) => id);
  }

  const end = async (): Promise<number> => {
    const row = await read
      .selectFrom('deliveries')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst();
    return (row?.id ?? 0) + 1;
  };

  return {
    /** Up to `count` deliveries of the webhooks with an id below `before`, newest first. */
    async list(
      webhookIds: readonly number[],
      filters: DeliveryFilters,
      { count, before, pace }: { readonly count: number; readonly before: Int64 | undefined; readonly pace: Pace },
    ): Promise<Delivery[]> {
      if (webhookIds.length === 0) return [];
      const { status, hasFailed, types, createdSince } = filters;
      const sinceMs = createdSince === undefined ? undefined : Date.parse(createdSince);
      const wanted = wantedOf(filters, sinceMs);
      // Any other filter may reject many before it finds one.
      const isSearch = types !== undefined || sinceMs !== undefined || hasFailed === false || !isKnown(status);
      const ids: number[] = [];
      let position = before === undefined ? await end() : Number(before);
      if (isSearch) await pace(0);
      while (position > 0 && ids.length < count) {
        // A bounded number at a time, so that other requests come between.
        const from = isSearch ? Math.max(0, position - scanRows) : 0;
        ids.push(...(await idsIn(webhookIds, wanted, count - ids.length, { from, before: position })));
        if (ids.length < count && from > 0) {
          if (sinceMs !== undefined && (await isBefore(from, sinceMs))) break;
          await pace(position - from);
        }
        position = from;
      }
      if (ids.length === 0) return [];
      const rows = await withLastAttempt(read)
        .where('deliveries.id', 'in', ids)
        .orderBy('deliveries.id', 'desc')
        .execute();
      return rows.map(deliveryOf);
    },

    /** A delivery to one of the webhooks. Reads in the transaction, or committed data without one. */
    async find(webhookIds: readonly number[], id: Int64, db: Queries = read): Promise<Delivery | undefined> {
      if (webhookIds.length === 0) return undefined;
      const row = await withLastAttempt(db)
        .where('webhook_id', 'in', webhookIds)
        .where('deliveries.id', '=', id as number)
        .executeTakeFirst();
      return row === undefined ? undefined : deliveryOf(row);
    },

    /** What was sent and answered. */
    async details({ id }: Delivery): Promise<{ readonly body: string; readonly attemptLog: AttemptDetails[] }> {
      const row = await read
        .selectFrom('deliveries')
        .select(['event_sequence', 'body'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const [body] = await bodiesOf(read, events, [row]);
      return { body: body ?? '', attemptLog: await attemptsOf(read, id) };
    },
  };

  /** Whether the deliveries below this id began before that time. */
  async function isBefore(id: number, ms: number): Promise<boolean> {
    const row = await read
      .selectFrom('deliveries')
      .select('created_at')
      .where('id', '<', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    // Ids follow the time except for transactions that overlap.
    return row === undefined || row.created_at < ms - overlapMs;
  }
}

/** What the deliveries send. An event lives as long as its deliveries. */
export async function bodiesOf(
  db: Queries,
  events: EventBodies,
  rows: readonly Pick<Stored, 'event_sequence' | 'body'>[],
): Promise<(string | undefined)[]> {
  const bodies = await events.bodies(
    db,
    rows.flatMap(({ event_sequence: sequence }) => sequence ?? []),
  );
  return rows.map(({ event_sequence: sequence, body }) => (sequence === null ? body : bodies.get(sequence)));
}

const overlapMs = 60_000;

interface Wanted {
  /** Only these; undefined for any. */
  readonly statuses: readonly Delivery['status'][] | undefined;
  readonly conditions: readonly Expression<SqlBool>[];
}

/** All deliveries, or all that failed, are found along an index. */
const isKnown = (status: Delivery['status'] | undefined): boolean => status === undefined || status === 'failed';

function wantedOf({ status, hasFailed, types }: DeliveryFilters, sinceMs: number | undefined): Wanted {
  const conditions: Expression<SqlBool>[] = [];
  if (hasFailed === true || status === 'failed') conditions.push(lastFailed);
  if (hasFailed === false) conditions.push(sql<SqlBool>`not ${lastFailed}`);
  if (types !== undefined) conditions.push(sql<SqlBool>`kind in (${sql.join(types)})`);
  if (sinceMs !== undefined) conditions.push(sql<SqlBool>`created_at >= ${sinceMs}`);
  if (status !== undefined) return { statuses: [status], conditions };
  return { statuses: hasFailed === true ? ['failed', 'pending'] : undefined, conditions };
}

type Stored = Selectable<Tables['deliveries']>;

/** A delivery without an attempt. */
export const newDelivery = (row: Omit<Stored, 'event_sequence' | 'body' | 'claimed_until'>): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  eventId: row.event_id,
  type: row.kind as Delivery['type'],
  status: row.status as Delivery['status'],
  attempts: row.attempts,
  ...(row.next_attempt_at === null ? {} : { nextAttemptAt: timestamp(row.next_attempt_at) }),
  createdAt: timestamp(row.created_at),
});

const deliveryOf = (
  row: Omit<Stored, 'event_sequence' | 'body' | 'claimed_until'> & {
    readonly [Name in keyof AttemptRow]: AttemptRow[Name] | null;
  },
): Delivery => {
  const { attempted_at, duration_ms } = row;
  if (attempted_at === null || duration_ms === null) return newDelivery(row);
  return { ...newDelivery(row), lastAttempt: attemptOf({ ...row, attempted_at, duration_ms }) };
};
