import { createHash, hash } from 'node:crypto';
import { Failure } from '../failure.ts';
import { type Int64, jsonOf } from '../vocabulary/int64.ts';
import type { Row, Side, Statement, Value } from './side.ts';
import { MARK, OWN_FACTS, TABLE_NAMES, TABLES, type TableName } from './tables.ts';

/** What was copied of one table, and is the same on both sides. */
export interface TransferredTable {
  readonly name: TableName;
  readonly rows: number;
  /** The last id that was ever assigned, also where its row is gone; undefined of a table whose keys are not assigned. */
  readonly lastId: Int64 | undefined;
  /** SHA-256 over the rows as JSON, one a line, in the order of the key. */
  readonly sha256: string;
}

/** How far it is. */
export interface Progress {
  readonly step: 'copy' | 'check';
  readonly table: TableName;
  /** Rows of this table. */
  readonly rows: number;
  readonly ofRows: number;
  /** Rows of all tables, in this step. */
  readonly all: number;
  readonly ofAll: number;
}

export interface Watcher {
  /** An earlier run has copied so many. */
  goesOn(rows: number, ofRows: number): void;
  progress(progress: Progress): void;
}

/** What the source is. While it stays the same, an interrupted transfer may go on. */
interface Inventory {
  readonly rows: ReadonlyMap<TableName, number>;
  readonly lastIds: ReadonlyMap<TableName, Int64>;
  readonly fingerprint: string;
}

/**
 * Copies a whole environment into a database in which there are only the tables, or goes on where an earlier run has ended; then compares
 * the two, row by row. Until that has succeeded the target bears a mark, and no service starts on it. A table is copied in the order of
 * its key, and whole batches at a time: what the target has of it says where to go on.
 *
 * @param signal ends it between two batches
 * @throws Failure when it cannot be done, in a sentence
 */
