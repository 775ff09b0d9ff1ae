import type * as Files from 'node:fs/promises';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { takeLock } from '../../src/database/sqlite/lock.ts';
import { openSqlite } from '../../src/database/sqlite/sqlite.ts';

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof Files>();
  return { ...real, open: vi.fn<typeof open>(real.open) };
});
/** Every connection that the test has opened. */
const connections = vi.hoisted(() => [] as SqliteDatabase.Database[]);
vi.mock('better-sqlite3', async (load) => {
  const { default: RealDatabase } = await load<{ default: typeof SqliteDatabase }>();
  class RecordedDatabase extends RealDatabase {
    constructor(...parameters: ConstructorParameters<typeof RealDatabase>) {
      super(...parameters);
      connections.push(this);
    }
  }
  return { default: RecordedDatabase };
});
const { open: realOpen } = await vi.importActual<typeof Files>('node:fs/promises');

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-test-'));
  file = join(folder, 'store.sqlite');
});
afterEach(async () => {
  vi.mocked(open).mockImplementation(realOpen);
  connections.length = 0;
  await rm(folder, { recursive: true });
});

/** Replaces how the write-ahead log is opened. */
function openLogWith(openLog: (path: string) => Promise<FileHandle>): void {
  vi.mocked(open).mockImplementation((path, ...rest) =>
    String(path).endsWith('-wal') ? openLog(String(path)) : realOpen(path, ...rest),
  );
}

async function expectAllClosed(): Promise<void> {
  expect(connections.filter((connection) => connection.open)).toEqual([]);
  const unlock = await takeLock(file);
  expect(unlock).toBeTypeOf('function');
  unlock?.();
}

describe('an embedded database that cannot be opened leaves nothing open', () => {
  test('when its log cannot be opened', async () => {
    openLogWith(() => Promise.reject(new Error('EMFILE: too many open files')));
    await expect(openSqlite({ file })).rejects.toThrow('EMFILE');
    await expectAllClosed();
    vi.mocked(open).mockImplementation(realOpen);
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

  test('when the file is no database', async () => {
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
