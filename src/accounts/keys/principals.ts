import type { Principal, Principals } from '../../http/principal.ts';
import { accountSubject } from '../../limits/subjects.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import type { AccountStore } from '../store.ts';
import { hashOf, isWellFormed } from './api-key.ts';
import type { KeyHolder } from './store.ts';

export interface CachedPrincipals extends Principals {
  /** Finds it as the store has it now. */
  look: Principals['find'];
  /** Forgets what was read: for a change made in this process, which then holds from the next request on. */
  forget(): void;
}

interface Entry {
  readonly principal: Principal;
  /** Infinity for a key that never expires. */
  readonly expiresMs: number;
  readonly readMs: number;
}

/** What another process changes is seen within a second: the specification of keys says so of a revocation. */
const maxAgeMs = 900;
const maxEntries = 10_000;

/** The principals of one environment's keys, out of its store. On a cached key it answers at once, without a promise. */
export function openPrincipals(options: {
  readonly accounts: AccountStore;
  readonly environment: Environment;
  readonly now: () => number;
}): CachedPrincipals {
  const { environment, now } = options;
  const { keys } = options.accounts;
  let entries = new Map<string, Entry>();
  /** Requests that come with the same key at the same time share one look-up. */
  let lookups = new Map<string, Promise<Principal | undefined>>();

  function find(key: string): Principal | undefined | Promise<Principal | undefined> {
    const entry = entries.get(key);
    if (entry !== undefined) {
      const nowMs = now();
      const ageMs = nowMs - entry.readMs;
      if (nowMs >= entry.expiresMs) return undefined;
      // A clock that was set back makes the age negative; such an entry could live for long.
      if (ageMs >= 0 && ageMs < maxAgeMs) return entry.principal;
    }
    return look(key);
  }

  function look(key: string): undefined | Promise<Principal | undefined> {
    if (!isWellFormed(key, environment)) return undefined;
    return lookups.get(key) ?? lookUp(key);
  }

  function lookUp(key: string): Promise<Principal | undefined> {
    // What is read before `forget` may be what was forgotten: it goes into the old maps, which nobody reads again.
    const current = { entries, lookups };
    const found = readInto(current.entries, key).finally(() => current.lookups.delete(key));
    current.lookups.set(key, found);
    return found;
  }

  async function readInto(cache: Map<string, Entry>, key: string): Promise<Principal | undefined> {
    const readMs = now();
    const holder = await keys.holder(hashOf(key));
    cache.delete(key);
    if (holder === undefined) return undefined;
    const { expiresMs = Infinity } = holder;
    if (now() >= expiresMs) return undefined;
    // Entries stand in the order in which they were read: the first is the oldest.
    const [oldest] = cache.size < maxEntries ? [] : cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
    const principal = principalOf(holder);
    cache.set(key, { principal, expiresMs, readMs });
    return principal;
  }

  return {
    find,
    look,
    forget() {
      entries = new Map();
      lookups = new Map();
    },
  };
}

function principalOf({ keyId, accountId, operator, suspended, limits, kind, scopes, origins }: KeyHolder): Principal {
  return {
    accountId,
    keyId,
    operator,
    suspended,
    scopes: new Set(scopes),
    origins: kind === 'publishable' ? new Set(origins) : undefined,
    caller: { subject: accountSubject(accountId), keyId, limits },
  };
}
