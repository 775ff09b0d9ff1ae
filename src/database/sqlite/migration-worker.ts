import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { migrateInOneTransaction } from './migrating.ts';
import { queriesOn, statementCache } from './statements.ts';

/** How long to wait for a command beside, such as `vacuum`. */
const patienceMs = 60_000;

const connection = new SqliteDatabase(workerData as string, { timeout: patienceMs });
try {
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  const tx = queriesOn(statementCache(connection, { onError: () => {} }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  await migrateInOneTransaction(connection, tx, (step) => parentPort?.postMessage(step));
} finally {
  connection.close();
}
