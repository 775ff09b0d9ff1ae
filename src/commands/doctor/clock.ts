import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../files.ts';
import { type Check, findings } from './check.ts';

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
    const aheadMs = Date.now() - (await stat(file)).mtimeMs;
    if (Math.abs(aheadMs) <= toleratedMs) return well(`${says}, in agreement with the file system`);
    return warn(
      `This machine's clock is ${Math.round(aheadMs / 1_000)} s ahead of the file system's.`,
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
