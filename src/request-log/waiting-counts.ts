import { dayNumber } from '../vocabulary/timestamp.ts';
import type { KeyUse, OperationCount } from './usage-store.ts';

/** What a key, or the sessions of an account, has requested on a day. */
interface Caller {
  readonly accountId: number;
  readonly keyId: number;
  lastUsedMs: number;
  readonly byOperation: Map<string, OperationCount>;
}

/** The counts that wait to be written. There are at most as many as callers call operations between two writes. */
export function waitingCounts() {
  /** By the id of the key, or by that of the account below 0. */
  let callers = new Map<number, Caller>();
  let past: Caller[] = [];
  let day = 0;

  return {
    /** @param keyId undefined for a session */
    count(accountId: number, keyId: number | undefined, operation: string, isError: boolean, atMs: number): void {
      const today = dayNumber(atMs);
      if (today !== day) {
        past.push(...callers.values());
        callers = new Map();
        day = today;
      }
      const name = keyId ?? -accountId;
      let caller = callers.get(name);
      if (caller === undefined) {
        caller = { accountId, keyId: keyId ?? 0, lastUsedMs: atMs, byOperation: new Map() };
        callers.set(name, caller);
      }
      if (atMs > caller.lastUsedMs) caller.lastUsedMs = atMs;
      let counted = caller.byOperation.get(operation);
      if (counted === undefined) {
        counted = { accountId, day, keyId: caller.keyId, operation, requests: 0, errors: 0 };
        caller.byOperation.set(operation, counted);
      }
      counted.requests += 1;
      if (isError) counted.errors += 1;
    },

    /** Takes everything. Names each row of the database at most once. */
    take(): Waiting {
      const all = [...past, ...callers.values()];
      past = [];
      callers = new Map();
      return all;
    },

    /** Gives back what could not be written. */
    putBack(waiting: Waiting): void {
      past = [...waiting, ...past];
    },
  };
}

export type Waiting = readonly Caller[];

/** Adds up what was counted of the same caller twice: after a write that failed. */
export function countsIn(waiting: Waiting): { readonly counts: OperationCount[]; readonly uses: KeyUse[] } {
  const counts = new Map<string, OperationCount>();
  const uses = new Map<number, number>();
  for (const { keyId, lastUsedMs, byOperation } of waiting) {
    if (keyId > 0) uses.set(keyId, Math.max(lastUsedMs, uses.get(keyId) ?? 0));
    for (const count of byOperation.values()) {
      const name = `${count.accountId} ${count.day} ${keyId} ${count.operation}`;
      const sum = counts.get(name);
      if (sum === undefined) counts.set(name, { ...count });
      else {
        sum.requests += count.requests;
        sum.errors += count.errors;
      }
    }
  }
  return { counts: [...counts.values()], uses: [...uses].map(([keyId, lastUsedMs]) => ({ keyId, lastUsedMs })) };
}
