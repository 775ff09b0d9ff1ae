import { open as openFile, realpath, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { KyselyPlugin } from 'kysely';
import { makeFolder } from '../../storage/make-folder.ts';
import { type Database, DatabaseUnavailable } from '../database.ts';
import type { OnMigration } from '../migrate.ts';
import { runDirectly } from '../prepared.ts';
import { sinks } from '../transaction-sink.ts';
import { writeProbe } from '../write-probe.ts';
import { openDamage } from './damage.ts';
import { isBusy, isDiskError, isNoSpace, translated } from './errors.ts';
import { groupCommit } from './group-commit.ts';
import { type InsertQueue, insertQueue } from './insert-queue.ts';
import { makePrivateFile, shareLock, takeServiceLock } from './lock.ts';
import { migrateFile } from './migrating.ts';
import { type OpenFiles, openFiles } from './open-files.ts';
import { isOnReadOnlyDisk } from './read-only.ts';
import { keepReserve, spendReserve } from './reserve.ts';
import { directRun, queriesOn, statementCache } from './statements.ts';
import { type WalSync, walSync } from './wal-sync.ts';

type Connection = SqliteDatabase.Database;

/** Versions 3.7.0 to 3.51.2 can corrupt a database in WAL mode: https://sqlite.org/wal.html#walresetbug */
const oldestSafeVersion = 3_051_003;

interface SqliteOptions {
  readonly file: string;
  /** Receives the number of transactions in each group commit. */
  readonly onCommit?: (size: number) => void;
  readonly onMigration?: OnMigration;
  /** Whether this is the one service that may use the database. */
  readonly serves?: boolean;
  /** Work whose commit has not reached the disk after this time fails with DatabaseUnavailable. */
  readonly deadlineMs?: number;
}

/**
 * Opens the embedded database: one file in WAL mode. A commit reaches the disk before it is acknowledged and before this process reads
 * it. One connection writes; another reads, and therefore sees committed data only.
 */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const open = new AsyncDisposableStack();
  try {
    return await openParts(open, options);
  } catch (error) {
    // A failure to close must not hide why opening failed.
    await open.disposeAsync().catch(() => {});
    if (!(await isOnReadOnlyDisk(options.file))) throw error;
    throw Object.assign(new Error('its disk is read-only', { cause: error }), { code: 'EROFS' });
  }
}

/** @param open receives what closes each part; it runs in the reverse order, every step even if another fails. */
async function openParts(
  open: AsyncDisposableStack,
  { file, onCommit = () => {}, onMigration, serves = false, deadlineMs }: SqliteOptions,
): Promise<Database> {
  await makeFolder(dirname(file));
  open.defer(await shareLock(file));
  if (serves) open.defer(await takeServiceLock(file));
  // The file holds personal data and password hashes: only the service's own user may read it. SQLite's other files inherit the mode.
  await makePrivateFile(file);
  const writer = new SqliteDatabase(file, { timeout: 5_000 });
  open.defer(() => void writer.close());
  await openLog(writer, file);
  writer.pragma('synchronous = FULL');
  writer.pragma('foreign_keys = ON');
  // A long interval between checkpoints: pages that every commit rewrites are copied into the database once for many commits.
  writer.pragma('wal_autocheckpoint = 4000');
  let writes = 0;
  const onWrite = () => void (writes += 1);
  const queue = insertQueue(writer, onWrite);
  const damage = openDamage();
  const onError = (error: unknown) => damage.note(error);
  let isMigrated = false;
  const before = () => {
    // The engine may have rolled it back, such as for a full disk: what comes after must not take effect alone.
    if (isMigrated && !writer.inTransaction) throw new Error('The transaction has ended.');
    queue.flush();
  };
  const statements = statementCache(writer, { onWrite, before, onError });
  const tx = queriesOn(statements);
  runDirectly(tx, directRun(statements, queue));
  await migrateFile(file, writer, tx, onMigration);
  isMigrated = true;
  const isMerged = mergedLog(writer);
  // From here on only checkpoints block the event loop on the disk: the group commit waits for other processes, `wal` syncs commits.
  writer.pragma('busy_timeout = 0');
  writer.pragma('synchronous = NORMAL');

  const reader = new SqliteDatabase(file, { readonly: true, timeout: 1_000 });
  // SQLite keeps the WAL while the database is open, beside the file that a symbolic link leads to.
  const walPath = `${await realpath(file)}-wal`;
  const files = openFiles([file, walPath]);
  // SQLite's last connection deletes the log at its path, which may belong to another database by now: one stays open until the process ends.
  open.defer(() => void (files.areInPlace() && reader.close()));
  const walFile = await openFile(walPath);
  open.defer(() => walFile.close());
  if (!isMerged) await walFile.datasync();
  const wal = walSync(() => walFile.datasync(), deadlineMs);
  const dataVersion = reader.prepare<[], number>('pragma data_version').pluck();
  const sql = { ...delimiters(writer, queue, files), writes: () => writes };
  const commits = groupCommit(tx, sql, wal, onCommit);
  open.defer(() => commits.idle());
  const sinkOf = sinks(tx, 'events');
  const probe = writeProbe((work) => commits.transaction(work));
  return {
    read: queriesOn(statementCache(reader, { onError }), [onlyDurable(wal)]),
    transaction: (work) => commits.transaction(work),
    addition: (work) => commits.transaction((own) => work(sinkOf(own))),
    sinkOf,
    version: oncePerMicrotask(() => dataVersion.get() ?? 0),
    like: 'like',
    // With one writer, ids are committed in order of assignment.
    settled: async () => {},
    position: 'instr',
    elements: 'json_each',
    scanRows: 5_000,
    // The engine answers without waiting; the wait for the disk has a deadline of its own.
    withDeadline: (request) => request(),
    // With one writer, events are written in commit order and have their final sequence number at once.
    events: { appendTo: 'events', assignNumbers: async () => {}, lock: async () => {} },
    // With one writer, counters are changed in place.
    foldCounts: async () => {},
    ping: async () => {
      damage.assertNone();
      files.assertInPlace();
      await probe().catch(async (error: unknown) => {
        // A disk that hangs gets no further requests.
        const isAsked = error instanceof DatabaseUnavailable && isDiskError(error.cause);
        if (!isAsked || !(await isOnReadOnlyDisk(file))) throw error;
        throw new DatabaseUnavailable(error.cause, 'The database cannot be written: the disk is read-only.');
      });
    },
    sizes: () => sizesOf(file, walPath),
    pool: () => undefined,
    // A file may be moved.
    place: async () => '',
    close: () => open.disposeAsync(),
  };
}

