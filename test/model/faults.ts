import { type FileHandle, open } from 'node:fs/promises';
import SqliteDatabase from 'better-sqlite3';
import { Client } from 'pg';
import { vi } from 'vitest';
import { databaseFile } from '../../src/settings/settings.ts';
import type { TestService } from '../support/service.ts';

/** Of every statement of this process. */
const statements = Object.getPrototypeOf(
  new SqliteDatabase(':memory:').prepare('select 1'),
) as SqliteDatabase.Statement;

type Service = Pick<TestService, 'settings' | 'beside'>;

/** Breaks all connections to PostgreSQL; on SQLite, another process writes until the function that it gives is called. */
export async function breakDatabase(service: Service): Promise<() => Promise<void>> {
  const { databaseUrl } = service.settings;
  if (databaseUrl === '') {
    const { database } = await service.beside();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const held = database.transaction(() => {
      begin();
      return promise;
    });
    await begun;
    return async () => {
      resolve();
      await held;
      await database.close();
    };
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return () => client.end();
}

/** The statement of a change that fails is the one that comes after so many others. */
export interface Failure {
  readonly after: number;
  /** On SQLite, the engine undoes the whole transaction by itself; on PostgreSQL, the statement takes effect, and its answer is lost. */
  readonly isWorse: boolean;
}

/**
 * From now on a statement of the service fails: the disk is full for it, or its connection to PostgreSQL is cut.
 *
 * @returns what ends it
 */
export const failStatement = ({ settings }: Service, failure: Failure): (() => void) =>
  settings.databaseUrl === ''
    ? fillDisk(databaseFile('production', settings), failure)
    : cutConnection(new URL(settings.databaseUrl).pathname.slice(1), failure);

function fillDisk(file: string, { after, isWorse }: Failure): () => void {
  let left = after;
  return beforeEach(statements, ['run', 'all', 'get'], ({ database, source, readonly: isReading }) => {
    const isChange = database.name === file && (!isReading || source === 'commit');
    if (!isChange || left < 0 || (left -= 1) >= 0) return;
    if (isWorse && database.inTransaction) database.exec('rollback');
    throw new SqliteDatabase.SqliteError('database or disk is full', 'SQLITE_FULL');
  });
}

function cutConnection(name: string, { after, isWorse }: Failure): () => void {
  let left = after;
  return beforeEach(Client.prototype, ['query'], ({ database, connection: { stream } }) => {
    if (database !== name || left < 0 || (left -= 1) >= 0) return;
    if (isWorse) setImmediate(() => stream.destroy());
    else stream.destroy();
  });
}

/** The disk cannot keep what was written: no sync succeeds until the function that it gives is called. */
export async function failSyncs(): Promise<() => void> {
  const file = await open(import.meta.filename);
  await file.close();
  const files = Object.getPrototypeOf(file) as FileHandle;
  const failing = vi.spyOn(files, 'datasync');
  failing.mockRejectedValue(Object.assign(new Error('i/o error, fdatasync'), { code: 'EIO' }));
  return () => failing.mockRestore();
}

type Method = (...given: never[]) => unknown;

/** Runs something before each call of these methods, until the function that it gives is called. */
function beforeEach<Self extends object>(methods: Self, names: readonly (keyof Self)[], run: (self: Self) => void) {
  const all = methods as Record<keyof Self, Method>;
  const real = names.map((name) => [name, all[name]] as const);
  for (const [name, method] of real)
    all[name] = function (this: Self, ...given) {
      run(this);
      return method.apply(this, given);
    };
  return () => {
    for (const [name, method] of real) all[name] = method;
  };
}
