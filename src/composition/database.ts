import type { Database } from '../database/database.ts';
import type { OnMigration } from '../database/migrate.ts';
import { openSqlite } from '../database/sqlite/sqlite.ts';
import type { Environment } from '../vocabulary/environments.ts';

/** Where an environment keeps its data: a PostgreSQL database, or a file where `url` is empty. */
export interface DatabaseLocation {
  readonly environment: Environment;
  readonly url: string;
  readonly file: string;
}

export interface DatabaseOptions {
  /** Receives how many pieces of work each commit to the embedded database carried. */
  readonly onCommit?: (size: number) => void;
  /** Receives the progress of the migration of a database that holds data. */
  readonly onMigration?: OnMigration;
  /** Whether this is a service: only one may use an embedded database. Commands may use it beside the service. */
  readonly serves?: boolean;
  /** The most connections to PostgreSQL. */
  readonly poolSize?: number;
  /** After this many milliseconds without an answer PostgreSQL, or the disk of the embedded database, counts as unavailable. */
  readonly deadlineMs?: number;
}

/** Opens the database and brings its tables to this version. */
export async function buildDatabase(
  { environment, url, file }: DatabaseLocation,
  options: DatabaseOptions = {},
): Promise<Database> {
  if (url === '') return openSqlite({ file, ...options });
  // The driver is loaded only where it is needed: a service on the embedded database starts faster without it.
  const { openPostgres } = await import('../database/postgres/postgres.ts');
  return openPostgres({ url, environment, ...options });
}
