import { mkdir, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, type KyselyPlugin, SqliteDialect } from 'kysely';
import { narrow } from '../../vocabulary/int64.ts';
import { type Database, DatabaseUnavailable, UniqueViolation } from '../database.ts';
import type { Engine } from '../engine.ts';
import { migrate } from '../migrate.ts';
import { type DirectRun, runDirectly } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import { groupCommit } from './group-commit.ts';
import { type InsertQueue, insertQueue } from './insert-queue.ts';
import { makePrivateFile, shareStoreLock } from './lock.ts';
import { type WalSync, walSync } from './wal-sync.ts';

type Connection = SqliteDatabase.Database;

/** Versions 3.7.0 to 3.51.2 can corrupt a database in WAL mode: https://sqlite.org/wal.html#walresetbug */
const oldestSafeVersion = 3_051_003;
const statementCacheSize = 500;

const engine: Engine = {
  assignedId: { type: 'integer', define: (column) => column.primaryKey().autoIncrement() },
  numbersLater: false,
};

/**
 * The embedded store: one file in WAL mode, every commit on the disk before it is acknowledged, or seen by a reader of this process.
 * One connection writes, another reads and therefore never sees what is not committed.
 */
export async function openSqlite(options: {
  readonly file: string;
  readonly onCommit?: (size: number) => void;
}): Promise<Database> {
  await makeFolder(dirname(options.file));
  const unlock = await shareStoreLock(options.file);
  try {
    // People's addresses and the hashes of passwords are for the service's own user; SQLite gives its other files the same mode.
    await makePrivateFile(options.file);
    const database = await openUnlocked(options);
    return {
      ...database,
      close: async () => {
        await database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openUnlocked(options: Parameters<typeof openSqlite>[0]): Promise<Database> {
  const writer = new SqliteDatabase(options.file, { timeout: 5_000 });
  try {
    assertSafeVersion(writer);
    writer.pragma('journal_mode = WAL');
    writer.pragma('synchronous = FULL');
    writer.pragma('foreign_keys = ON');
    // Pages that every commit writes again are then copied into the database once for many commits.
    writer.pragma('wal_autocheckpoint = 4000');
    let written = 0;
    const onWrite = () => void (written += 1);
    const queue = insertQueue(writer, onWrite);
    const statements = keptStatements(writer, { onWrite, before: queue.flush });
    const tx = queriesOn(statements);
    runDirectly(tx, directly(statements, queue));
    await migrateAlone(writer, tx);
    // What a process that was killed, or whose disk failed, left in the log may be in the kernel's memory alone.
    writer.pragma('wal_checkpoint');
    // From here on the event loop waits for the disk at a checkpoint only: the group commit waits for other processes, `wal` for commits.
    writer.pragma('busy_timeout = 0');
    writer.pragma('synchronous = NORMAL');

    const reader = new SqliteDatabase(options.file, { readonly: true, timeout: 1_000 });
    // SQLite keeps the file for as long as the database is open, and has it where a link to the store leads.
    const walFile = await open(`${await realpath(options.file)}-wal`);
    const wal = walSync(() => walFile.datasync());
    const read = queriesOn(keptStatements(reader), [onlyDurable(wal)]);
    const dataVersion = reader.prepare<[], number>('pragma data_version').pluck();
    const sql = { ...delimiters(writer, queue), writes: () => written };
    const writes = groupCommit(tx, sql, wal, options.onCommit ?? (() => {}));
    return {
      read,
      transaction: (work) => writes.transaction(work),
      version: onceInARow(() => dataVersion.get() ?? 0),
      scanRows: 5_000,
      // It answers, or is known not to.
      together: (request) => request(),
      // One connection writes: an event has its number, and its place in the order, as soon as it is written.
      events: { appendTo: 'events', number: async () => {}, hold: async () => {} },
      ping: async () => {
        dataVersion.get();
        await wal.durable();
      },
      close: async () => {
        await writes.idle();
        reader.close();
        writer.close();
        await walFile.close();
      },
    };
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Node's own recursive `mkdir` never ends in a folder that cannot hold another, such as `/proc`. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
  });
}

function assertSafeVersion(connection: Connection): void {
  const version = connection.prepare<[], string>('select sqlite_version()').pluck().get() ?? '';
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major * 1_000_000 + minor * 1_000 + patch < oldestSafeVersion) {
    throw new Error(`SQLite ${version} can corrupt a database in WAL mode; 3.51.3 or newer is needed.`);
  }
}

/** Two processes may start at once: the write lock is held over all migrations, which then happen wholly or not at all. */
async function migrateAlone(connection: Connection, tx: Kysely<Tables>): Promise<void> {
  connection.exec('begin immediate');
  try {
    await migrate(tx, engine);
    connection.exec('commit');
  } catch (error) {
    connection.exec('rollback');
    throw error;
  }
}

function delimiters(connection: Connection, queue: InsertQueue) {
  const statement = (sql: string) => {
    const prepared = connection.prepare(sql);
    return () => {
      translated(() => prepared.run());
    };
  };
  const begin = statement('begin immediate');
  return {
    begin: () => {
      queue.begin();
      begin();
    },
    flush: () => translated(queue.flush),
    commit: statement('commit'),
    rollback: statement('rollback'),
    inTransaction: () => connection.inTransaction,
    isBusy: (error: unknown) => error instanceof DatabaseUnavailable && codeOf(error.cause).startsWith('SQLITE_BUSY'),
  };
}

/** Asking costs 3 µs, and nothing is committed between those who ask in one piece of synchronous code: they share an answer. */
function onceInARow(ask: () => number): () => number {
  let answer: number | undefined;
  return () => {
    if (answer === undefined) {
      queueMicrotask(() => (answer = undefined));
      answer = ask();
    }
    return answer;
  };
}

type Statements = (sql: string) => ReturnType<typeof exactStatement>;

interface Around {
  /** Comes before each statement. */
  readonly before: () => void;
  /** Is told of each statement that has written. */
  readonly onWrite: () => void;
}

/** Kysely asks for a statement at each execution; preparing one costs more than running it, so they are kept. */
function keptStatements(connection: Connection, around: Around = { before() {}, onWrite() {} }): Statements {
  const statements = new Map<string, ReturnType<Statements>>();
  return (sql) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      if (statements.size >= statementCacheSize) statements.clear();
      statement = exactStatement(connection, sql, around);
      statements.set(sql, statement);
    }
    return statement;
  };
}

