import type { Kysely } from 'kysely';
import type { Actor } from '../vocabulary/actors.ts';
import type { Sink } from './sink.ts';
import type { Tables } from './tables.ts';

/** Runs queries, either on committed data or inside one transaction. */
export type Queries = Kysely<Tables>;

/** The transaction of a change, and who its events name as the cause. */
export interface Write {
  readonly tx: Queries;
  readonly by: Actor;
}

/** Numbers the events in the table `events` in commit order. */
export interface EventOrder {
  /** The table for the events of a transaction. */
  readonly appendTo: 'events' | 'pending_events';
  /**
   * Resolves when `events` holds the events of all transactions committed before this call. No event with a smaller number appears
   * later.
   */
  assignNumbers(): Promise<void>;
  /** Keeps all others from assigning numbers until this transaction ends, so that it can write to `events` itself. */
  lock(tx: Queries): Promise<void>;
}

/** By the names of the metrics. Only the embedded database knows its write-ahead log and its disk. */
type Sizes = Partial<Record<'database_bytes' | 'database_log_bytes' | 'disk_bytes' | 'disk_free_bytes', number>>;

/** One environment's database, on either engine. Stores depend on this interface only. */
export interface Database {
  /** Reads committed data only. Refuses to write. */
  readonly read: Queries;
  /**
   * Runs `work` as one atomic, durable unit: when the promise resolves, its effects have reached the disk; when `work`
   * throws, it has had no effect. `work` must await only its own queries on `tx`, because others may wait for the same commit, and
   * must have no other lasting effect, because it may run again.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /** Like `transaction`, for work that only adds rows: it may share its transaction with others, and so costs a fraction. */
  addition<T>(work: (sink: Sink) => Promise<T>): Promise<T>;
  /** Adds rows in a transaction like an addition. */
  readonly sinkOf: (tx: Queries) => Sink;
  /**
   * What changes with every commit of any process: data read after a version was returned stays exact while the version stays. An
   * answer is never older than the call. Where the engine must be asked, the calls of one turn of the event loop share its answer.
   */
  version(): number | Promise<string>;
  readonly events: EventOrder;
  /** Adds up the counters that writers append instead of changing them in place, if the engine's do: `pet_counts`. */
  foldCounts(stop: AbortSignal): Promise<void>;
  /** Resolves when every transaction that was assigned an id of the table has ended. Rejects if that takes long. */
  settled(table: keyof Tables): Promise<void>;
  /** The operator that matches a pattern and ignores case, for text with the collation "C": of ASCII letters only. */
  readonly like: 'like' | 'ilike';
  /** The function that returns where a text contains another: 0 if it does not. */
  readonly position: 'instr' | 'strpos';
  /**
   * The function that returns the elements of a JSON array, in the column `value`. With it, many rows are one parameter: with one for each
   * value, adding them takes twice the time.
   */
  readonly elements: 'json_each' | 'json_array_elements';
  /** The number of rows that one query may scan without delaying other requests noticeably. */
  readonly scanRows: number;
  /**
   * Handles a request whose queries and transactions share one deadline: if the engine does not answer, a request that makes several waits
   * hardly longer than one that makes a single one.
   */
  withDeadline<T>(request: () => T): T;
  /**
   * Resolves when the engine reads and writes, at most a second ago.
   *
   * @throws DatabaseUnavailable, whose `reason` is for everybody
   */
  ping(): Promise<void>;
  sizes(): Promise<Sizes>;
  /** Connections in use, and works that wait for one, if the engine has a pool. */
  pool(): { readonly pool_in_use: number; readonly pool_waiting: number } | undefined;
  /** Where the database is, which tells it from its copies; empty if unknown. */
  place(): Promise<string>;
  /** Waits for the transactions in progress and releases everything. Each step runs even if an earlier one fails. */
  close(): Promise<void>;
}

/**
 * The usual longest wait for the engine or its disk. It leaves half a second, so that a busy process too answers within two seconds while
 * they do not respond.
 */
export const DEADLINE_MS = 1_500;

/** The engine cannot answer at the moment: it is busy, out of disk space or unreachable. Answered with 503. */
export class DatabaseUnavailable extends Error {
  /** Why, in plain words and without paths: `/readyz` shows it to everybody. */
  readonly reason: string;

  constructor(cause: unknown, reason = 'The database does not respond.') {
    super('The database is unavailable.', { cause });
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
  }
}

/** A row with the same unique value exists already. */
export class UniqueViolation extends Error {
  constructor(cause: unknown) {
    super('A unique constraint is violated.', { cause });
    this.name = 'UniqueViolation';
  }
}
