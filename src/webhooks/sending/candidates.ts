import { setImmediate } from 'node:timers/promises';
import { chunks } from '../../kit/chunks.ts';
import type { Now } from '../../time/clock.ts';
import type { Following } from '../deliveries/following.ts';
import type { DeliveryStore, Standing } from '../deliveries/store.ts';

/** What another process does changes the standing of a webhook without a word. */
const freshMs = 1_000;
/** Webhooks between two turns of the event loop. */
const readAtOnce = 50;

/** A webhook that may send something. */
export interface Candidate extends Standing {
  readonly isDue: boolean;
}

/**
 * Returns which webhooks may send something. A webhook's data is read again when this process has sent to it, and otherwise once a
 * second: most of those that cannot send now cannot a moment later either, and there may be thousands.
 */
export function openCandidates({
  deliveries,
  following,
  now,
}: {
  readonly deliveries: Pick<DeliveryStore, 'waiting' | 'standingOf'>;
  readonly following: Pick<Following, 'found'>;
  readonly now: Now;
}) {
  const known = new Map<number, { readonly standing: Standing; readonly readMs: number }>();
  const unread = new Set<number>();
  let scannedMs = -Infinity;

  function forget(webhookId: number): void {
    known.delete(webhookId);
    unread.add(webhookId);
  }

  /** Looks for webhooks with pending deliveries. */
  async function scan(): Promise<void> {
    for (let last: number | undefined = 0; last !== undefined;) {
      const ids = await deliveries.waiting(last, readAtOnce);
      for (const id of ids) unread.add(id);
      last = ids.length < readAtOnce ? undefined : ids.at(-1);
      await setImmediate();
    }
  }

  /** While the database is unavailable, every call fails: the job must not say that it continues. */
  const orScanAgain = <Result>(read: Promise<Result>): Promise<Result> =>
    read.catch((error: unknown) => {
      scannedMs = -Infinity;
      throw error;
    });

  return {
    /** Reads a bounded number at a time, so that other requests come between. */
    async all(): Promise<Candidate[]> {
      const nowMs = performance.now();
      if (nowMs - scannedMs >= freshMs) {
        scannedMs = nowMs;
        await orScanAgain(scan());
      }
      for (const [id, { readMs }] of known) if (nowMs - readMs >= freshMs) known.delete(id);
      const found = new Set(following.found());
      const ids = [...found.union(unread)].filter((id) => !known.has(id));
      unread.clear();
      for (const some of chunks(ids, readAtOnce)) {
        const read = await orScanAgain(deliveries.standingOf(some));
        // Unless it has changed since it was read.
        for (const standing of read)
          if (!unread.has(standing.webhookId)) known.set(standing.webhookId, { standing, readMs: nowMs });
        await setImmediate();
      }
      return [...known.values()].flatMap(({ standing }) => {
        const isDue = standing.dueMs <= now();
        const mayBegin = found.has(standing.webhookId) ? standing.mayBegin : 0;
        return isDue || mayBegin > 0 ? [{ ...standing, isDue, mayBegin }] : [];
      });
    },

    /** Must be called after each change of what the webhook sends. */
    forget,

    forgetAll(): void {
      known.clear();
      scannedMs = -Infinity;
    },
  };
}
