import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { EventKind } from '../vocabulary/event-kinds.ts';
import { timestamp } from '../vocabulary/timestamp.ts';

/** An event as it stands in the outbox. */
export interface StoredEvent {
  readonly sequence: number;
  readonly id: string;
  readonly kind: EventKind;
  /** The accounts that are told; both null tells all. */
  readonly accountId: number | null;
  readonly otherAccountId: number | null;
  /** The event as JSON: what the feed, the stream and a webhook send. */
  readonly body: string;
}

/** What somebody wants and may be told. */
export interface Audience {
  readonly accountId: number;
  readonly kinds: ReadonlySet<EventKind>;
}

/** Whoever reads meets the events of all changes that were committed before. */
export interface EventStore {
  /**
   * Up to `count` events that the audience is told, in order, behind the number `after`. There is no other up to the number `upTo`,
   * nor will there be.
   */
  list(audience: Audience, after: number, count: number): Promise<{ found: StoredEvent[]; upTo: number }>;
  /** Up to `count` events of all, in order, behind the number `after`. */
  after(after: number, count: number): Promise<StoredEvent[]>;
  /** The event of this id, which the same transaction has written and numbered. */
  written(tx: Queries, id: string): Promise<StoredEvent>;
  /** The number of the last event; 0 when there is none. */
  last(): Promise<number>;
  /** Forgets events past their time, a bounded number at once. Says whether there may be more. */
  sweep(tx: Queries, nowMs: number): Promise<boolean>;
}

const keptMs = 30 * 24 * 60 * 60 * 1_000;
const sweptRows = 1_000;

const columns = ['sequence', 'id', 'kind', 'at', 'data', 'account_id', 'other_account_id'] as const;
type Row = Pick<Selectable<Tables['events']>, (typeof columns)[number]>;

export function eventStore({ read, scanRows, events }: Database): EventStore {
  const behind = (sequence: number, count: number) =>
    read.selectFrom('events').select(columns).where('sequence', '>', sequence).orderBy('sequence').limit(count);

  /** One query each: an engine that is asked for both at once may look at every row. */
  async function end(of: 'min' | 'max'): Promise<number> {
    const row = await read
      .selectFrom('events')
      .select(({ fn }) => fn[of]('sequence').as('sequence'))
      .executeTakeFirst();
    return row?.sequence ?? 0;
  }

  return {
    async after(sequence, count) {
      await events.number();
      return (await behind(sequence, count).execute()).map(storedOf);
    },

    async list({ accountId, kinds }, after, count) {
      await events.number();
      const last = await end('max');
      const found: StoredEvent[] = [];
      let position = Math.max(after, (await end('min')) - 1);
      // Others' events are passed over a bounded number at a time: each turn leaves room for other requests.
      while (position < last && kinds.size > 0) {
        const top = Math.min(position + scanRows, last);
        const rows = await behind(position, count - found.length)
          .where('sequence', '<=', top)
          .where('kind', 'in', [...kinds])
          .where((column) =>
            column('account_id', 'is', null).or('account_id', '=', accountId).or('other_account_id', '=', accountId),
          )
          .execute();
        found.push(...rows.map(storedOf));
        const newest = found.at(-1);
        if (found.length === count && newest !== undefined) return { found, upTo: newest.sequence };
        position = top;
        await setImmediate();
      }
      return { found, upTo: Math.max(after, last) };
    },

    async written(tx, id) {
      // From the end, where it must be: there is no index of ids.
      const newest = tx.selectFrom('events').select(columns).orderBy('sequence', 'desc').limit(1);
      return storedOf(await newest.where('id', '=', id).executeTakeFirstOrThrow());
    },

    async last() {
      await events.number();
      return end('max');
    },

    async sweep(tx, nowMs) {
      const oldest = await tx
        .selectFrom('events')
        .select(['sequence', 'at'])
        .orderBy('sequence')
        .limit(sweptRows)
        .execute();
      const past = oldest.filter(({ at }) => at <= nowMs - keptMs);
      const newest = past.at(-1);
      if (newest !== undefined) await tx.deleteFrom('events').where('sequence', '<=', newest.sequence).execute();
      return past.length === sweptRows;
    },
  };
}

const storedOf = (row: Row): StoredEvent => ({
  sequence: row.sequence,
  id: row.id,
  kind: row.kind as EventKind,
  accountId: row.account_id,
  otherAccountId: row.other_account_id,
  // `data` is JSON already, exact to the last digit of every integer.
  body: `{"id":"${row.id}","type":"${row.kind}","timestamp":"${timestamp(row.at)}","sequence":${row.sequence},"data":${row.data}}`,
});

/** Events of pets and categories are for everyone; others for the accounts that they concern. */
export function isFor({ accountId, kinds }: Audience, event: StoredEvent): boolean {
  if (!kinds.has(event.kind)) return false;
  return event.accountId === null || event.accountId === accountId || event.otherAccountId === accountId;
}
