import { DatabaseUnavailable } from '../database.ts';

export type WalSync = ReturnType<typeof walSync>;

/**
 * Syncs commits to the disk on another thread while the event loop handles other requests. It saves no CPU, but `POST /v1/pets` reaches 57 %
 * more requests a second than with SQLite's own fsync on the event loop (docs/decisions/0026-optimizations.md).
 *
 * @param sync syncs everything that was written before the call
 */
export function walSync(sync: () => Promise<void>) {
  let isBehind = false;
  /** Covers all commits before it began; `isBehind` is true if there were more. */
  let latest = Promise.resolve();
  /** Begins after `latest`, and covers all commits made until then. */
  let next: Promise<void> | undefined;
  let failure: DatabaseUnavailable | undefined;

  const begin = (): Promise<void> => {
    next = undefined;
    isBehind = false;
    latest = sync().catch((error: unknown) => {
      failure = new DatabaseUnavailable(error, 'The disk failed. Nothing is written until the service is restarted.');
      throw failure;
    });
    return latest;
  };
  return {
    /** Call this after each commit. */
    committed: () => void (isBehind = true),
    /**
     * Resolves when all commits of this process before this call are on the disk.
     *
     * @throws DatabaseUnavailable from the first failure on: the kernel drops pages that it could not write, so that a later success
     *   would prove nothing
     */
    durable(): Promise<void> {
      if (!isBehind) return latest;
      next ??= latest.then(begin);
      return next;
    },
    /** Throws after such a failure. Further writes might persist although their clients receive an error. */
    assertWorking(): void {
      if (failure !== undefined) throw failure;
    },
  };
}
