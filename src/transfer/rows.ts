import { createHash } from 'node:crypto';
import { OWN_FACTS, TABLE_NAMES, TABLES, type TableName } from '../database/keys.ts';
import { Failure } from '../failure.ts';
import { jsonOf } from '../vocabulary/int64.ts';
import type { Row, Statement, TransferDatabase } from './transfer-database.ts';

/**
 * Copies a table in the order of its key, after the last row that the target already has. Reads the next batch while the target writes.
 *
 * @returns the number of rows of each batch, once the target has it
 */
export async function* copyTable(
  source: TransferDatabase,
  target: TransferDatabase,
  table: TableName,
): AsyncIterable<number> {
  const columns = await source.columns(table);
  const last = await lastRow(target, table);
  let writing: Promise<number> | undefined;
  for await (const rows of source.batches(...selection(source, table, columns, last))) {
    const json = `[${rows.map(jsonOf).join()}]`;
    if (writing !== undefined) yield await writing;
    writing = target.insert(table, columns, json).then(() => rows.length);
    // Handled when it is awaited, one batch later.
    writing.catch(() => {});
  }
  if (writing !== undefined) yield await writing;
}

/** The key of the last row that the database has. */
async function lastRow(target: TransferDatabase, table: TableName): Promise<Row | undefined> {
  const keys = Object.entries(TABLES[table].key);
  const names = keys.map(([name]) => `"${name}"`).join();
  const descending = keys.map(([name, type]) => `${target.ordered(name, type)} desc`).join();
  const [row] = await target.query(
    `select ${names} from "${table}"${where(copiedRows(table))} order by ${descending} limit 1`,
  );
  return row;
}

/** Selects the rows of a table in the order of its key: all, or those after a key. */
function selection(database: TransferDatabase, table: TableName, columns: readonly string[], after?: Row): Statement {
  const keys = Object.entries(TABLES[table].key);
  const ordered = keys.map(([name, type]) => database.ordered(name, type)).join();
  const values = after === undefined ? [] : keys.map(([name]) => after[name] ?? null);
  const placeholders = values.map((_, i) => database.placeholder(i + 1)).join();
  const conditions = [copiedRows(table), placeholders === '' ? '' : `(${ordered}) > (${placeholders})`];
  const names = columns.map((name) => `"${name}"`).join();
  return [`select ${names} from "${table}"${where(...conditions)} order by ${ordered}`, ...values];
}

/**
 * Compares a table in both databases, row by row.
 *
 * @throws Failure when they differ
 */
export async function compareTable(
  source: TransferDatabase,
  target: TransferDatabase,
  table: TableName,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<{ rows: number; sha256: string }> {
  const columns = await source.columns(table);
  const digest = async (database: TransferDatabase, onBatch: (rows: number) => void) => {
    const sum = createHash('sha256');
    let rows = 0;
    for await (const batch of database.batches(...selection(database, table, columns))) {
      signal.throwIfAborted();
      sum.update(batch.map((row) => `${jsonOf(row)}\n`).join(''));
      rows += batch.length;
      onBatch(rows);
    }
    return { rows, sha256: sum.digest('hex') };
  };
  const digests = [digest(source, () => {}), digest(target, onRows)] as const;
  // If one fails, wait for the other before anything is closed.
  await Promise.allSettled(digests);
  const [here, there] = await Promise.all(digests);
  if (here.sha256 === there.sha256) return here;
  throw new Failure(
    `"${table}" differs: ${here.rows} rows in ${source.shown}, ${there.rows} in ${target.shown}, or different contents. ` +
      'One of them was changed after the transfer began. Empty the target, and run the command again.',
  );
}

/** How many rows each table has. */
export async function rowsOf(database: TransferDatabase): Promise<Map<TableName, number>> {
  const rows = new Map<TableName, number>();
  for (const table of TABLE_NAMES) {
    const [row] = await database.query(`select count(*) as count from "${table}"${where(copiedRows(table))}`);
    rows.set(table, Number(row?.['count']));
  }
  return rows;
}

/** A condition for the rows of a table that are copied; empty for all. */
export const copiedRows = (table: TableName): string =>
  table === 'meta' ? `name not in (${OWN_FACTS.map((name) => `'${name}'`).join()})` : '';

export function where(...conditions: readonly string[]): string {
  const given = conditions.filter((condition) => condition !== '');
  return given.length === 0 ? '' : ` where ${given.join(' and ')}`;
}
