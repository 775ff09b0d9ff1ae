import { stat } from 'node:fs/promises';
import { databaseFile } from '../../database-location.ts';
import { BadStore, inspectStore } from '../../database/sqlite/copy.ts';
import { takeLock } from '../../database/sqlite/lock.ts';
import type { Settings } from '../../settings.ts';
import { type Environment, environmentsOf } from '../../vocabulary/environments.ts';
import { isThere, sizeOf } from '../files.ts';
import { summary } from '../local/backup.ts';
import { databaseSetting } from '../local/place.ts';
import type { Check, Finding } from './check.ts';

/** The embedded stores: sound, of this version, and not from the future. */
export const storesCheck: Check = async (settings) => {
  const found = [];
  for (const environment of environmentsOf(settings))
    if (databaseSetting(environment, settings) === undefined) found.push(...(await checkStore(environment, settings)));
  return found;
};

async function checkStore(environment: Environment, settings: Settings): Promise<readonly Finding[]> {
  const about = `Store, ${environment}`;
  const file = databaseFile(environment, settings);
  const again = `Stop the service, keep a copy of ${file}, and restore a backup: petstore restore <file> --environment ${environment} --force`;
  if (!(await isThere(file))) return [{ about, level: 'well', says: 'there is none yet; the first start makes it' }];
  try {
    const store = inspectStore(file);
    if (store.problem !== undefined)
      return [{ about, level: 'bad', says: `${file} is damaged: ${store.problem}`, todo: again }];
    if (store.unknown.length > 0)
      return [
        {
          about,
          level: 'bad',
          says: `${file} is of a newer version of Petstore (${store.unknown.join(', ')}).`,
          todo: 'Install that version again, or restore a backup that this one has made.',
        },
      ];
    const says = `${sizeOf(await bytesOf(file))}, sound: ${summary(store)}${(await isOpen(file)) ? '; in use' : ''}`;
    return [
      store.pending.length === 0
        ? { about, level: 'well', says }
        : {
            about,
            level: 'warn',
            says: `${says}. Its tables are of an older version (${store.pending.join(', ')} to come).`,
            todo: 'petstore migrate brings them up to date, and so does the next start.',
          },
      ...clockOf(about, store.newestMs),
    ];
  } catch (error) {
    if (!(error instanceof BadStore)) throw error;
    return [{ about, level: 'bad', says: `${file} ${error.message}.`, todo: again }];
  }
}

function clockOf(about: string, newestMs: number): readonly Finding[] {
  const aheadMs = newestMs - Date.now();
  if (aheadMs < 1_000) return [];
  return [
    {
      about,
      level: 'bad',
      says: `Its newest event is ${Math.ceil(aheadMs / 1_000)} s in the future: this machine's clock is behind, or was ahead.`,
      todo: 'Set the clock, and keep it by NTP: holds, bans and limits end by it.',
    },
  ];
}

/** With the log of changes beside it. */
async function bytesOf(file: string): Promise<number> {
  const log = `${file}-wal`;
  return (await stat(file)).size + ((await isThere(log)) ? (await stat(log)).size : 0);
}

async function isOpen(file: string): Promise<boolean> {
  const unlock = await takeLock(file);
  unlock?.();
  return unlock === undefined;
}
