import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder that only this user can read, unless it exists. Node's own recursive `mkdir` never ends in a folder that cannot hold another, such as `/proc`. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
  });
}
