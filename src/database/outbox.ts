import type { EventKind } from '../vocabulary/event-kinds.ts';
import { jsonOf } from '../vocabulary/int64.ts';
import type { Database, Queries } from './database.ts';
import { preparedInsert } from './prepared.ts';
import type { Tables } from './tables.ts';

/**
 * The transactional outbox: a change writes its event in its own transaction, so that neither exists without the other. Events are
 * numbered in the order in which their transactions commit: see `EventOrder`.
 */
export interface Outbox {
  /**
   * @param data the resource after the change
   * @param concerned the accounts that receive the event; undefined for all
   * @returns the event's id
   */
  append(tx: Queries, kind: EventKind, data: object, concerned?: Concerned): Promise<string>;
  /** Like `append`, but the event has its number at once. For rare events: it may block other transactions until this one ends. */
  appendNumbered(tx: Queries, kind: EventKind, data: object, concerned?: Concerned): Promise<string>;
}

type Concerned = readonly [accountId: number, otherAccountId?: number];

type NewEvent = Omit<Tables['events'], 'sequence'>;

/** The auto-increment column of each table. */
const assignedColumn = { events: 'sequence', pending_events: 'place' } as const;

export function openOutbox(options: {
  readonly database: Database;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}): Outbox {
  const { read, events } = options.database;
  const insertInto = (table: 'events' | 'pending_events') =>
    preparedInsert<NewEvent, typeof table>(read, { table, assigned: assignedColumn[table] }, (db, p) =>
      db.insertInto(table).values({
        id: p.id,
        kind: p.kind,
        at: p.at,
        data: p.data,
        account_id: p.account_id,
        other_account_id: p.other_account_id,
      }),
    );
  const appending =
    (insert: ReturnType<typeof insertInto>): Outbox['append'] =>
    async (tx, kind, data, concerned) => {
      const [account_id = null, other_account_id = null] = concerned ?? [];
      const id = options.newId('evt');
      await insert(tx, { id, kind, at: options.now(), data: jsonOf(data), account_id, other_account_id });
      return id;
    };
  const appendNumbered = appending(insertInto('events'));
  return {
    append: appending(insertInto(events.appendTo)),
    async appendNumbered(tx, ...event) {
      await events.lock(tx);
      return appendNumbered(tx, ...event);
    },
  };
}
