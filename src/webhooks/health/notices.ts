import { type SqlBool, sql } from 'kysely';
import { countUpTo } from '../../database/count-up-to.ts';
import type { Database, Queries } from '../../database/database.ts';
import type { Outbox } from '../../database/outbox.ts';
import type { Now } from '../../time/clock.ts';
import { SERVICE } from '../../vocabulary/actors.ts';
import { DISABLING_NOTICE_MS, FAILING_NOTICE_MS } from '../sending/schedule.ts';
import { enabled } from '../store.ts';
import { announce, storedOf, webhookColumns } from '../webhook-row.ts';

/** The queue of mails: nothing is added without a mail server. */
export interface MailQueue {
  readonly add: (tx: Queries, kind: string, subjects: readonly number[]) => Promise<void>;
}

interface NoticeParts {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly mails: MailQueue;
  readonly now: Now;
}

const atOnce = 50;
/** A webhook that fails and recovers again and again is mailed about once a day. */
const mailPauseMs = 24 * 3_600_000;

// Word for word the condition of the partial index of migration `delivery-attempts`.
const isTold = sql<SqlBool>`(failing_since is not null or notices is not null)`;

/**
 * Tells the owners of webhooks by events and mails: when a webhook begins to fail, when it recovers, and a day before it
 * is disabled. It looks at what the sender notes anyway, so that sending costs nothing more.
 */
export function endpointNotices({ database, outbox, mails, now }: NoticeParts) {
  /** `notices` counts the notices of the present failures. */
  const isDue = () => sql<SqlBool>`(
    (failing_since is null and notices is not null)
    or (failing_since <= ${now() - FAILING_NOTICE_MS} and notices is null)
    or (failing_since <= ${now() - DISABLING_NOTICE_MS} and notices = 1)
  )`;
  const due = (db: Queries) =>
    enabled(db).select(['webhooks.id', 'failing_since', 'notices']).where(isTold).where(isDue()).limit(atOnce);

  async function tell(tx: Queries): Promise<void> {
    for (const { id, failing_since: failingSince, notices } of await due(tx).execute()) {
      const kind =
        failingSince === null ? 'webhook.recovered' : notices === null ? 'webhook.failing' : 'webhook.disabling';
      const row = await tx
        .updateTable('webhooks')
        .set({ notices: failingSince === null ? null : (notices ?? 0) + 1 })
        .where('id', '=', id)
        // Another process may have been first.
        .where('failing_since', 'is not distinct from', failingSince)
        .where('notices', 'is not distinct from', notices)
        .returning([...webhookColumns, 'mailed_at'])
        .executeTakeFirst();
      if (row === undefined) continue;
      await announce({ tx, by: SERVICE }, outbox, kind, storedOf(row).webhook);
      const isRecent = row.mailed_at !== null && row.mailed_at > now() - mailPauseMs;
      if (kind === 'webhook.recovered' || (kind === 'webhook.failing' && isRecent)) continue;
      await mails.add(tx, kind, [id]);
      await tx.updateTable('webhooks').set({ mailed_at: now() }).where('id', '=', id).execute();
    }
  }

  const isBusy = async (): Promise<boolean> => (await due(database.read).limit(1).executeTakeFirst()) !== undefined;

  /** When the first of the webhooks with this many notices gets the next one. */
  async function nextAfter(afterMs: number, notices: number | null, waitMs: number): Promise<number> {
    const row = await enabled(database.read)
      .select(({ fn }) => fn.min('failing_since').as('failingSince'))
      .where(isTold)
      .where('notices', 'is not distinct from', notices)
      .where('failing_since', '>', afterMs - waitMs)
      .executeTakeFirst();
    return row?.failingSince == null ? Infinity : row.failingSince + waitMs;
  }

  return {
    /** The number of webhooks that fail, counted up to `most`. */
    failing(most: number): Promise<number> {
      const some = enabled(database.read).select('webhooks.id').where(isTold).where('failing_since', 'is not', null);
      return countUpTo(database.read, some, most);
    },
    /** The job. */
    async tell(stop: AbortSignal): Promise<void> {
      // Looking first needs no write lock.
      while (!stop.aborted && (await isBusy())) await database.transaction(tell);
    },
    /** Whether a notice is due. */
    isBusy,
    /** When the next notice is due, if nothing succeeds until then. */
    next: async (afterMs: number): Promise<number> =>
      Math.min(await nextAfter(afterMs, null, FAILING_NOTICE_MS), await nextAfter(afterMs, 1, DISABLING_NOTICE_MS)),
  };
}
