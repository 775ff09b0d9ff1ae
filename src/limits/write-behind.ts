import { openSequence } from '../kit/sequence.ts';
import type { Now } from '../time/clock.ts';
import { addUsage, type Bucket } from './buckets.ts';
import type { LimitStore } from './store.ts';
import type { KeyRecord } from './strikes.ts';
import { isOpen } from './windows.ts';

/** Saving this many accounts takes about 10 ms of the event loop. */
const accountsPerSave = 2_000;

/** Collects which buckets and keys have changed, and writes their state at the time of the flush to the database. */
export function openWriteBehind(options: {
  readonly store: LimitStore;
  readonly now: Now;
  readonly keys: ReadonlyMap<number, KeyRecord>;
}) {
  const { store, now, keys } = options;
  const buckets = new Set<Bucket>();
  let keyIds = new Set<number>();
  let isSaving = false;
  /** Flushes run one after another, so that the newest state is written last. */
  const inSequence = openSequence();

  async function saveAll(): Promise<void> {
    // The number of rounds is fixed at the start: changes made meanwhile wait for the next flush.
    for (let rounds = Math.ceil(buckets.size / accountsPerSave); rounds > 0; rounds -= 1) await saveSome();
    if (keyIds.size > 0) await saveSome();
  }

  async function saveSome(): Promise<void> {
    const nowMs = now();
    const savedKeyIds = keyIds;
    keyIds = new Set();
    const saved = [...buckets.values().take(accountsPerSave)].map((bucket) => ({ bucket, usage: bucket.unsavedUsage }));
    for (const { bucket } of saved) {
      buckets.delete(bucket);
      bucket.unsavedUsage = [];
    }
    isSaving = true;
    try {
      await store.save({
        dayWindows: saved.flatMap(({ bucket: { accountId, day } }) =>
          accountId !== undefined && day !== undefined && isOpen(day, nowMs)
            ? [{ accountId, used: day.used, resetMs: day.resetMs }]
            : [],
        ),
        usage: saved.flatMap(({ bucket: { accountId }, usage }) =>
          accountId === undefined ? [] : usage.map((day) => ({ accountId, ...day })),
        ),
        ...bansOf(savedKeyIds),
      });
    } catch (error) {
      for (const { bucket, usage } of saved) {
        for (const day of usage) addUsage(bucket, day);
        buckets.add(bucket);
      }
      for (const keyId of savedKeyIds) keyIds.add(keyId);
      throw error;
    } finally {
      isSaving = false;
    }
  }

  function bansOf(savedKeyIds: ReadonlySet<number>) {
    const bans = [];
    const liftedKeyIds = [];
    for (const keyId of savedKeyIds) {
      const key = keys.get(keyId);
      if (key === undefined || key.banLevel === 0) liftedKeyIds.push(keyId);
      else bans.push({ keyId, level: key.banLevel, endsMs: key.banEndsMs });
    }
    return { bans, liftedKeyIds };
  }

  return {
    markBucket(bucket: Bucket): void {
      buckets.add(bucket);
    },
    /** Marks a key that was banned, or whose ban was lifted. */
    markKey(keyId: number): void {
      keyIds.add(keyId);
    },
    /** Whether a save is running. If it fails, its changes are marked again. */
    isSaving: () => isSaving,
    /** Saves everything marked so far. If it rejects, everything is still marked. */
    flush: (): Promise<void> => inSequence(saveAll),
  };
}
