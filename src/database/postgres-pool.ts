import { Pool, type PoolClient, TypeOverrides } from 'pg';
import { narrow } from '../int64.ts';
import { DatabaseUnavailable } from './database.ts';

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
  close(): Promise<void>;
}

/** Four processes that serve two environments stay below the 100 connections that PostgreSQL allows by default. */
export const maxConnections = 10;
const idleMs = 30_000;
const int8 = 20;

export function openConnections(url: string, name: string, deadlineMs: number): Connections {
  const pool = openPool(url, name, { max: maxConnections, deadlineMs, connectMs: deadlineMs });
  let closing: Promise<void> | undefined;
  return {
    deadlineMs,

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
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        turn.isOver = true;
        current?.connection.stream.destroy();
        late.reject(new DatabaseUnavailable(new Error(`PostgreSQL took longer than ${deadlineMs} ms.`)));
      }, deadlineMs);
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
  });
  // A connection that breaks while nobody uses it is replaced; while somebody does, the query fails.
  const ignore = () => {};
  return pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
}

/** The same values as from the other engine: int64 without loss, as numbers where they are safe and as bigints beyond. */
export function exactTypes(): TypeOverrides {
  const types = new TypeOverrides();
  types.setTypeParser(int8, (text: string) => (text.length < 16 ? Number(text) : narrow(BigInt(text))));
  return types;
}
