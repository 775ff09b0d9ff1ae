import type { Principal } from '../../http/principal.ts';
import { accountBucket } from '../../limits/buckets.ts';
import { isWellFormed } from '../../secrets/api-key.ts';
import { hashOf } from '../../secrets/token.ts';
import type { Now } from '../../time/clock.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { PARTNER_LIMITS } from '../../vocabulary/plans.ts';
import type { AccountStore } from '../store.ts';
import type { KeyWithAccount } from './store.ts';

export type CachedPrincipals = ReturnType<typeof keyPrincipals>;

interface Entry {
  readonly principal: Principal;
  /** Infinity for a key that never expires. */
  readonly expiresMs: number;
  readonly readMs: number;
}

/** A key that another process revokes must be refused within a second (design, section 3.8). */
const maxAgeMs = 900;
const maxEntries = 10_000;

/** Finds the principals of API keys. For a cached key `find` returns the principal itself instead of a promise. */
export function keyPrincipals(options: {
  readonly accounts: AccountStore;
  readonly environment: Environment;
  readonly now: Now;
}) {
  const { environment, now } = options;
  const { keys } = options.accounts;
  /** By the key, or by the name of its hash. */
  let entries = new Map<string, Entry>();
  /** Concurrent requests with the same key share one look-up. */
  let lookups = new Map<string, Promise<Principal | undefined>>();

  function find(key: string): Principal | undefined | Promise<Principal | undefined> {
    const entry = entries.get(key);
    return entry !== undefined && isFresh(entry) ? entry.principal : findUncached(key);
  }

  /** Like `find`, with the hash of the key. */
  function findByHash(hash: string): Principal | undefined | Promise<Principal | undefined> {
    const name = nameOf(hash);
    const entry = entries.get(name);
    return entry !== undefined && isFresh(entry) ? entry.principal : (lookups.get(name) ?? lookUp(name, hash));
  }

  /** No credential has a space: who knows the hash of a key, as tokens tell it, must not pass with it for the key. */
  const nameOf = (hash: string): string => `hash ${hash}`;

  function isFresh({ expiresMs, readMs }: Entry): boolean {
    const nowMs = now();
    // After the clock was set back the age is negative, and the entry could live for long.
    return nowMs < expiresMs && nowMs >= readMs && nowMs - readMs < maxAgeMs;
  }

  /** Reads the database instead of the cache. */
  function findUncached(key: string): undefined | Promise<Principal | undefined> {
    if (!isWellFormed(key, environment)) return undefined;
    return lookups.get(key) ?? lookUp(key, hashOf(key));
  }

  function lookUp(key: string, hash: string): Promise<Principal | undefined> {
    // A look-up that began before `clear` may return stale data: it writes into the old maps, which are no longer read.
    const current = { entries, lookups };
    const found = readInto(current.entries, key, hash).finally(() => current.lookups.delete(key));
    current.lookups.set(key, found);
    return found;
  }

  async function readInto(cache: Map<string, Entry>, key: string, hash: string): Promise<Principal | undefined> {
    const readMs = now();
    const found = await keys.findByHash(hash);
    cache.delete(key);
    if (found === undefined) return undefined;
    const { expiresMs = Infinity } = found;
    if (now() >= expiresMs) return undefined;
    // A Map keeps the order of insertion: the first entry is the oldest.
    const [oldest] = cache.size < maxEntries ? [] : cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
    const principal = principalOf(found);
    cache.set(key, { principal, expiresMs, readMs });
    return principal;
  }

  return {
    find,
    findByHash,
    findUncached,
    /** Empties the cache, so that a change made in this process applies from the next request on. */
    clear(): void {
      entries = new Map();
      lookups = new Map();
    },
  };
}

function principalOf({ keyId, kind, scopes, origins, account }: KeyWithAccount): Principal {
  const { accountId, limits, ...standing } = account;
  return {
    accountId,
    keyId,
    ...standing,
    scopes: new Set(scopes),
    origins: kind === 'secret' ? undefined : new Set(origins),
    ...(kind === 'partner'
      ? { isPartner: true, caller: { bucket: `partner:${keyId}`, limits: PARTNER_LIMITS } }
      : { caller: { bucket: accountBucket(accountId), keyId, limits } }),
  };
}
