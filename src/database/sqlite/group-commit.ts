import type { Queries } from '../database.ts';
import type { WalSync } from './wal-sync.ts';

/** The statements that delimit transactions on the one connection that writes. All are synchronous. */
export interface Delimiters {
  begin(): void;
  /** Does what was put off until the commit. */
  flush(): void;
  commit(): void;
  rollback(): void;
  /** False once the engine has given up the transaction by itself, as it does when the disk is full. */
  inTransaction(): boolean;
  /** How many statements have written so far. */
  writes(): number;
  /** Whether the error says that another process holds the write lock. */
  isBusy(error: unknown): boolean;
}

interface Job {
  readonly work: (tx: Queries) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** So many share the cost of a commit well: they need not wait for more. */
const enough = 32;
const busyRetryMs = 5;
const busyLimitMs = 5_000;

/**
 * Group commit: all the work that waits when the writer is free becomes one transaction, and every piece is acknowledged after the one
 * fsync of the common commit. A single fsync then carries as many writes as there are concurrent clients. While it goes on, the next
 * transaction is under way; a piece is told of its failure, too, only once all that it may have seen is on the disk.
 *
 * A piece that fails before it has written anything leaves nothing behind and fails alone. When one fails after it has written, all is
 * rolled back and each piece runs again in a transaction of its own; so rare a case is cheaper than a savepoint around every piece.
 *
 * @param onCommit is told how many pieces of work each commit carried.
 */
export function groupCommit(tx: Queries, sql: Delimiters, wal: WalSync, onCommit: (size: number) => void) {
  let waiting: Job[] = [];
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      await untilNoMoreCome();
      const begun = await beginWhenFree();
      const jobs = waiting;
      waiting = [];
      if (begun instanceof Error) rejectAll(jobs, begun);
      else if (!(await runTogether(jobs))) for (const job of jobs) await runAlone(job);
    }
    running = undefined;
  }

  /** As long as each turn of the event loop brings more, they may all join the commit. */
  async function untilNoMoreCome(): Promise<void> {
    let count = 0;
    while (count < waiting.length && waiting.length < enough) {
      count = waiting.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Says whether it is over with the jobs; if not, nothing of them has happened. The transaction has begun. */
  async function runTogether(jobs: readonly Job[]): Promise<boolean> {
    const settled: (() => void)[] = [];
    const writesAtFirst = sql.writes();
    for (const job of jobs) {
      const writesBefore = sql.writes();
      try {
        const value = await job.work(tx);
        settled.push(() => job.resolve(value));
      } catch (error) {
        if (!sql.inTransaction() || sql.writes() !== writesBefore) return giveUp(jobs, error);
        settled.push(() => job.reject(error));
      }
    }
    try {
      sql.flush();
    } catch (error) {
      return giveUp(jobs, error);
    }
    try {
      sql.commit();
    } catch (error) {
      if (sql.inTransaction()) sql.rollback();
      rejectAll(jobs, error);
      return true;
    }
    if (sql.writes() !== writesAtFirst) wal.committed();
    onCommit(jobs.length);
    settleWhenDurable(jobs, settled);
    return true;
  }

  /** One of several jobs has failed after writing: not one of them has happened. One that was alone is over. */
  function giveUp(jobs: readonly Job[], error: unknown): boolean {
    if (!sql.inTransaction()) {
      rejectAll(jobs, error);
      return true;
    }
    sql.rollback();
    if (jobs.length > 1) return false;
    settleWhenDurable(jobs, [() => rejectAll(jobs, error)]);
    return true;
  }

  function settleWhenDurable(jobs: readonly Job[], settled: readonly (() => void)[]): void {
    wal.durable().then(
      () => {
        for (const settle of settled) settle();
      },
      (error: unknown) => rejectAll(jobs, error),
    );
  }

  async function runAlone(job: Job): Promise<void> {
    const begun = await beginWhenFree();
    if (begun instanceof Error) job.reject(begun);
    else await runTogether([job]);
  }

  /** Waits for another process's write without blocking the event loop, as the engine's own busy handler would. */
  async function beginWhenFree(): Promise<Error | undefined> {
    const deadline = performance.now() + busyLimitMs;
    for (;;) {
      try {
        wal.assertWorking();
        sql.begin();
        return undefined;
      } catch (error) {
        if (!sql.isBusy(error) || performance.now() > deadline) return error as Error;
        await new Promise((resolve) => setTimeout(resolve, busyRetryMs));
      }
    }
  }

  return {
    transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        running ??= runAll();
      });
    },
    /** Resolves when everything that was asked for so far is over. */
    async idle(): Promise<void> {
      await running;
      await Promise.allSettled([wal.durable()]);
    },
  };
}

function rejectAll(jobs: readonly Job[], error: unknown): void {
  for (const job of jobs) job.reject(error);
}
