import type { LimitLedger } from './ledger.ts';
import type { KeyRecord } from './strikes.ts';
import type { Subject } from './subjects.ts';
import { addUsage } from './usage.ts';
import { isOpen } from './windows.ts';

/** So many take some 10 ms of the event loop. */
const accountsPerSave = 2_000;

/** Who has changed since the last flush. What they are worth is read when they are saved. */
export function openUnsaved(options: {
  readonly ledger: LimitLedger;
  readonly now: () => number;
  readonly keys: ReadonlyMap<number, KeyRecord>;
}) {
  const { ledger, now, keys } = options;
  const accounts = new Set<Subject>();
  let keyIds = new Set<number>();
  let saving = false;
  /** Settles with the last flush, and never rejects. Flushes follow one another: the newest value is written last. */
  let lastFlush = Promise.resolve();

  async function saveAll(): Promise<void> {
    // What is noted meanwhile is left to the next flush, which keeps its distance.
    for (let rounds = Math.ceil(accounts.size / accountsPerSave); rounds > 0; rounds -= 1) await saveSome();
    if (keyIds.size > 0) await saveSome();
  }

  async function saveSome(): Promise<void> {
    const nowMs = now();
    const savedKeyIds = keyIds;
    keyIds = new Set();
    const taken = [...accounts.values().take(accountsPerSave)].map((account) => ({ account, usage: account.usage }));
    for (const { account } of taken) {
      accounts.delete(account);
      account.usage = [];
    }
    saving = true;
    try {
      await ledger.save({
        dayWindows: taken.flatMap(({ account: { accountId, day } }) =>
          accountId !== undefined && day !== undefined && isOpen(day, nowMs)
            ? [{ accountId, used: day.used, resetMs: day.resetMs }]
            : [],
        ),
        usage: taken.flatMap(({ account: { accountId }, usage }) =>
          accountId === undefined ? [] : usage.map((day) => ({ accountId, ...day })),
        ),
        ...bansOf(savedKeyIds),
      });
    } catch (error) {
      for (const { account, usage } of taken) {
        for (const day of usage) addUsage(account.usage, day);
        accounts.add(account);
      }
      for (const keyId of savedKeyIds) keyIds.add(keyId);
      throw error;
    } finally {
      saving = false;
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
    noteAccount(account: Subject): void {
      accounts.add(account);
    },
    /** Notes that a key was banned, or its ban lifted. */
    noteKey(keyId: number): void {
      keyIds.add(keyId);
    },
    /** Whether a save is under way. If it fails, what it carries is unsaved again. */
    saving: () => saving,
    /** Saves everything noted so far. When it rejects, everything is still noted. */
    flush(): Promise<void> {
      const flush = lastFlush.then(saveAll);
      lastFlush = flush.catch(() => {});
      return flush;
    },
  };
}
