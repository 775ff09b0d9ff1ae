import type { Now } from '../time/clock.ts';
import type { Actor } from '../vocabulary/actors.ts';
import { type EventKind, KINDS } from '../vocabulary/event-kinds.ts';
import { jsonOf } from '../vocabulary/int64.ts';
import type { Database, Queries } from './database.ts';
import type { NewEventRow, Sink } from './sink.ts';

/**
 * The transactional outbox: a change writes its event in its own transaction, so that neither exists without the other. Events are
 * numbered in commit order: see `EventOrder`.
 */
export interface Outbox {
  /**
   * @param data the resource after the change
   * @returns the event's id
   */
  append(tx: Queries, kind: EventKind, data: object, parties: Parties): Promise<string>;
  /** Like `append`, in an addition. */
  appendTo(sink: Sink, kind: EventKind, data: object, parties: Parties): Promise<string>;
  /** Like `append`, for many events at once, in their order. */
  appendAll(tx: Queries, kind: EventKind, events: readonly { data: object; parties: Parties }[]): Promise<void>;
  /** Like `append`, but the event has its number at once. For rare events: it may block other transactions until this one ends. */
  appendNumbered(tx: Queries, kind: EventKind, data: object, parties: Parties): Promise<string>;
}

/** Who caused an event, and the accounts that it concerns: the owner of its subject, or both sides of an order. */
export interface Parties {
  readonly by: Actor;
  readonly accountId?: number | undefined;
  readonly otherAccountId?: number | undefined;
  readonly organizationId?: number | undefined;
  /** It is about an animal that is hidden, and not for visitors. */
  readonly isHidden?: boolean;
}

export function openOutbox(options: {
  readonly database: Database;
  readonly now: Now;
  readonly newId: (prefix: string) => string;
}): Outbox {
  const { events, sinkOf } = options.database;
  const rowOf = (kind: EventKind, data: object, parties: Parties): NewEventRow => ({
    id: options.newId('evt'),
    kind,
    at: options.now(),
    data: jsonOf(data),
    account_id: parties.accountId ?? null,
    other_account_id: parties.otherAccountId ?? null,
    organization_id: parties.organizationId ?? null,
    actor: JSON.stringify(parties.by),
    pet_id: petIdIn(kind, data),
    is_hidden: parties.isHidden === true ? 1 : null,
  });
  const appendTo: Outbox['appendTo'] = async (sink, kind, data, parties) => {
    const row = rowOf(kind, data, parties);
    await sink.appendEvent(row);
    return row.id;
  };
  return {
    append: (tx, ...event) => appendTo(sinkOf(tx), ...event),
    appendTo,
    async appendAll(tx, kind, all) {
      const rows = all.map(({ data, parties }) => rowOf(kind, data, parties));
      if (rows.length > 0) await tx.insertInto(events.appendTo).values(rows).execute();
    },
    async appendNumbered(tx, ...event) {
      await events.lock(tx);
      const row = rowOf(...event);
      await tx.insertInto('events').values(row).execute();
      return row.id;
    },
  };
}

/** Of events about animals, their orders and applications: the member of the data that is the id of the animal, by the name of the data's schema. */
const PET_MEMBERS: Readonly<Record<string, string>> = {
  Pet: 'id',
  ChangedPet: 'id',
  Order: 'petId',
  Application: 'petId',
};

function petIdIn(kind: EventKind, data: object): number | null {
  const member = PET_MEMBERS[KINDS[kind].data];
  return member === undefined ? null : ((data as Readonly<Record<string, number>>)[member] ?? null);
}
