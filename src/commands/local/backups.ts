import { type Backup, findBackups } from '../../backups/backup.ts';
import { keptOf } from '../../backups/kept.ts';
import type { BackupFiles } from '../../backups/storage/backup-files.ts';
import { buildBackupFiles } from '../../composition/backup-files.ts';
import { buildBackups } from '../../composition/backups.ts';
import { Failure, reasonOf } from '../../failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { sizeOf } from '../files.ts';
import { printRows } from '../rows.ts';
import { type Terminal, untilStopped } from '../terminal.ts';
import { counted, summary } from './backup.ts';
import { type EnvironmentOptions, withExistingEnvironment } from './environment.ts';

interface ListOptions extends EnvironmentOptions {
  /** Where the backups are, by default BACKUP_URL. */
  readonly from?: string;
}

/** Makes a backup at BACKUP_URL now, as the service does by itself. */
export async function runBackup(
  terminal: Terminal,
  settings: Settings,
  { environment, json = false }: EnvironmentOptions,
): Promise<void> {
  requireUrl(settings.backupUrl);
  await withExistingEnvironment(environment, settings, (open) =>
    untilStopped(terminal, async (stop) => {
      const backups = await buildBackups(open, environment, settings);
      const made = await backups.run(stop);
      if (made === undefined) throw new Failure('The service, or another command, makes a backup at this moment.');
      if (json) return terminal.printJson(summaryOf(made));
      terminal.print(`${terminal.paint('green', '✓')} ${backups.url}`);
      const database = made.database && `${summary(made.database)}; ${sizeOf(made.database.bytes)}`;
      const parts = [database, counted(made.photos.length, 'photos')].filter(Boolean).join('; ');
      terminal.print(terminal.paint('dim', `  ${made.at}, ${environment}: ${parts}, verified.`));
      if (made.database === undefined)
        terminal.note('The data is in PostgreSQL, which has its own tools: see docs/backups.md.');
    }),
  );
}

/** Lists the backups, newest first. */
export async function listBackups(
  terminal: Terminal,
  settings: Settings,
  { environment, from = settings.backupUrl, json }: ListOptions,
): Promise<void> {
  requireUrl(from);
  const files = await buildBackupFiles(environment, from);
  const { backups, unreadable } = await storedIn(files);
  const kept = keptOf(backups.map(({ at }) => Date.parse(at)));
  const rows = backups.map((backup) => ({ ...summaryOf(backup), kept: kept.get(Date.parse(backup.at)) ?? [] }));
  type Row = (typeof rows)[number];
  printRows<Row>(
    terminal,
    rows,
    [
      { title: 'time', of: ({ at }) => at },
      { title: 'size', of: ({ bytes }) => bytes && sizeOf(bytes), right: true },
      { title: 'animals', of: ({ rows: counts }) => counts?.['pets'], right: true },
      { title: 'photos', of: ({ photos }) => photos, right: true },
      { title: 'kept', of: (row) => row.kept.join(', '), optional: true },
      { title: 'broken', of: ({ broken }) => broken, style: () => 'red', shrinks: true },
    ],
    { json, none: `There is no backup in ${files.shown}.` },
  );
  for (const name of unreadable) terminal.note(`${files.shown}/${name} cannot be read.`);
}

/** The backups in a storage. @throws Failure if it does not answer */
export const storedIn = (files: BackupFiles) =>
  findBackups(files).catch((cause: unknown) => {
    if (cause instanceof Failure) throw cause;
    throw new Failure(`${files.shown} does not answer: ${reasonOf(cause)}.`, { exit: 'unavailable', cause });
  });

function requireUrl(url: string): void {
  if (url === '') throw new Failure('Set BACKUP_URL to the place of the backups: see docs/backups.md.');
}

/** Without the names of the photos: there may be thousands. */
const summaryOf = ({ database, photos, missing, ...backup }: Backup) => ({
  ...backup,
  ...database,
  photos: photos.length,
  missing,
});
