import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../failure.ts';
import { type Backup, databaseName } from './backup.ts';
import { onThread, type OnThread } from './packing-thread.ts';
import type { BackupFiles } from './storage/backup-files.ts';

/** @returns the SHA-256 of the file; undefined if there is none */
export async function fetchTo(
  files: BackupFiles,
  name: string,
  to: Writable,
  stop: AbortSignal,
): Promise<string | undefined> {
  const found = await files.get(name, stop);
  if (found === undefined) return undefined;
  const sum = createHash('sha256');
  const measure = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      sum.update(chunk);
      yield chunk;
    }
  };
  await pipeline(found, measure, to);
  return sum.digest('hex');
}

/**
 * Fetches the database of a backup, and verifies it.
 *
 * @param folder where it is unpacked
 * @returns the path of the database
 * @throws Failure whose message names what is wrong with the backup
 */
export async function fetchDatabase(
  files: BackupFiles,
  { at, database: packed }: Backup,
  folder: string,
  stop: AbortSignal,
  runTask: OnThread = onThread,
): Promise<string> {
  if (packed === undefined) throw new Failure('it contains no database: PostgreSQL has its own tools for that');
  const name = databaseName(at);
  const [path, unpacked] = [join(folder, name), join(folder, 'restored.sqlite')];
  const sum = await fetchTo(files, name, createWriteStream(path, { mode: 0o600 }), stop);
  if (sum !== packed.sha256) throw new Failure(`the file ${name} is ${sum === undefined ? 'gone' : 'damaged'}`);
  await runTask(stop, 'unpack', path, unpacked, packed);
  await rm(path);
  return unpacked;
}
