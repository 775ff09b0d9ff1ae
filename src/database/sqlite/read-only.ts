import { stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Whether the disk of a file refuses every change. SQLite does not say so: if Linux has made the disk read-only after errors, under open files,
 * it reports an I/O error like any other. The folder of the file keeps its times.
 */
export async function isOnReadOnlyDisk(file: string): Promise<boolean> {
  try {
    const folder = dirname(file);
    const { atime, mtime } = await stat(folder);
    await utimes(folder, atime, mtime);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}
