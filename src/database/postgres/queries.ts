import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { PoolClient, QueryConfig } from 'pg';
import type { Queries } from '../database.ts';
import type { Tables } from '../tables.ts';
import { translated } from './errors.ts';
import type { Connections } from './pool.ts';

type Run = (query: QueryConfig) => Promise<unknown>;

/** Each query in a time of its own, on whichever connection is free. */
export const queriesOnAny = (connections: Connections): Queries =>
  queries((query) => connections.inTime((turn) => turn.connected((client) => run(client, query))));

const known = new WeakMap<PoolClient, Queries>();

/** All queries on this connection. */
export function queriesOn(client: PoolClient): Queries {
  let found = known.get(client);
  if (found === undefined) {
    found = queries((query) => run(client, query));
    known.set(client, found);
  }
  return found;
}

/** Runs one query, or several in one text without values. Throws in the words of the seam. */
export const run = (client: PoolClient, query: QueryConfig | string) =>
  client.query(query).catch((error: unknown) => {
    throw translated(error);
  });

/** Kysely on what is to it a pool of one connection. */
function queries(runOne: Run): Queries {
  const client: PostgresPoolClient = {
    query: ((text: string, values: readonly unknown[]) => runOne(named(text, values))) as PostgresPoolClient['query'],
    release: () => {},
  };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { options: {}, connect: async () => client, end: async () => {} } }),
  });
}

/** Statements with more values than this come in too many sizes to keep a plan of each. */
const maxKeptValues = 32;
const maxNames = 500;
const names = new Map<string, string>();

/**
 * A statement with a name is planned once on each connection, and not each time. The name is made of the text, because PgBouncer gives
 * the same connection to several processes.
 */
function named(text: string, values: readonly unknown[]): QueryConfig {
  const query = { text, values: values as unknown[] };
  if (values.length > maxKeptValues) return query;
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= maxNames) return query;
    name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
  }
  return { ...query, name };
}
