import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { PoolClient, QueryConfig } from 'pg';
import type { Queries } from '../database.ts';
import { runDirectly } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import { translated } from './errors.ts';
import type { Connections } from './pool.ts';

type Run = (query: QueryConfig) => Promise<unknown>;

/** Runs each query with a deadline of its own on any free connection, and the prepared ones of one turn of the event loop on the same. */
export function queriesOnAny(connections: Connections): Queries {
  const onAny = <T>(use: (client: PoolClient) => Promise<T>): Promise<T> =>
    connections.inTime((deadline) => deadline.connected(use));
  const db = queries((query) => onAny((client) => run(client, query)));
  const refuse = (): never => {
    throw new Error('These queries only read.');
  };
  const runShared = sharedRun(onAny);
  runDirectly(db, { run: (text, values) => runShared(named(text, values)), insert: refuse, insertWithId: refuse });
  return db;
}

/** Sends the queries of one turn of the event loop together, in the context, and with the deadline, of the first. They must be quick. */
function sharedRun(onAny: (use: (client: PoolClient) => Promise<unknown>) => Promise<unknown>) {
  interface Asked {
    readonly query: QueryConfig;
    readonly resolve: (rows: Promise<unknown[]>) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Asked[] = [];
  const sendAll = () => {
    const sent = waiting;
    waiting = [];
    const answered = onAny((client) => {
      const answers = sent.map(({ query, resolve }) => {
        const rows = run(client, query).then((result) => result.rows as unknown[]);
        resolve(rows);
        return rows;
      });
      // The connection is free when all have been answered.
      return Promise.allSettled(answers);
    });
    // Without a connection none has been sent.
    answered.catch((error: unknown) => {
      for (const { reject } of sent) reject(error);
    });
  };
  return (query: QueryConfig): Promise<unknown[]> => {
    if (waiting.length === 0) setImmediate(sendAll);
    return new Promise((resolve, reject) => waiting.push({ query, resolve, reject }));
  };
}

const known = new WeakMap<PoolClient, Queries>();

/** Runs all queries on this connection. */
export function queriesOn(client: PoolClient): Queries {
  let found = known.get(client);
  if (found === undefined) {
    found = queries((query) => run(client, query));
    known.set(client, found);
  }
  return found;
}

/** Runs one query, or several in one text without values. Throws the errors of `database.ts`. */
export const run = (client: PoolClient, query: QueryConfig | string) =>
  client.query(query).catch((error: unknown) => {
    throw translated(error);
  });

/** A Kysely whose pool appears to have one connection. */
export function queries(runOne: Run): Queries {
  const client: PostgresPoolClient = {
    query: ((text: string, values: readonly unknown[]) => runOne(named(text, values))) as PostgresPoolClient['query'],
    release: () => {},
  };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { options: {}, connect: async () => client, end: async () => {} } }),
  });
}

/** Statements with more values come in too many sizes to store a plan for each. */
const maxNamedValues = 32;
const maxNames = 500;
const names = new Map<string, string>();

/**
 * Names a statement so that each connection plans it once. The name is a hash of the text because PgBouncer gives the same connection to
 * several processes.
 */
export function named(text: string, values: readonly unknown[]): QueryConfig {
  const query = { text, values: values as unknown[] };
  if (values.length > maxNamedValues) return query;
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= maxNames) return query;
    name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
  }
  return { ...query, name };
}
