import type { Queries } from '../database.ts';
import { gathering } from '../gathering.ts';
import type { WalSync } from './wal-sync.ts';

/** The writing connection. Its statements are synchronous. */
export interface Writer {
  /** Throws, before anything has changed, where `assertKept` would. */
  begin(): void;
  /** Runs the inserts that were deferred until the commit. */
  flush(): void;
  commit(): void;
  rollback(): void;
  /** Throws if what was written is lost when the process ends, because its file was deleted. */
  assertKept(): void;
  /** False after the engine has rolled the transaction back itself, for example because the disk is full. */
  inTransaction(): boolean;
  /** The number of writing statements so far. */
  writes(): number;
  /** Whether the error says that another process holds the write lock. */
  isBusy(error: unknown): boolean;
}

interface Job {
  readonly work: (tx: Queries) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** With this many jobs waiting, a commit begins at once. */
const enoughJobs = 32;
const busyRetryMs = 5;
const busyLimitMs = 5_000;

/**
 * Group commit: all work that waits when the writer is free becomes one transaction, and every piece is acknowledged after the one fsync
 * of the common commit. A single fsync then carries as many writes as there are concurrent clients. Meanwhile the next transaction runs.
 * The failure of a piece is reported only after everything that it may have read is on the disk. A failure of the engine itself (begin,
 * commit) is reported at once.
 *
 * A piece that fails before it has written anything fails alone. If one fails after writing, the transaction is rolled back and each piece
 * runs again in a transaction of its own; this is rare, and cheaper than a savepoint around every piece.
 *
 * @param onCommit receives the number of pieces of work in each commit
 */
export function groupCommit(tx: Queries, sql: Writer, wal: WalSync, onCommit: (size: number) => void) {
  const jobs = gathering<Job>(enoughJobs, async (take) => {
    const begun = await beginWhenFree();
    const taken = take();
    if (begun instanceof Error) rejectAll(taken, begun);
    else if (!(await runTogether(taken))) for (const job of taken) await runAlone(job);
  });

  /** Runs the jobs in the transaction that has begun. Returns false if it was rolled back and each job must run again alone. */
  async function runTogether(jobs: readonly Job[]): Promise<boolean> {
    const settlers: (() => void)[] = [];
    const writesAtFirst = sql.writes();
    for (const job of jobs) {
      const writesBefore = sql.writes();
      try {
        const value = await job.work(tx);
        settlers.push(() => job.resolve(value));
      } catch (error) {
        if (!sql.inTransaction() || sql.writes() !== writesBefore) return rollBack(jobs, error);
        settlers.push(() => job.reject(error));
      }
    }
    try {
      sql.flush();
    } catch (error) {
      return rollBack(jobs, error);
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
    settleWhenDurable(jobs, settlers);
    return true;
  }

  /** Undoes the transaction. Returns false if each job must run again alone. */
  function rollBack(jobs: readonly Job[], error: unknown): boolean {
    if (!sql.inTransaction()) {
      rejectAll(jobs, error);
      return true;
    }
    sql.rollback();
    if (jobs.length > 1) return false;
    settleWhenDurable(jobs, [() => rejectAll(jobs, error)]);
    return true;
  }

  function settleWhenDurable(jobs: readonly Job[], settlers: readonly (() => void)[]): void {
    wal.durable().then(
      () => {
        try {
          sql.assertKept();
        } catch (error) {
          return rejectAll(jobs, error);
        }
        for (const settle of settlers) settle();
      },
      (error: unknown) => rejectAll(jobs, error),
    );
  }

  async function runAlone(job: Job): Promise<void> {
    const begun = await beginWhenFree();
    if (begun instanceof Error) job.reject(begun);
    else await runTogether([job]);
  }

  /** Waits for another process's write without blocking the event loop, which the engine's own busy handler would do. */
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
        jobs.join({ work, resolve: resolve as (value: unknown) => void, reject });
      });
    },
    /** Resolves when all transactions so far are settled. */
    async idle(): Promise<void> {
      await jobs.idle();
      await wal.idle();
    },
  };
}

function rejectAll(jobs: readonly Job[], error: unknown): void {
  for (const job of jobs) job.reject(error);
}
