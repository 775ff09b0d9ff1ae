import { hash } from 'node:crypto';
import { MARK, TABLE_NAMES, TABLES, type TableName } from '../database/keys.ts';
import { Failure } from '../failure.ts';
import { type Int64, jsonOf } from '../vocabulary/int64.ts';
import { compareTable, copiedRows, copyTable, rowsOf, where } from './rows.ts';
import type { Statement, TransferDatabase, Value } from './transfer-database.ts';

/** A table that was copied, and is the same in both databases. */
export interface TransferredTable {
  readonly name: TableName;
  readonly rows: number;
  /** The last id that was assigned, even if its row was deleted; undefined for a table whose keys are not assigned. */
  readonly lastId: Int64 | undefined;
  /** SHA-256 of the rows as JSON lines, in the order of the key. */
  readonly sha256: string;
}

export interface Progress {
  readonly step: 'copy' | 'check';
  readonly table: TableName;
  /** Rows of this table. */
  readonly rows: number;
  readonly ofRows: number;
  /** Rows of all tables in this step. */
  readonly all: number;
  readonly ofAll: number;
}

export interface Watcher {
  /** An earlier run has copied this many rows. */
  resumed(rows: number, ofRows: number): void;
  progress(progress: Progress): void;
}

/** Identifies the contents of the source. While they stay the same, an interrupted transfer can be resumed. */
interface Inventory {
  readonly rows: ReadonlyMap<TableName, number>;
  readonly lastIds: ReadonlyMap<TableName, Int64>;
  readonly fingerprint: string;
}

/**
 * Copies an environment into a database that has only the tables, or resumes an earlier run; then compares the two, row by row. Until the
 * comparison has succeeded, the target is marked, and no service starts on it. A table is copied in the order of its key, in
 * whole batches: the last row in the target says where to resume.
 *
 * @param signal stops the transfer between two batches
 * @param copyFiles copies the files of photos, by their names
 * @throws Failure when the transfer is impossible, or the copy differs
 */
export async function transfer(
  source: TransferDatabase,
  target: TransferDatabase,
  watcher: Watcher,
  signal: AbortSignal,
  copyFiles: (photos: readonly string[]) => Promise<void>,
): Promise<TransferredTable[]> {
  const inventory = await inventoryOf(source);
  await begin(target, inventory.fingerprint);
  const there = await rowsOf(target);
  const ofAll = sum(inventory.rows.values());
  let all = sum(there.values());
  if (all > 0) watcher.resumed(all, ofAll);
  for (const [table, ofRows] of inventory.rows) {
    let rows = there.get(table) ?? 0;
    for await (const copied of copyTable(source, target, table)) {
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
    const compared = await compareTable(source, target, name, signal, (rows) => {
      watcher.progress({ step: 'check', table: name, rows, ofRows, all: all + rows, ofAll });
    });
    all += compared.rows;
    checked.push({ name, lastId, ...compared });
  }

  const photos = await source.query('select name from pet_photos order by id');
  await copyFiles(photos.map(({ name }) => String(name)));
  for (const [table, id] of inventory.lastIds) await continueIds(target, table, id);
  await target.analyze();
  await target.write([[`delete from meta where name = '${MARK}'`]]);
  return checked;
}

/** @throws Failure for a database of another program, or an empty one */
export async function requirePetstore(database: TransferDatabase): Promise<void> {
  if ((await database.tables()).includes('kysely_migration')) return;
  throw new Failure(`${database.shown} is not a Petstore database.`);
}

/** @throws Failure when the tables are of different versions */
export async function requireSameTables(source: TransferDatabase, target: TransferDatabase): Promise<void> {
  const versionOf = async (database: TransferDatabase) =>
    jsonOf(await database.query('select name from kysely_migration order by name'));
  if ((await versionOf(source)) === (await versionOf(target))) return;
  throw new Failure(
    `The tables of ${source.shown} are of another version. If it is older, \`petstore migrate\` of this version updates them.`,
  );
}

async function inventoryOf(source: TransferDatabase): Promise<Inventory> {
  if ((await markOf(source)) !== undefined) {
    throw new Failure(`${source.shown} is itself half transferred. Finish that transfer first.`);
  }
  const rows = await rowsOf(source);
  const lastIds = new Map<TableName, Int64>();
  for (const table of TABLE_NAMES) {
    if (TABLES[table].assigned === true) lastIds.set(table, await source.lastId(table, keyColumn(table)));
  }
  const facts = await source.query(`select name, value from meta${where(copiedRows('meta'))} order by name`);
  const fingerprint = hash('sha256', jsonOf([facts, [...rows], [...lastIds]]));
  return { rows, lastIds, fingerprint };
}

/**
 * Marks an empty target, or checks that its mark is of this transfer.
 *
 * @throws Failure when the target is not empty, or holds a part of another transfer
 */
async function begin(target: TransferDatabase, fingerprint: string): Promise<void> {
  const mark = await markOf(target);
  if (mark === fingerprint) return;
  if (mark !== undefined) {
    throw new Failure(
      `${target.shown} holds a part of a transfer from another source, or the source has changed since. Empty it, and run the command again.`,
    );
  }
  for (const [table, rows] of await rowsOf(target)) {
    if (TABLES[table].seeded !== true && rows > 0) {
      throw new Failure(`${target.shown} is not empty: "${table}" has rows. Nothing was written.`);
    }
  }
  const seeded = TABLE_NAMES.filter((table) => TABLES[table].seeded);
  await target.write([
    ...seeded.map((table): Statement => [`delete from "${table}"${where(copiedRows(table))}`]),
    [`insert into meta (name, value) values ('${MARK}', ${target.placeholder(1)})`, fingerprint],
  ]);
}

async function markOf(database: TransferDatabase): Promise<Value | undefined> {
  const [row] = await database.query(`select value from meta where name = '${MARK}'`);
  return row?.['value'];
}

/** Continues the ids of the source. */
async function continueIds(target: TransferDatabase, table: TableName, id: Int64): Promise<void> {
  if (id === 0) return;
  await target.setLastId(table, keyColumn(table), id);
  const set = await target.lastId(table, keyColumn(table));
  if (set !== id) throw new Error(`The last id of "${table}" is ${set}, and not ${id}.`);
}

const keyColumn = (table: TableName): string => Object.keys(TABLES[table].key)[0] ?? '';

const sum = (numbers: Iterable<number>): number => Iterator.from(numbers).reduce((total, number) => total + number, 0);
