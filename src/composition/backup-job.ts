import { backupJob } from '../backups/job.ts';
import { backupMails } from '../backups/mails.ts';
import { type BackupState, backupState } from '../backups/state.ts';
import { buildBackups } from './backups.ts';
import type { Core } from './core.ts';

/** How often a backup is looked for that is due. */
const lookMs = 60_000;

/** Begins the backups that the service makes by itself, if BACKUP_URL is set. */
export async function buildBackupJob(core: Core) {
  const { environment, settings, database, realClock, background, mails, origin } = core;
  const composers = backupMails(database.read, origin);
  if (settings.backupUrl === '') return { composers, state: async () => undefined };
  const backups = await buildBackups(core, environment, settings);
  const { now } = realClock;
  const job = backupJob({ backups, database, mails, now, everyMs: settings.backupEvery });
  background.every(lookMs, 'the backups', (stop) => job.run(stop))();
  background.every(lookMs, 'the watch over the backups', () => job.watch());
  return {
    composers,
    state: async (): Promise<BackupState & { readonly url: string }> => ({
      url: backups.url,
      ...(await backupState(database.read)),
    }),
  };
}
