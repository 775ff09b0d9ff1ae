import type { Queries } from './database.ts';

/** The statements that delimit transactions on the one connection that writes. All are synchronous. */
export interface Delimiters {
  begin(): void;
  commit(): void;
  rollback(): void;
  savepoint(): void;
  release(): void;
  rollbackToSavepoint(): void;
  /** False once the engine has given up the whole transaction by itself, as it does when the disk is full. */
  inTransaction(): boolean;
  /** Whether the error says that another process holds the write lock. */
  isBusy(error: unknown): boolean;
}

interface Job {
  readonly work: (tx: Queries) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const busyRetryMs = 5;
const busyLimitMs = 5_000;

/**
 * Group commit: all the work that waits when the writer is free becomes one transaction, each piece under a savepoint of its
 * own, and every piece is acknowledged after the one fsync of the common commit. A single fsync then carries as many writes
 * as there are concurrent clients.
 *
 * @param onCommit is told how many pieces of work each commit carried.
 */
export function groupCommit(tx: Queries, sql: Delimiters, onCommit: (size: number) => void) {
  let waiting: Job[] = [];
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    // One turn of the event loop lets every request that has already arrived join the commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      await runOnce();
    }
    running = undefined;
  }

  async function runOnce(): Promise<void> {
    try {
      await beginWhenFree();
    } catch (error) {
      rejectAll(takeWaiting(), error);
      return;
    }
    const jobs = takeWaiting();
    const settled: (() => void)[] = [];
    for (const job of jobs) {
      try {
        sql.savepoint();
        const value = await job.work(tx);
        sql.release();
        settled.push(() => job.resolve(value));
      } catch (error) {
        if (!sql.inTransaction()) {
          rejectAll(jobs, error);
          return;
        }
        sql.rollbackToSavepoint();
        sql.release();
        settled.push(() => job.reject(error));
      }
    }
    try {
      sql.commit();
    } catch (error) {
      if (sql.inTransaction()) sql.rollback();
      rejectAll(jobs, error);
      return;
    }
    onCommit(jobs.length);
    for (const settle of settled) settle();
  }

  /** Waits for another process's write without blocking the event loop, as the engine's own busy handler would. */
  async function beginWhenFree(): Promise<void> {
    const deadline = performance.now() + busyLimitMs;
    for (;;) {
      try {
        sql.begin();
        return;
      } catch (error) {
        if (!sql.isBusy(error) || performance.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, busyRetryMs));
      }
    }
  }

  function takeWaiting(): Job[] {
    const jobs = waiting;
    waiting = [];
    return jobs;
  }

  return {
    transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        running ??= runAll();
      });
    },
    /** Resolves when everything that was asked for so far has been committed. */
    async idle(): Promise<void> {
      await running;
    },
  };
}

function rejectAll(jobs: readonly Job[], error: unknown): void {
  for (const job of jobs) job.reject(error);
}