export async function transfer(
  source: Side,
  target: Side,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<TransferredTable[]> {
  const inventory = await inventoryOf(source);
  await begin(target, inventory.fingerprint);
  const there = await rowsOf(target);
  const ofAll = sum(inventory.rows.values());
  let all = sum(there.values());
  if (all > 0) watcher.goesOn(all, ofAll);
  for (const [table, ofRows] of inventory.rows) {
    let rows = there.get(table) ?? 0;
    for await (const copied of copy(source, target, table)) {
      signal.throwIfAborted();
      rows += copied;
      all += copied;
      watcher.progress({ step: 'copy', table, rows, ofRows, all, ofAll });
    }
  }

  all = 0;
  const checked: TransferredTable[] = [];
  for (const [name, ofRows] of inventory.rows) {
    const lastId = inventory.lastIds.get(name);
    const compared = await compare(source, target, name, signal, (rows) => {
      watcher.progress({ step: 'check', table: name, rows, ofRows, all: all + rows, ofAll });
    });
    all += compared.rows;
    checked.push({ name, lastId, ...compared });
  }

  for (const [table, id] of inventory.lastIds) await bringLastId(target, table, id);
  await target.settle();
  await target.write([[`delete from meta where name = '${MARK}'`]]);
  return checked;
}

/** Throws Failure where no version of this service has ever been. */
export async function requireStore(side: Side): Promise<void> {
  if ((await side.tables()).includes('kysely_migration')) return;
  throw new Failure(`${side.shown} is no store of Petstore.`);
}

/** Both must have the tables of the same version. Throws Failure. */
export async function requireSameTables(source: Side, target: Side): Promise<void> {
  const versionOf = async (side: Side) => jsonOf(await side.query('select name from kysely_migration order by name'));
  if ((await versionOf(source)) === (await versionOf(target))) return;
  throw new Failure(
    `The tables of ${source.shown} are of another version: \`petstore migrate\` of this version brings older ones up to it.`,
  );
}

async function inventoryOf(source: Side): Promise<Inventory> {
  if ((await markOf(source)) !== undefined) {
    throw new Failure(`${source.shown} is itself half transferred: end that transfer first.`);
  }
  const rows = await rowsOf(source);
  const lastIds = new Map<TableName, Int64>();
  for (const table of TABLE_NAMES) {
    if (TABLES[table].assigned === true) lastIds.set(table, await source.lastId(table, keyColumn(table)));
  }
  const facts = await source.query('select name, value from meta order by name');
  const fingerprint = hash('sha256', jsonOf([facts.filter(isCopied), [...rows], [...lastIds]]));
  return { rows, lastIds, fingerprint };
}

/** Marks an empty target, or sees that the mark is the one of this transfer. Throws Failure. */
async function begin(target: Side, fingerprint: string): Promise<void> {
  const mark = await markOf(target);
  if (mark === fingerprint) return;
  if (mark !== undefined) {
    throw new Failure(
      `${target.shown} was begun to be filled from another source, or the source was changed since then: empty it and begin again.`,
    );
  }
  for (const [table, rows] of await rowsOf(target)) {
    if (TABLES[table].seeded !== true && rows > 0) {
      throw new Failure(`${target.shown} is not empty: there are rows in "${table}". Nothing was written.`);
    }
  }
  const seeded = TABLE_NAMES.filter((table) => TABLES[table].seeded);
  await target.write([
    ...seeded.map((table): Statement => [`delete from "${table}"${where(copiedRows(table))}`]),
    [`insert into meta (name, value) values ('${MARK}', ${target.placeholder(1)})`, fingerprint],
  ]);
}

async function markOf(side: Side): Promise<Value | undefined> {
  const [row] = await side.query(`select value from meta where name = '${MARK}'`);
  return row?.['value'];
}

/** Yields the number of rows of each batch that the target has. The source is read while the target writes. */
async function* copy(source: Side, target: Side, table: TableName): AsyncIterable<number> {
  const columns = await source.columns(table);
  const last = await lastRow(target, table);
  let writing: Promise<number> | undefined;
  for await (const rows of source.batches(...selection(source, table, columns, last))) {
    const json = `[${rows.map(jsonOf).join()}]`;
    if (writing !== undefined) yield await writing;
    writing = target.insert(table, columns, json).then(() => rows.length);
    // A failure is met when it is awaited, a batch later.
    writing.catch(() => {});
  }
  if (writing !== undefined) yield await writing;
}

/** The key of the last row that the target has. */
async function lastRow(target: Side, table: TableName): Promise<Row | undefined> {
  const keys = Object.entries(TABLES[table].key);
  const names = keys.map(([name]) => `"${name}"`).join();
  const descending = keys.map(([name, type]) => `${target.ordered(name, type)} desc`).join();
  const [row] = await target.query(
    `select ${names} from "${table}"${where(copiedRows(table))} order by ${descending} limit 1`,
  );
  return row;
}

/** All rows of a table in the order of its key, or those after one. */
function selection(side: Side, table: TableName, columns: readonly string[], after?: Row): Statement {
  const keys = Object.entries(TABLES[table].key);
  const ordered = keys.map(([name, type]) => side.ordered(name, type)).join();
  const values = after === undefined ? [] : keys.map(([name]) => after[name] ?? null);
  const places = values.map((_, i) => side.placeholder(i + 1)).join();
  const conditions = [copiedRows(table), places === '' ? '' : `(${ordered}) > (${places})`];
  const names = columns.map((name) => `"${name}"`).join();
  return [`select ${names} from "${table}"${where(...conditions)} order by ${ordered}`, ...values];
}

async function compare(
  source: Side,
  target: Side,
  table: TableName,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<{ rows: number; sha256: string }> {
  const columns = await source.columns(table);
  const digest = async (side: Side, onBatch: (rows: number) => void) => {
    const sum = createHash('sha256');
    let rows = 0;
    for await (const batch of side.batches(...selection(side, table, columns))) {
      signal.throwIfAborted();
      sum.update(batch.map((row) => `${jsonOf(row)}\n`).join(''));
      rows += batch.length;
      onBatch(rows);
    }
    return { rows, sha256: sum.digest('hex') };
  };
  const digests = [digest(source, () => {}), digest(target, onRows)] as const;
  // Where one fails, the other must be at its end too before anything is closed.
  await Promise.allSettled(digests);
  const [here, there] = await Promise.all(digests);
  if (here.sha256 === there.sha256) return here;
  throw new Failure(
    `"${table}" is not the same: ${here.rows} rows in ${source.shown}, ${there.rows} in ${target.shown}, or their contents differ. ` +
      'One of the two was changed since the transfer began: empty the target and begin again.',
  );
}

async function bringLastId(target: Side, table: TableName, id: Int64): Promise<void> {
  if (id === 0) return;
  await target.setLastId(table, keyColumn(table), id);
  const set = await target.lastId(table, keyColumn(table));
  if (set !== id) throw new Error(`The last id of "${table}" is ${set}, and not ${id}.`);
}

async function rowsOf(side: Side): Promise<Map<TableName, number>> {
  const rows = new Map<TableName, number>();
  for (const table of TABLE_NAMES) {
    const [row] = await side.query(`select count(*) as count from "${table}"${where(copiedRows(table))}`);
    rows.set(table, Number(row?.['count']));
  }
  return rows;
}

const keyColumn = (table: TableName): string => Object.keys(TABLES[table].key)[0] ?? '';

const isCopied = ({ name }: Row): boolean => !OWN_FACTS.includes(String(name));

const copiedRows = (table: TableName): string =>
  table === 'meta' ? `name not in (${OWN_FACTS.map((name) => `'${name}'`).join()})` : '';

function where(...conditions: readonly string[]): string {
  const given = conditions.filter((condition) => condition !== '');
  return given.length === 0 ? '' : ` where ${given.join(' and ')}`;
}

const sum = (numbers: Iterable<number>): number => Iterator.from(numbers).reduce((total, number) => total + number, 0);
