import type { Database, Queries } from '../database/database.ts';
import type { EventKind } from './kinds.ts';

/** An event as it stands in the outbox. */
export interface StoredEvent {
  readonly sequence: number;
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

export interface EventStore {
  /** Up to `count` events that the audience is told, in order, behind the number `after`. */
  list(audience: Audience, after: number, count: number): Promise<StoredEvent[]>;
  /** Up to `count` events of all, in order, behind the number `after`. */
  after(after: number, count: number, db?: Queries): Promise<StoredEvent[]>;
  /** The number of the last event; 0 when there is none. */
  last(): Promise<number>;
  /** Forgets events past their time, a bounded number at once. */
  sweep(tx: Queries, nowMs: number): Promise<void>;
}

const keptMs = 30 * 24 * 60 * 60 * 1_000;
const sweptRows = 1_000;

export function eventStore({ read, scanRows }: Database): EventStore {
  const after = async (sequence: number, count: number, db: Queries = read): Promise<StoredEvent[]> => {
    const rows = await db
      .selectFrom('events')
      .select(['sequence', 'id', 'kind', 'at', 'data', 'account_id', 'other_account_id'])
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(count)
      .execute();
    return rows.map((row) => ({
      sequence: row.sequence,
      kind: row.kind as EventKind,
      accountId: row.account_id,
      otherAccountId: row.other_account_id,
      // `data` is JSON already, exact to the last digit of every integer.
      body: `{"id":"${row.id}","type":"${row.kind}","timestamp":"${new Date(row.at).toISOString()}","sequence":${row.sequence},"data":${row.data}}`,
    }));
  };

  return {
    after,

    async list(audience, sequence, count) {
      const found: StoredEvent[] = [];
      let position = sequence;
      // Others' events are passed over a bounded number at a time: each turn leaves room for other requests.
      for (;;) {
        const step = await after(position, Math.min(scanRows, Math.max(count * 4, 100)));
        const last = step.at(-1);
        if (last === undefined) return found;
        position = last.sequence;
        found.push(...step.filter((event) => isFor(audience, event)).slice(0, count - found.length));
        if (found.length === count) return found;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },

    async last() {
      const row = await read
        .selectFrom('events')
        .select(({ fn }) => fn.max('sequence').as('sequence'))
        .executeTakeFirst();
      return row?.sequence ?? 0;
    },

    async sweep(tx, nowMs) {
      const oldest = await tx.selectFrom('events').select(['sequence', 'at']).orderBy('sequence').limit(sweptRows).execute();
      const last = oldest.findLast(({ at }) => at <= nowMs - keptMs);
      if (last !== undefined) await tx.deleteFrom('events').where('sequence', '<=', last.sequence).execute();
    },
  };
}

/** Events of pets and categories are for everyone; others for the accounts that they concern. */
export function isFor({ accountId, kinds }: Audience, event: StoredEvent): boolean {
  if (!kinds.has(event.kind)) return false;
  return event.accountId === null || event.accountId === accountId || event.otherAccountId === accountId;
}
