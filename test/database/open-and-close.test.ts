import files, { type FileHandle, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeLock } from '../../src/database/sqlite/lock.ts';
import { openSqlite } from '../../src/database/sqlite/sqlite.ts';

const realOpen = files.open;
const replaceOpen = (open: typeof realOpen): void => {
  Object.assign(files, { open });
  syncBuiltinESMExports();
};

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-test-'));
  file = join(folder, 'store.sqlite');
});
afterEach(async () => {
  replaceOpen(realOpen);
  await rm(folder, { recursive: true });
});

/** Replaces how the write-ahead log is opened. */
function openLogWith(openLog: (path: string) => Promise<FileHandle>): void {
  replaceOpen((path, ...rest) => (String(path).endsWith('-wal') ? openLog(String(path)) : realOpen(path, ...rest)));
}

async function expectAllClosed(): Promise<void> {
  const paths = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  expect(paths.filter((path) => path.startsWith(folder))).toEqual([]);
  const unlock = await takeLock(file);
  expect(unlock).toBeTypeOf('function');
  unlock?.();
}

describe('an embedded database that cannot be opened leaves nothing open', () => {
  test('when its log cannot be opened', async () => {
    openLogWith(() => Promise.reject(new Error('EMFILE: too many open files')));
    await expect(openSqlite({ file })).rejects.toThrow('EMFILE');
    await expectAllClosed();
    replaceOpen(realOpen);
    await (await openSqlite({ file })).close();
  });

  test('when a newer version of Petstore has migrated it', async () => {
    await (await openSqlite({ file })).close();
    const connection = new SqliteDatabase(file);
    connection.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '2026-01-01T00:00:00Z')`);
    connection.close();
    await expect(openSqlite({ file })).rejects.toThrow('a newer version of Petstore has written it (9999-later)');
    await expectAllClosed();
  });

  test('when the file is not a database', async () => {
    await writeFile(file, 'not a database, but a text of more than sixteen characters');
    await expect(openSqlite({ file })).rejects.toThrow('file is not a database');
    await expectAllClosed();
  });
});

test('an embedded database whose log cannot be closed closes everything else and rejects', async () => {
  openLogWith(async (path) => {
    const handle = await realOpen(path);
    const close = handle.close.bind(handle);
    handle.close = () => close().then(() => Promise.reject(new Error('EIO: i/o error, close')));
    return handle;
  });
  const database = await openSqlite({ file });
  await expect(database.close()).rejects.toThrow('EIO');
  await expectAllClosed();
});
