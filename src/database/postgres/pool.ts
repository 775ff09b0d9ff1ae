import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool, type PoolClient, type QueryConfig, TypeOverrides } from 'pg';
import { narrow } from '../../vocabulary/int64.ts';
import { type Database, DatabaseUnavailable } from '../database.ts';

/** The deadline of a piece of work, which may use several connections one after another. */
export interface Deadline {
  /** Whether the deadline has passed. */
  readonly isOver: boolean;
  /** Runs `work` with exclusive use of a connection. */
  connected<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
}

export interface Connections {
  readonly deadlineMs: number;
  /** The most connections at a time. */
  readonly max: number;
  /**
   * Runs `work`, and rejects with DatabaseUnavailable if it has not finished at the deadline, including the wait for a connection. A
   * connection in use is then destroyed, because a frozen server would never release it.
   *
   * @param untilMs the time left to the request, by default the one that is handled: at least `minWorkMs`, at most `deadlineMs`
   */
  inTime<T>(work: (deadline: Deadline) => Promise<T>, untilMs?: number): Promise<T>;
  /** Handles a request whose works share one deadline: each gets the time that the earlier ones have left. */
  withDeadline<T>(request: () => T): T;
  /** The deadline of the request that is handled, in the time of `performance.now()`; without a request `Infinity`. */
  untilMs(): number;
  /** See `Database.pool`. */
  load: Database['pool'];
  close(): Promise<void>;
}

const idleMs = 30_000;
/** The minimum time for one work: its request may have spent the rest on other things than the database. */
const minWorkMs = 200;
const int8 = 20;
const ignore = (): void => {};

export function openConnections(url: string, name: string, max: number, deadlineMs: number): Connections {
  const pool = openPool(url, name, { max, deadlineMs, connectMs: deadlineMs });
  const deadlines = new AsyncLocalStorage<number>();
  let closing: Promise<void> | undefined;
  return {
    deadlineMs,
    max,

    withDeadline: (request) => deadlines.run(performance.now() + deadlineMs, request),
    untilMs: () => deadlines.getStore() ?? Infinity,
    load: () => ({ pool_in_use: pool.totalCount - pool.idleCount, pool_waiting: pool.waitingCount }),

    async inTime(work, untilMs = deadlines.getStore() ?? Infinity) {
      let current: PoolClient | undefined;
      const deadline = {
        isOver: false,
        async connected<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
          requireTime();
          const client = await pool.connect().catch((error: unknown) => {
            throw new DatabaseUnavailable(error);
          });
          try {
            requireTime();
            current = client;
            return await use(client).catch(async (error: unknown) => {
              await transactionStatusKnown(client);
              throw error;
            });
          } finally {
            current = undefined;
            // A connection that is still in a transaction is in an unknown state: it is destroyed.
            client.release(client.getTransactionStatus() !== 'I');
          }
        },
      };
      const requireTime = (): void => {
        if (deadline.isOver) throw new DatabaseUnavailable(new Error('There was no connection before the deadline.'));
      };
      const leftMs = untilMs - performance.now();
      const timeMs = Math.min(deadlineMs, Math.max(minWorkMs, leftMs));
      const late = Promise.withResolvers<never>();
      const expire = (): void => {
        deadline.isOver = true;
        current?.connection.stream.destroy();
        late.reject(new DatabaseUnavailable(new Error(`PostgreSQL took longer than ${Math.round(timeMs)} ms.`)));
      };
      let expiring: NodeJS.Immediate | undefined;
      // `setImmediate` lets the event loop first read an answer that arrived while this process was busy.
      const timer = setTimeout(() => (expiring = setImmediate(expire)), timeMs);
      try {
        return await Promise.race([work(deadline), late.promise]);
      } finally {
        clearTimeout(timer);
        clearImmediate(expiring);
      }
    },
    close: () => (closing ??= pool.end()),
  };
}

/**
 * PostgreSQL says how a transaction stands after the error that failed it, and maybe later: an empty query is answered behind both. A
 * connection that breaks meanwhile is not used again.
 */
async function transactionStatusKnown(client: PoolClient): Promise<void> {
  await client.query('').catch(ignore);
}

/**
 * @param limits.deadlineMs the server cancels a statement after this time, because its request has been answered by then
 * @param limits.connectMs the longest wait for a connection
 */
export function openPool(
  url: string,
  name: string,
  { max, deadlineMs, connectMs }: { readonly max: number; readonly deadlineMs: number; readonly connectMs: number },
): Pool {
  const pool = new Pool({
    connectionString: url,
    fallback_application_name: name,
    // Transactions that write say so explicitly. No statement runs for long enough that compiling it would be worth its time.
    options: `-c statement_timeout=${deadlineMs} -c default_transaction_read_only=on -c jit=off`,
    max,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    // Statements that do not wait for each other's answers are sent together.
    pipeline: true,
    // A connection to a server that does not respond must not keep the process alive.
    allowExitOnIdle: true,
    types: exactTypes(),
    verify: (client, done) => void refuseStandby(client, connectMs).then(() => done(), done),
  });
  // The pool replaces an idle connection that breaks; a query on a broken connection fails.
  return pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
}

/** A standby lags behind its primary, so its data would be stale. A primary becomes a standby only by a restart. */
async function refuseStandby(client: PoolClient, timeoutMs: number): Promise<void> {
  const query: QueryConfig & { readonly query_timeout: number } = {
    text: 'select pg_is_in_recovery() as standby',
    // Nothing else limits the wait for a frozen server, or for a PgBouncer without a server.
    query_timeout: timeoutMs,
  };
  const { rows } = await client.query<{ standby: boolean }>(query);
  if (rows[0]?.standby === true) throw new Error('the server is a standby, which only reads');
}

/** Reads int64 without loss, as SQLite does: as numbers where they are safe, as bigints beyond. */
export function exactTypes(): TypeOverrides {
  const types = new TypeOverrides();
  types.setTypeParser(int8, (text: string) => (text.length < 16 ? Number(text) : narrow(BigInt(text))));
  return types;
}