async function sizesOf(file: string, walPath: string) {
  const [data, log, { bsize, blocks, bavail }] = await Promise.all([stat(file), stat(walPath), statfs(walPath)]);
  const disk = { disk_bytes: blocks * bsize, disk_free_bytes: bavail * bsize };
  return { database_bytes: data.size, database_log_bytes: log.size, ...disk };
}

/** Creates the write-ahead log and its index, where they are missing. */
async function openLog(connection: Connection, file: string): Promise<void> {
  const open = () => {
    requireSafeVersion(connection);
    connection.pragma('journal_mode = WAL');
  };
  try {
    open();
  } catch (error) {
    if (!isNoSpace(error)) throw error;
    await spendReserve(file);
    open();
  }
  await keepReserve(file);
}

/**
 * Copies the log into the database, and syncs both: after a kill or a disk failure, the log may hold commits that are only in the kernel's
 * memory.
 *
 * @returns false if the disk is too full for it: then the log must be synced
 */
function mergedLog(connection: Connection): boolean {
  try {
    connection.pragma('wal_checkpoint');
    return true;
  } catch (error) {
    if (!isNoSpace(error)) throw error;
    return false;
  }
}

function requireSafeVersion(connection: Connection): void {
  const version = connection.prepare<[], string>('select sqlite_version()').pluck().get() ?? '';
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major * 1_000_000 + minor * 1_000 + patch < oldestSafeVersion) {
    throw new Error(`SQLite ${version} can corrupt a database in WAL mode; 3.51.3 or newer is needed.`);
  }
}

function delimiters(connection: Connection, queue: InsertQueue, files: OpenFiles) {
  const statement = (sql: string) => {
    const prepared = connection.prepare(sql);
    return () => void translated(() => prepared.run());
  };
  const begin = statement('begin immediate');
  return {
    begin: () => {
      files.assertInPlace();
      queue.begin();
      begin();
    },
    flush: () => translated(queue.flush),
    commit: statement('commit'),
    rollback: statement('rollback'),
    assertKept: () => files.assertInPlace(),
    inTransaction: () => connection.inTransaction,
    isBusy: (error: unknown) => error instanceof DatabaseUnavailable && isBusy(error.cause),
  };
}

/** Caches the answer until the current synchronous code ends; nothing commits in between. Saves 12 % of the CPU of `GET /v1/pets`. */
function oncePerMicrotask(ask: () => number): () => number {
  let answer: number | undefined;
  return () => {
    if (answer === undefined) {
      queueMicrotask(() => (answer = undefined));
      answer = ask();
    }
    return answer;
  };
}

/** Holds query results back until the commits that they may show are on the disk: a power failure must not undo what a client has seen. */
const onlyDurable = (wal: WalSync): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    await wal.durable();
    return result;
  },
});
