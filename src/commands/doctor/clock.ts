import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../files.ts';
import type { Check } from './check.ts';

const toleratedMs = 2_000;

/** Compares this machine's clock with the file system's, which may be on another machine. */
export const clockCheck: Check = async ({ dataDir }) => {
  const about = 'Clock';
  const now = new Date();
  const says = now.toISOString();
  if (!(await exists(dataDir))) return [{ about, level: 'well', says }];
  const file = join(dataDir, `.clock-${process.pid}`);
  try {
    await writeFile(file, '', { mode: 0o600 });
    const aheadMs = Date.now() - (await stat(file)).mtimeMs;
    if (Math.abs(aheadMs) <= toleratedMs)
      return [{ about, level: 'well', says: `${says}, in agreement with the file system` }];
    return [
      {
        about,
        level: 'warn',
        says: `This machine's clock is ${Math.round(aheadMs / 1_000)} s ahead of the file system's.`,
        todo: 'Synchronize both with NTP: holds, bans and rate limits depend on the clock.',
      },
    ];
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!/^E(ACCES|ROFS|NOSPC|NOTDIR|PERM|DQUOT)$/.test(code)) throw error;
    return [{ about, level: 'well', says }];
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
};
