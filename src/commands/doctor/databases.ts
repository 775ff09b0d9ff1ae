import { stat } from 'node:fs/promises';
import { databaseFile, databaseUrlOf } from '../../database-location.ts';
import { BadDatabaseFile, inspectDatabase } from '../../database/sqlite/copy.ts';
import { takeLock } from '../../database/sqlite/lock.ts';
import type { Settings } from '../../settings.ts';
import { type Environment, environmentsOf } from '../../vocabulary/environments.ts';
import { exists, sizeOf } from '../files.ts';
import { summary } from '../local/backup.ts';
import type { Check, Finding } from './check.ts';

/** Checks that each embedded database is intact, has this version's tables, and has no events in the future. */
export const databasesCheck: Check = async (settings) => {
  const found = [];
  for (const environment of environmentsOf(settings))
    if (databaseUrlOf(environment, settings).url === '') found.push(...(await checkDatabase(environment, settings)));
  return found;
};

async function checkDatabase(environment: Environment, settings: Settings): Promise<readonly Finding[]> {
  const about = `Database, ${environment}`;
  const file = databaseFile(environment, settings);
  const remedy = `Stop the service, keep a copy of ${file}, and restore a backup: petstore restore <file> --environment ${environment} --force`;
  if (!(await exists(file))) return [{ about, level: 'well', says: 'does not exist yet; the first start creates it' }];
  try {
    const contents = inspectDatabase(file);
    if (contents.problem !== undefined)
      return [{ about, level: 'bad', says: `${file} is damaged: ${contents.problem}`, todo: remedy }];
    if (contents.unknown.length > 0)
      return [
        {
          about,
          level: 'bad',
          says: `A newer version of Petstore has changed ${file} (${contents.unknown.join(', ')}).`,
          todo: 'Install that version again, or restore a backup that this version has made.',
        },
      ];
    const says = `${sizeOf(await bytesOf(file))}, intact: ${summary(contents)}${(await isOpen(file)) ? '; in use' : ''}`;
    return [
      contents.pending.length === 0
        ? { about, level: 'well', says }
        : {
            about,
            level: 'warn',
            says: `${says}. Its tables are of an older version (pending: ${contents.pending.join(', ')}).`,
            todo: 'Run petstore migrate, or start the service.',
          },
      ...clockOf(about, contents.newestMs),
    ];
  } catch (error) {
    if (!(error instanceof BadDatabaseFile)) throw error;
    return [{ about, level: 'bad', says: `${file} ${error.message}.`, todo: remedy }];
  }
}

function clockOf(about: string, newestMs: number): readonly Finding[] {
  const aheadMs = newestMs - Date.now();
  if (aheadMs < 1_000) return [];
  return [
    {
      about,
      level: 'bad',
      says: `The newest event is ${Math.ceil(aheadMs / 1_000)} s in the future: this machine's clock is behind, or was ahead.`,
      todo: 'Set the clock, and synchronize it with NTP: holds, bans and rate limits depend on it.',
    },
  ];
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
