import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { PoolClient, QueryConfig } from 'pg';
import type { Queries } from '../database.ts';
import type { Tables } from '../tables.ts';
import { translated } from './errors.ts';
import type { Connections } from './pool.ts';

type Run = (query: QueryConfig) => Promise<unknown>;

/** Runs each query with a deadline of its own on any free connection. */
export const queriesOnAny = (connections: Connections): Queries =>
  queries((query) => connections.inTime((deadline) => deadline.connected((client) => run(client, query))));

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
function named(text: string, values: readonly unknown[]): QueryConfig {
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
