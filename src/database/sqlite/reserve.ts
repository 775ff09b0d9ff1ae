import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';

/** SQLite's `-shm` file takes 32 KB for each 4,096 pages of the log. A file system that compresses must not shrink it: random bytes. */
const reserveBytes = 65_536;

const pathOf = (file: string): string => `${file}-reserve`;

/** Occupies the space that SQLite needs to open a database for reading, so that a start on a full disk can read. */
export async function keepReserve(file: string): Promise<void> {
  try {
    await writeFile(pathOf(file), randomBytes(reserveBytes), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // The disk is full, or may not be written: the database can be read without a reserve, too.
    await spendReserve(file);
  }
}

/** Frees that space. */
export const spendReserve = (file: string): Promise<void> => rm(pathOf(file), { force: true });
