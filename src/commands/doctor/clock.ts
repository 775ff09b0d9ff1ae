import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../settings/settings.ts';
import { exists } from '../files.ts';
import { aheadMs, type Check, findings } from './check.ts';
import { query } from './query.ts';

const toleratedMs = 2_000;
const { well, warn } = findings('Clock');

/** Compares this machine's clock with the file system's, which may be on another machine. */
export const clockCheck: Check = async ({ dataDir }) => {
  const now = new Date();
  const says = now.toISOString();
  if (!(await exists(dataDir))) return well(says);
  const file = join(dataDir, `.clock-${process.pid}`);
  try {
    await writeFile(file, '', { mode: 0o600 });
    const { mtimeMs } = await stat(file);
    const behindMs = aheadMs(mtimeMs, now.getTime());
    if (Math.abs(behindMs) <= toleratedMs) return well(`${says}, in agreement with the file system`);
    return warn(
      `This machine's clock is ${Math.round(-behindMs / 1_000)} s ahead of the file system's.`,
      'Synchronize both with NTP: holds, bans and rate limits depend on the clock.',
    );
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!/^E(ACCES|ROFS|NOSPC|NOTDIR|PERM|DQUOT)$/.test(code)) throw error;
    return well(says);
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
};

/** Mails have times in the zone of their organization, or else of the process. */
export const timeZoneCheck: Check = async (settings, { env }) => {
  const zone = findings('Time zone');
  // Node.js takes UTC where TZ has a name that it does not know.
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  const todo = 'Set TZ to the name of a time zone, such as Europe/Berlin.';
  if (name === undefined) return zone.warn('TZ names no time zone: the service takes UTC.', todo);
  if (name === 'UTC' && !env['TZ'] && settings.smtpUrl !== '' && (await haveNoZone(settings)))
    return zone.warn('Mails have times in UTC, as on this machine, because the organization names no time zone.', todo);
  return zone.well(`${name}, ${env['TZ'] ? 'from TZ' : 'as on this machine'}`);
};

/** Whether there are organizations without a time zone. Other checks say why a database cannot be read. */
const haveNoZone = async (settings: Settings): Promise<boolean> => {
  const sql = 'select id from organizations where time_zone is null limit 1';
  return (await query('production', settings, sql).catch(() => [])).length > 0;
};
