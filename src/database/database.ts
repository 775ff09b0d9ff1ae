import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Runs queries: either on what is committed, or inside one transaction. */
export type Queries = Kysely<Tables>;

/** How events come into the table `events`, numbered in the order in which their transactions commit. */
export interface EventOrder {
  /** The table to which a change appends its events. */
  readonly appendTo: 'events' | 'pending_events';
  /**
   * Sees to it that `events` holds the events of all changes that were committed before this call. Whoever has read there up to a
   * number never meets one up to it later.
   */
  number(): Promise<void>;
  /** Until this transaction is over nobody else numbers events: those that it writes to `events` itself are in order there. */
  hold(tx: Queries): Promise<void>;
}

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
   * as the number stays. Calls without a pause between them may share an answer. Undefined if the engine cannot tell.
   */
  version(): number | undefined;
  readonly events: EventOrder;
  /** How many rows a query may walk over at once without holding up other requests. */
  readonly scanRows: number;
  /**
   * Begins a request, which may ask for several things one after the other: together they wait hardly longer for an engine that does not
   * answer than one of them alone would.
   */
  together(request: () => void): void;
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
