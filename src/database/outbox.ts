import type { EventKind } from '../events/kinds.ts';
import { jsonOf } from '../int64.ts';
import type { Queries } from './database.ts';
import { prepared } from './prepared.ts';

/**
 * The facts about what changed, each written in the transaction of its change: there is no change without its event and no event
 * without its change. They are numbered in the order in which their transactions commit.
 */
export interface Outbox {
  /**
   * @param data the resource after the change
   * @param concerned the accounts that are told; undefined tells all
   * @returns the event's id
   */
  append(tx: Queries, kind: EventKind, data: object, concerned?: readonly [number, number?]): Promise<string>;
}

interface NewEvent {
  readonly id: string;
  readonly kind: string;
  readonly at: number;
  readonly data: string;
  readonly accountId: number | null;
  readonly otherAccountId: number | null;
}

export function openOutbox(options: {
  readonly read: Queries;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}): Outbox {
  const insert = prepared<NewEvent, { sequence: number }>(options.read, (db, p) =>
    db.insertInto('events').values({
      id: p.id,
      kind: p.kind,
      at: p.at,
      data: p.data,
      account_id: p.accountId,
      other_account_id: p.otherAccountId,
    }),
  );
  return {
    async append(tx, kind, data, concerned) {
      const [accountId = null, otherAccountId = null] = concerned ?? [];
      const id = options.newId('evt');
      await insert(tx, { id, kind, at: options.now(), data: jsonOf(data), accountId, otherAccountId });
      return id;
    },
  };
}
