import type { EventKind } from '../vocabulary/event-kinds.ts';
import { jsonOf } from '../vocabulary/int64.ts';
import type { Database, Queries } from './database.ts';
import { preparedInsert } from './prepared.ts';

/**
 * The facts about what changed, each written in the transaction of its change: there is no change without its event and no event
 * without its change. They are numbered in the order in which their transactions commit: see `EventOrder`.
 */
export interface Outbox {
  /**
   * @param data the resource after the change
   * @param concerned the accounts that are told; undefined tells all
   * @returns the event's id
   */
  append(tx: Queries, kind: EventKind, data: object, concerned?: Concerned): Promise<string>;
  /** The same, and the event has its number at once. For rare ones: other changes may have to wait for the end of the transaction. */
  appendNumbered(tx: Queries, kind: EventKind, data: object, concerned?: Concerned): Promise<string>;
}

type Concerned = readonly [accountId: number, otherAccountId?: number];

interface NewEvent {
  readonly id: string;
  readonly kind: string;
  readonly at: number;
  readonly data: string;
  readonly accountId: number | null;
  readonly otherAccountId: number | null;
}

/** The column that counts the rows. */
const assignedIn = { events: 'sequence', pending_events: 'place' } as const;

export function openOutbox(options: {
  readonly database: Database;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}): Outbox {
  const { read, events } = options.database;
  const insertInto = (table: 'events' | 'pending_events') =>
    preparedInsert<NewEvent, typeof table>(read, { table, assigned: assignedIn[table] }, (db, p) =>
      db.insertInto(table).values({
        id: p.id,
        kind: p.kind,
        at: p.at,
        data: p.data,
        account_id: p.accountId,
        other_account_id: p.otherAccountId,
      }),
    );
  const appending =
    (insert: ReturnType<typeof insertInto>): Outbox['append'] =>
    async (tx, kind, data, concerned) => {
      const [accountId = null, otherAccountId = null] = concerned ?? [];
      const id = options.newId('evt');
      await insert(tx, { id, kind, at: options.now(), data: jsonOf(data), accountId, otherAccountId });
      return id;
    };
  const appendNumbered = appending(insertInto('events'));
  return {
    append: appending(insertInto(events.appendTo)),
    async appendNumbered(tx, ...event) {
      await events.hold(tx);
      return appendNumbered(tx, ...event);
    },
  };
}
