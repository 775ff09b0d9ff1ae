import { DatabaseUnavailable } from '../database.ts';

/** Brings commits to the disk on another thread, while the event loop goes on with other requests. */
export interface WalSync {
  /** Is told of each commit. */
  committed(): void;
  /**
   * Resolves when all that this process committed before this call is on the disk.
   *
   * @throws DatabaseUnavailable from the first failure on: the kernel forgets what it could not write, so that a later success of
   *   the same call would mean nothing
   */
  durable(): Promise<void>;
  /** From that failure on nothing more may be written: it would stay, and whoever wrote it be told otherwise. */
  assertWorking(): void;
}

/** @param sync brings to the disk what was written before it was called */
export function walSync(sync: () => Promise<void>): WalSync {
  let isBehind = false;
  /** Covers every commit but those since it began, which `isBehind` tells of. */
  let latest = Promise.resolve();
  /** Begins after `latest`; whoever commits meanwhile shares it. */
  let next: Promise<void> | undefined;
  let failure: DatabaseUnavailable | undefined;

  const begin = (): Promise<void> => {
    next = undefined;
    isBehind = false;
    latest = sync().catch((error: unknown) => {
      failure = new DatabaseUnavailable(error);
      throw failure;
    });
    return latest;
  };
  return {
    committed: () => void (isBehind = true),
    durable() {
      if (!isBehind) return latest;
      next ??= latest.then(begin);
      return next;
    },
    assertWorking() {
      if (failure !== undefined) throw failure;
    },
  };
}
