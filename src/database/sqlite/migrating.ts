import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type SqliteDatabase from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { migrate, type MigrationStep, type OnMigration, stepsToMigrate } from '../migrate.ts';
import type { Dialect } from '../migration.ts';
import type { Tables } from '../tables.ts';

type Connection = SqliteDatabase.Database;

const dialect: Dialect = {
  assignedId: { type: 'integer', define: (column) => column.primaryKey().autoIncrement() },
  numbersAfterCommit: false,
};

/**
 * Brings the tables to this version. A database that holds data is migrated on another thread, which may take minutes: meanwhile this one
 * answers those who ask how far it is.
 */
export async function migrateFile(
  file: string,
  connection: Connection,
  tx: Kysely<Tables>,
  onStep: OnMigration = () => {},
): Promise<void> {
  const of = await stepsToMigrate(tx, tableFinder(connection));
  if (of === 0) return migrateInOneTransaction(connection, tx);
  await onStep({ step: 0, of });
  // The worker is in the same folder, in the sources as in the built service.
  const url = new URL(`migration-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(url, { workerData: file });
  worker.on('message', (step: MigrationStep) => void onStep(step));
  await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
}

/** Holds the write lock over all migrations, because two processes may start at once. Either all migrations apply or none. */
export async function migrateInOneTransaction(
  connection: Connection,
  tx: Kysely<Tables>,
  onStep?: OnMigration,
): Promise<void> {
  connection.exec('begin immediate');
  try {
    await migrate(tx, dialect, tableFinder(connection), onStep);
    connection.exec('commit');
  } catch (error) {
    // On a full disk the engine has done so itself.
    if (connection.inTransaction) connection.exec('rollback');
    throw error;
  }
}

function tableFinder(connection: Connection): (name: string) => Promise<boolean> {
  const find = connection.prepare<[string]>(`select 1 from sqlite_schema where type = 'table' and name = ?`);
  return async (name) => find.get(name) !== undefined;
}
