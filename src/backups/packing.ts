import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { BadDatabaseFile, copyDatabase, inspectDatabase } from '../database/sqlite/copy.ts';
import { Failure } from '../failure.ts';
import type { PackedDatabase } from './backup.ts';
import { namesIn, removePhotos } from './photos-of-copy.ts';
import { CLAIM, STATE } from './state.ts';

/** What takes long without a pause, and therefore runs on a thread of its own: see `packing-thread.ts`. */
export const TASKS = { copy, pack, unpack };

/** Copies an embedded database, and verifies the copy. @returns the names of its photos */
async function copy(from: string, to: string): Promise<readonly string[]> {
  await copyDatabase(from, to).catch(cannotBeCopied(from));
  return within(to, namesIn);
}

/** Compresses a copy without these photos, and without what the original is doing at this moment. */
async function pack(from: string, to: string, removed: readonly string[]): Promise<PackedDatabase> {
  within(from, (connection) => {
    removePhotos(connection, removed);
    connection.prepare<[string, string]>('delete from meta where name in (?, ?)').run(STATE, CLAIM);
  });
  const { rows } = inspectDatabase(from);
  const sum = createHash('sha256');
  let bytes = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sum.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(createReadStream(from), createZstdCompress(), measure, createWriteStream(to, { mode: 0o600 }));
  return { bytes, sha256: sum.digest('hex'), rows };
}

/** Unpacks a database, and verifies it. @throws Failure */
async function unpack(from: string, to: string, { rows }: PackedDatabase): Promise<void> {
  await pipeline(createReadStream(from), createZstdDecompress(), createWriteStream(to, { mode: 0o600 }));
  const found = inspectDatabase(to);
  if (found.problem !== undefined) throw new Failure(`the database is damaged: ${found.problem}`);
  for (const [table, count] of Object.entries(rows))
    if (found.rows[table] !== count)
      throw new Failure(`the table ${table} has ${found.rows[table] ?? 0} rows, and not ${count}`);
}

export const cannotBeCopied = (file: string) => (cause: unknown) => {
  if (cause instanceof BadDatabaseFile) throw new Failure(`${file} ${cause.message}.`, { cause });
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (/^(E[A-Z]+|SQLITE_\w+)$/.test(code)) throw new Failure(`${file} cannot be copied: ${message}.`, { cause });
  throw cause;
};

function within<Result>(file: string, work: (connection: SqliteDatabase.Database) => Result): Result {
  const connection = new SqliteDatabase(file);
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}
