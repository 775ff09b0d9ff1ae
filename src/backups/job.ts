import type { Database, Queries } from '../database/database.ts';
import { reasonOf } from '../failure.ts';
import type { MailStore } from '../mail/store.ts';
import type { RealNow } from '../time/clock.ts';
import type { Backups } from './backups.ts';
import { BACKUP_FAILED, operators } from './mails.ts';
import { backupState, changeState } from './state.ts';

/** How long a backup that failed waits for its next attempt. */
const retryMs = 15 * 60_000;
/** A storage may say much. */
const longestReason = 500;

interface JobParts {
  readonly backups: Backups;
  readonly database: Database;
  readonly mails: Pick<MailStore, 'add'>;
  readonly now: RealNow;
  readonly everyMs: number;
}

/** The background work of backups. Any number of processes may run it on one database. */
export function backupJob({ backups, database, mails, now, everyMs }: JobParts) {
  const startMs = now();
  let nextMs = 0;

  /** Tells the operators by mail when backups begin to fail. */
  const noteFailure = (reason: string): Promise<void> =>
    database.transaction(async (tx: Queries) => {
      const { failing } = await backupState(tx);
      await changeState(tx, {
        failing: { sinceMs: failing?.sinceMs ?? now(), reason: reason.slice(0, longestReason) },
      });
      if (failing === undefined)
        await mails.add(
          tx,
          BACKUP_FAILED,
          (await operators(tx)).map(({ id }) => id),
        );
    });

  return {
    /** Makes a backup if one is due. @throws why it failed */
    async run(stop: AbortSignal): Promise<void> {
      if (now() < nextMs) return;
      nextMs = now() + Math.min(retryMs, everyMs);
      try {
        const dueMs = (await backups.latestMs()) + everyMs;
        if (dueMs > now()) nextMs = dueMs;
        else if ((await backups.run(stop)) === undefined) nextMs = 0;
        else nextMs = now() + everyMs;
      } catch (error) {
        if (stop.aborted) return;
        await noteFailure(reasonOf(error));
        throw error;
      }
    },
    /** Notices that no backup is made, whatever the reason: a storage may never answer. */
    async watch(): Promise<void> {
      const { madeMs = 0, failing } = await backupState(database.read);
      if (failing === undefined && now() - Math.max(madeMs, startMs) > 2 * everyMs)
        await noteFailure('No backup has been made for more than twice the time that BACKUP_EVERY says.');
    },
  };
}
