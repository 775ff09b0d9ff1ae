import type { Actor } from '../vocabulary/actors.ts';
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
   * @returns the event's id
   */
  append(tx: Queries, kind: EventKind, data: object, parties: Parties): Promise<string>;
  /** Like `append`, but the event has its number at once. For rare events: it may block other transactions until this one ends. */
  appendNumbered(tx: Queries, kind: EventKind, data: object, parties: Parties): Promise<string>;
}

/** Who caused an event, and whom it concerns: the owner of what it is about, or the sides of an order. */
export interface Parties {
  readonly by: Actor;
  readonly accountId?: number | undefined;
  readonly otherAccountId?: number | undefined;
  readonly organizationId?: number | undefined;
}

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
        organization_id: p.organization_id,
        actor: p.actor,
      }),
    );
  const appending =
    (insert: ReturnType<typeof insertInto>): Outbox['append'] =>
    async (tx, kind, data, { by, accountId, otherAccountId, organizationId }) => {
      const id = options.newId('evt');
      await insert(tx, {
        id,
        kind,
        at: options.now(),
        data: jsonOf(data),
        account_id: accountId ?? null,
        other_account_id: otherAccountId ?? null,
        organization_id: organizationId ?? null,
        actor: JSON.stringify(by),
      });
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
