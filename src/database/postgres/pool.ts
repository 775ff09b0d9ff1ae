import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool, type PoolClient, type QueryConfig, TypeOverrides } from 'pg';
import { narrow } from '../../vocabulary/int64.ts';
import { DatabaseUnavailable } from '../database.ts';

/** One after the other, within one time. */
export interface Turn {
  /** Whether the time is over. */
  readonly isOver: boolean;
  /** Runs `work` on a connection that nobody else has meanwhile. */
  connected<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
}

export interface Connections {
  readonly deadlineMs: number;
  /**
   * Runs `work`, and rejects with DatabaseUnavailable when that takes longer than the deadline: whatever it waits for, a connection
   * included. A connection that it has then is cut: a server that is frozen would never give it back.
   */
  inTime<T>(work: (turn: Turn) => Promise<T>): Promise<T>;
  /** Begins a request, the works of which have one deadline: each has what those before have left of it, and a moment at least. */
  together(request: () => void): void;
  close(): Promise<void>;
}

/** Four processes that serve two environments stay below the 100 connections that PostgreSQL allows by default. */
export const maxConnections = 10;
const idleMs = 30_000;
/** So long a work may take in any case: its request may have been busy with something else than the database. */
const momentMs = 200;
const int8 = 20;

export function openConnections(url: string, name: string, deadlineMs: number): Connections {
  const pool = openPool(url, name, { max: maxConnections, deadlineMs, connectMs: deadlineMs });
  const untilMs = new AsyncLocalStorage<number>();
  let closing: Promise<void> | undefined;
  return {
    deadlineMs,

    together: (request) => untilMs.run(performance.now() + deadlineMs, request),

    async inTime(work) {
      let current: PoolClient | undefined;
      const turn = {
        isOver: false,
        async connected<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
          requireTime();
          const client = await pool.connect().catch((error: unknown) => {
            throw new DatabaseUnavailable(error);
          });
          try {
            requireTime();
            current = client;
            return await use(client);
          } finally {
            current = undefined;
            // One that is still within a transaction has failed in a way that nobody can mend.
            client.release(client.getTransactionStatus() !== 'I');
          }
        },
      };
      const requireTime = (): void => {
        if (turn.isOver) throw new DatabaseUnavailable(new Error('The time was over before there was a connection.'));
      };
      const leftMs = (untilMs.getStore() ?? Infinity) - performance.now();
      const timeMs = Math.min(deadlineMs, Math.max(momentMs, leftMs));
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        turn.isOver = true;
        current?.connection.stream.destroy();
        late.reject(new DatabaseUnavailable(new Error(`PostgreSQL took longer than ${Math.round(timeMs)} ms.`)));
      }, timeMs);
      try {
        return await Promise.race([work(turn), late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => (closing ??= pool.end()),
  };
}

/**
 * @param limits.deadlineMs after it the server stops a statement by itself, for which nobody waits any more
 * @param limits.connectMs how long to wait for a connection
 */
export function openPool(
  url: string,
  name: string,
  { max, deadlineMs, connectMs }: { readonly max: number; readonly deadlineMs: number; readonly connectMs: number },
): Pool {
  const pool = new Pool({
    connectionString: url,
    fallback_application_name: name,
    // Who means to write says so.
    options: `-c statement_timeout=${deadlineMs} -c default_transaction_read_only=on`,
    max,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    // A connection to a server that does not answer must not hold up the end of the process.
    allowExitOnIdle: true,
    types: exactTypes(),
    verify: (client, done) => void refuseStandby(client, connectMs).then(() => done(), done),
  });
  // A connection that breaks while nobody uses it is replaced; while somebody does, the query fails.
  const ignore = () => {};
  return pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
}

/** A standby is behind the server that it follows: what was read there would be old. None that writes becomes one without a restart. */
async function refuseStandby(client: PoolClient, timeoutMs: number): Promise<void> {
  const query: QueryConfig & { readonly query_timeout: number } = {
    text: 'select pg_is_in_recovery() as standby',
    // Nobody else puts an end to the wait for one that is frozen, or a PgBouncer without a server.
    query_timeout: timeoutMs,
  };
  const { rows } = await client.query<{ standby: boolean }>(query);
  if (rows[0]?.standby === true) throw new Error('the server is a standby, which only reads');
}

/** The same values as from the other engine: int64 without loss, as numbers where they are safe and as bigints beyond. */
export function exactTypes(): TypeOverrides {
  const types = new TypeOverrides();
  types.setTypeParser(int8, (text: string) => (text.length < 16 ? Number(text) : narrow(BigInt(text))));
  return types;
}
