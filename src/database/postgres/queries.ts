import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { PoolClient, QueryConfig } from 'pg';
import type { Queries } from '../database.ts';
import { runDirectly } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import { translated } from './errors.ts';
import type { Connections } from './pool.ts';

type Run = (query: QueryConfig) => Promise<unknown>;

/** Runs each query on any free connection. Prepared ones share it: see `sharedRun`. */
export function queriesOnAny(connections: Connections): Queries {
  const db = queries((query) => connections.inTime((deadline) => deadline.connected((client) => run(client, query))));
  const refuse = (): never => {
    throw new Error('These queries only read.');
  };
  runDirectly(db, { run: sharedRun(connections), insert: refuse, insertWithId: refuse });
  return db;
}

/** A prepared query that waits for the end of its turn. */
interface Asked {
  readonly query: QueryConfig;
  readonly untilMs: number;
  readonly resolve: (rows: Promise<unknown[]>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends the queries of one turn of the event loop that differ in their values only together on one connection, with the deadline of the
 * request that has waited longest.
 */
function sharedRun(connections: Connections) {
  const waiting = new Map<string, Asked[]>();

  function send(all: readonly Asked[]): void {
    const sendOn = (client: PoolClient) => {
      const answers = all.map(({ query, resolve }) => {
        const rows = run(client, query).then((result) => result.rows as unknown[]);
        resolve(rows);
        return rows;
      });
      // The connection is free when all have been answered.
      return Promise.allSettled(answers);
    };
    const untilMs = Math.min(...all.map((asked) => asked.untilMs));
    connections
      .inTime((deadline) => deadline.connected(sendOn), untilMs)
      .catch((error: unknown) => {
        // Without a connection none has been sent.
        for (const { reject } of all) reject(error);
      });
  }

  return (text: string, values: readonly unknown[]): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      const asked = { query: named(text, values), untilMs: connections.untilMs(), resolve, reject };
      const others = waiting.get(text);
      if (others !== undefined) return void others.push(asked);
      const all = [asked];
      waiting.set(text, all);
      setImmediate(() => {
        waiting.delete(text);
        send(all);
      });
    });
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
function queries(runOne: Run): Queries {
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
