import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Runs queries: either on what is committed, or inside one transaction. */
export type Queries = Kysely<Tables>;

/** One environment's database, whichever engine it is. Stores know no more of it than this. */
export interface Database {
  /** Sees what is committed, and only that. Refuses to write. */
  readonly read: Queries;
  /**
   * Runs `work` as one atomic, durable unit: when the promise resolves, its effects have reached the disk; when `work`
   * throws, nothing of it has happened. `work` must await nothing but the queries it makes on `tx`, for others may be waiting in the
   * same commit, and have no other lasting effect, for it may be run again.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /**
   * A number that changes with every commit, of this process or another. What was read under a number is exact for as long
   * as the number stays.
   */
  version(): number;
  /** How many rows a query may walk over at once without holding up other requests. */
  readonly scanRows: number;
  /** Resolves when the engine answers, rejects with the cause when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The engine cannot answer now, and may in a while: busy, out of disk, gone. Answered with 503. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database is unavailable.', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** A row that must be the only one of its kind is there already. */
export class UniqueViolation extends Error {
  constructor(cause: unknown) {
    super('A unique constraint is violated.', { cause });
    this.name = 'UniqueViolation';
  }
}
