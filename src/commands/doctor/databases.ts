import { stat } from 'node:fs/promises';
import { BadDatabaseFile, inspectDatabase } from '../../database/sqlite/copy.ts';
import { isDiskError } from '../../database/sqlite/errors.ts';
import { takeLock } from '../../database/sqlite/lock.ts';
import { databaseFile, type Settings, settingsOf } from '../../settings/settings.ts';
import { type Environment, environmentsOf } from '../../vocabulary/environments.ts';
import { exists, sizeOf } from '../files.ts';
import { summary } from '../local/backup.ts';
import { type Check, type Findings, findings } from './check.ts';

/** Checks that each embedded database is intact, has this version's tables, and has no events in the future. */
export const databasesCheck: Check = async (settings) => {
  const embedded = environmentsOf(settings).filter(
    (environment) => settingsOf(environment, settings).databaseUrl === '',
  );
  const found = await Promise.all(embedded.map((environment) => checkDatabase(environment, settings)));
  return found.flat();
};

const checkTheDisk =
  "The disk failed, and not the file: see the system's log. Mend the disk, restart the service, and run petstore doctor again.";

async function checkDatabase(environment: Environment, settings: Settings): Promise<Findings> {
  const { well, warn, bad } = findings(`Database, ${environment}`);
  const file = databaseFile(environment, settings);
  const remedy = `Stop the service, keep a copy of ${file}, and restore a backup: petstore restore <file> --environment ${environment} --force`;
  if (!(await exists(file))) return well('does not exist yet; the first start creates it');
  try {
    const contents = inspectDatabase(file);
    if (contents.problem !== undefined) return bad(`${file} is damaged: ${contents.problem}`, remedy);
    if (contents.unknown.length > 0)
      return bad(
        `A newer version of Petstore has changed ${file} (${contents.unknown.join(', ')}).`,
        'Install that version again, or restore a backup that this version has made.',
      );
    const says = `${sizeOf(await bytesOf(file))}, intact: ${summary(contents)}${(await isOpen(file)) ? '; in use' : ''}`;
    const state =
      contents.pending.length === 0
        ? well(says)
        : warn(
            `${says}. Its tables are of an older version (pending: ${contents.pending.join(', ')}).`,
            'Run petstore migrate, or start the service.',
          );
    const clockMs = Date.now() + (environment === 'staging' ? contents.clockAheadMs : 0);
    const aheadMs = contents.newestMs - clockMs;
    if (aheadMs < 1_000) return state;
    const clock = bad(
      `The newest event is ${Math.ceil(aheadMs / 1_000)} s in the future: this machine's clock is behind, or was ahead.`,
      'Set the clock, and synchronize it with NTP: holds, bans and rate limits depend on it.',
    );
    return [state, clock];
  } catch (error) {
    if (!(error instanceof BadDatabaseFile)) throw error;
    const isReadable = !isDiskError(error.cause);
    return bad(`${file} ${error.message}.`, isReadable ? remedy : checkTheDisk);
  }
}

/** The size of the database and its write-ahead log. */
async function bytesOf(file: string): Promise<number> {
  const log = `${file}-wal`;
  return (await stat(file)).size + ((await exists(log)) ? (await stat(log)).size : 0);
}

async function isOpen(file: string): Promise<boolean> {
  const unlock = await takeLock(file);
  unlock?.();
  return unlock === undefined;
}