const queriesOn = (prepare: Statements, plugins: KyselyPlugin[] = []) =>
  new Kysely<Tables>({ dialect: new SqliteDialect({ database: { prepare, close: () => {} } }), plugins });

function directly(prepare: Statements, queue: InsertQueue): DirectRun {
  const run = (sql: string, parameters: readonly unknown[]) => {
    const statement = prepare(sql);
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  };
  return Object.assign(run, {
    insert: (...row: Parameters<InsertQueue['add']>) => translated(() => queue.add(...row)),
  });
}

/** Gives out what was read once it is on the disk: nobody is told of a change that a failing power supply could take back. */
const onlyDurable = (wal: WalSync): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    await wal.durable();
    return result;
  },
});

/** A statement that reads int64 without loss: as numbers where they are safe, as bigints beyond. */
function exactStatement(connection: Connection, sql: string, { before, onWrite }: Around) {
  const statement = connection.prepare<unknown[], Record<string, unknown>>(sql).safeIntegers(true);
  const { reader, readonly: isReadOnly } = statement;
  const around = <Result>(run: () => Result): Result =>
    translated(() => {
      before();
      const result = run();
      if (!isReadOnly) onWrite();
      return result;
    });
  return {
    reader,
    all: (parameters: readonly unknown[]) => around(() => statement.all(parameters as unknown[]).map(narrowed)),
    run: (parameters: readonly unknown[]) => around(() => statement.run(parameters as unknown[])),
    iterate: (parameters: readonly unknown[]) => around(() => statement.iterate(parameters)),
  };
}

function narrowed(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'bigint') row[name] = narrow(value);
  }
  return row;
}

const unavailableCodes = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/;
const uniqueCodes = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)/;

function translated<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const code = codeOf(error);
    if (unavailableCodes.test(code)) throw new DatabaseUnavailable(error);
    if (uniqueCodes.test(code)) throw new UniqueViolation(error);
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof SqliteDatabase.SqliteError ? error.code : '';
}
