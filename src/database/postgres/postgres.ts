import { setImmediate } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Environment } from '../../vocabulary/environments.ts';
import { type Database, DEADLINE_MS, type Queries } from '../database.ts';
import { storedOnce } from '../meta.ts';
import { migrate, type OnMigration, stepsToMigrate } from '../migrate.ts';
import type { Dialect } from '../migration.ts';
import type { Tables } from '../tables.ts';
import { sinks } from '../transaction-sink.ts';
import { writeProbe } from '../write-probe.ts';
import { openAdditions } from './additions.ts';
import { foldedCounts } from './counts.ts';
import { postgresEvents } from './events.ts';
import { openConnections, openPool } from './pool.ts';
import { queriesOnAny } from './queries.ts';
import { attemptOf, serializable } from './transactions.ts';

const dialect: Dialect = {
  assignedId: { type: 'bigserial', define: (column) => column.primaryKey() },
  numbersAfterCommit: true,
};

const oldestVersion = 150_000;
const connectMs = 10_000;
/** The key of the advisory lock on migrations. */
const migrationLock = 7_023_991_554_871_000n;

/** Opens a PostgreSQL database, which any number of processes share. */
export async function openPostgres(options: {
  readonly url: string;
  readonly environment: Environment;
  readonly onCommit?: (size: number) => void;
  readonly onMigration?: OnMigration;
  /** Four processes that serve two environments with 10 each stay below PostgreSQL's default of 100 connections. */
  readonly poolSize?: number;
  /** A query or transaction without a result after this time fails with DatabaseUnavailable. */
  readonly deadlineMs?: number;
}): Promise<Database> {
  const {
    url,
    environment,
    onCommit = () => {},
    onMigration = () => {},
    poolSize = 10,
    deadlineMs = DEADLINE_MS,
  } = options;
  const name = `petstore ${environment}`;
  await prepare(url, name, environment, onMigration);
  const connections = openConnections(url, name, poolSize, deadlineMs);
  const read = queriesOnAny(connections);
  const serialize = serializable(connections);
  const transaction: Database['transaction'] = async (work) => {
    const value = await serialize(attemptOf(work));
    onCommit(1);
    return value;
  };
  const sinkOf = sinks(read, 'pending_events');
  const alone: Database['addition'] = (work) => transaction((tx) => work(sinkOf(tx)));
  return {
    read,
    transaction,
    addition: openAdditions(serialize, () => connections.untilMs(), alone, onCommit),
    sinkOf,
    version: oncePerTurn(visibleTransactions(read)),
    events: postgresEvents(connections, read),
    foldCounts: foldedCounts(read, transaction),
    like: 'ilike',
    settled: (table) => serialize(attemptOf((tx) => awaitWriters(tx, table))),
    position: 'strpos',
    elements: 'json_array_elements',
    scanRows: 20_000,
    withDeadline: (request) => connections.withDeadline(request),
    ping: writeProbe(transaction),
    sizes: () => sizesOf(read),
    pool: () => connections.load(),
    place: () => placeOf(read),
    close: () => connections.close(),
  };
}

async function sizesOf(read: Queries) {
  const size = sql<{ database_bytes: number }>`select pg_database_size(current_database()) as database_bytes`;
  return (await size.execute(read)).rows[0] ?? {};
}

/** A dump that is restored is another database, maybe of another cluster. A standby that is promoted stays the same. */
async function placeOf(read: Queries): Promise<string> {
  const { rows } = await sql<{ place: string }>`
    select concat_ws('/', (select system_identifier from pg_control_system()), oid) as place
    from pg_database where datname = current_database()`.execute(read);
  return rows[0]?.place ?? '';
}

/** A lock that every writer of the table excludes until its transaction ends. Others must not wait for it for long behind this one. */
async function awaitWriters(tx: Queries, table: string): Promise<void> {
  await sql`set local lock_timeout = 200`.execute(tx);
  await sql`lock table ${sql.table(table)} in share mode`.execute(tx);
}

/** Two snapshots have the same text only if they see the same transactions: https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT */
function visibleTransactions(db: Queries): () => Promise<string> {
  // Every turn asks this: to compile it each time took a quarter of what it costs the process.
  const question = sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.compile(db);
  return async () => {
    const [row] = (await db.executeQuery(question)).rows;
    if (row === undefined) throw new Error('PostgreSQL gave no snapshot.');
    return row.snapshot;
  };
}

/** Asks at the end of the turn of the event loop, once for all its calls, so that the answer is not older than any of them. */
function oncePerTurn<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  return () =>
    (asked ??= setImmediate().then(() => {
      asked = undefined;
      return ask();
    }));
}

/** Applies the migrations on a connection without the time limits of requests. Several processes may start at once. */
async function prepare(url: string, name: string, environment: Environment, onMigration: OnMigration): Promise<void> {
  const pool = openPool(url, name, { max: 1, deadlineMs: DEADLINE_MS, connectMs });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await db
      .transaction()
      .setIsolationLevel('read committed')
      .setAccessMode('read write')
      .execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        await requireSuitable(tx);
        const of = await stepsToMigrate(tx, (table) => hasTable(tx, table));
        if (of > 0) await onMigration({ step: 0, of });
        await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(tx);
        await migrate(tx, dialect, (table) => hasTable(tx, table), of > 0 ? onMigration : undefined);
        await requireOwn(tx, environment);
      });
  } finally {
    await db.destroy();
  }
}

async function hasTable(tx: Queries, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${name})::text as found`.execute(tx);
  return rows[0]?.found != null;
}

async function requireSuitable(tx: Queries): Promise<void> {
  const { rows } = await sql<{ version: string; number: number; encoding: string; lowercase: string }>`
    select
      current_setting('server_version') as version,
      current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding,
      lower('I') as lowercase`.execute(tx);
  const { version = '', number = 0, encoding = '', lowercase = '' } = rows[0] ?? {};
  if (number < oldestVersion) throw new Error(`PostgreSQL ${version} is too old; 15 or newer is needed`);
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, but it must be UTF8`);
  // Addresses are compared in lowercase: a person's data would not be found, nor erased. Databases that have data already must open.
  if (lowercase !== 'i' && !(await hasTable(tx, 'meta')))
    throw new Error(`its locale writes I as ${lowercase} in lowercase; create it with another locale, such as C.UTF-8`);
}

/** Records in the database which environment owns it, because two URLs may name the same database. */
async function requireOwn(tx: Queries, environment: Environment): Promise<void> {
  const owner = await storedOnce(tx, 'environment', environment);
  if (owner !== environment) throw new Error(`it is the database of ${owner}`);
}
