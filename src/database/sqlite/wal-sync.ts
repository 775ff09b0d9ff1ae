import { DatabaseUnavailable, DEADLINE_MS } from '../database.ts';

export type WalSync = ReturnType<typeof walSync>;

/** A sync, and what those who wait for it get. */
interface Sync {
  readonly done: Promise<void>;
  /** Rejects at the deadline; resolves for those who ask after a late sync has ended. */
  inTime: Promise<void>;
}

/**
 * Syncs commits to the disk on another thread while the event loop handles other requests. It saves no CPU, but `POST /v1/pets` reaches 57 %
 * more requests a second than with SQLite's own fsync on the event loop (docs/decisions/0026-optimizations.md).
 *
 * @param sync syncs everything that was written before the call
 * @param deadlineMs the longest wait for the disk
 */
export function walSync(sync: () => Promise<void>, deadlineMs = DEADLINE_MS) {
  let isBehind = false;
  /** Covers all commits before it began; `isBehind` is true if there were more. */
  let latest: Sync = { done: Promise.resolve(), inTime: Promise.resolve() };
  /** Begins after `latest`, and covers all commits made until then. */
  let next: Sync | undefined;
  let failure: DatabaseUnavailable | undefined;
  /** While a sync takes longer than the deadline. */
  let delay: DatabaseUnavailable | undefined;

  const begin = (): Promise<void> => {
    if (next !== undefined) latest = next;
    next = undefined;
    isBehind = false;
    return sync().catch((error: unknown) => {
      failure = new DatabaseUnavailable(
        error,
        'The disk failed. Nothing is written until the service is restarted; then run petstore doctor.',
      );
      throw failure;
    });
  };

  function withDeadline(done: Promise<void>): Sync {
    const sinceMs = performance.now();
    const late = Promise.withResolvers<never>();
    const entry = { done, inTime: Promise.race([done, late.promise]) };
    let isOver = false;
    const over = () => {
      isOver = true;
      clearTimeout(timer);
    };
    const check = () => {
      if (isOver) return;
      const leftMs = deadlineMs - (performance.now() - sinceMs);
      if (leftMs > 0) {
        timer = setTimeout(check, leftMs);
        return;
      }
      const error = new DatabaseUnavailable(
        new Error(`The disk took longer than ${deadlineMs} ms.`),
        'The database cannot be written: the disk does not respond.',
      );
      delay = error;
      late.reject(error);
      const end = () => {
        entry.inTime = done;
        if (delay === error) delay = undefined;
      };
      done.then(end, end);
    };
    // The event loop may have been busy: the answer of the disk, which has come meanwhile, goes first.
    let timer = setTimeout(() => setImmediate(check), deadlineMs);
    done.then(over, over);
    return entry;
  }

  function durable(): Promise<void> {
    if (!isBehind) return latest.inTime;
    next ??= withDeadline(latest.done.then(begin));
    return next.inTime;
  }

  return {
    /** Call this after each commit. */
    committed: () => void (isBehind = true),
    /**
     * Resolves when all commits of this process before this call are on the disk.
     *
     * @throws DatabaseUnavailable at the deadline, when it is unknown whether they will be; and from the first failure on: the kernel
     *   drops pages that it could not write, so that a later success would prove nothing
     */
    durable,
    /**
     * Throws after such a failure: further writes might persist although their clients receive an error. Throws during a delay: otherwise
     * ever more outcomes would be unknown.
     */
    assertWorking(): void {
      const error = failure ?? delay;
      if (error !== undefined) throw error;
    },
    /** Resolves when no sync runs any more. */
    async idle(): Promise<void> {
      await Promise.allSettled([durable()]);
      await Promise.allSettled([(next ?? latest).done]);
    },
  };
}
