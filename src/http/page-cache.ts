import type { Database } from '../database/database.ts';
import type { Now } from '../time/clock.ts';
import { ApiError } from './errors.ts';

/**
 * Keeps values while they are exact: until the next commit to the database, by any process, or until time alone changes them. It saves
 * 77 % of the CPU of `GET /v1/pets` (docs/decisions/0026-optimizations.md).
 */
export interface PageCache<Value> {
  /** The value as it is now: without a promise where it is kept and the engine tells its version at once. Calls with the same key share one read. */
  page(key: string, read: () => Promise<Value>): Value | Promise<Value>;
}

interface Kept<Value> {
  readonly value: Value;
  readonly untilMs: number;
}

interface Entry<Value> {
  readonly reading: Promise<Kept<Value>>;
  kept: Kept<Value> | undefined;
}

export interface PageCacheOptions {
  readonly version: Database['version'];
  readonly now: Now;
  /** The next time after `afterMs` at which the committed data looks different without another commit: when a hold ends. */
  readonly nextChange: (afterMs: number) => Promise<number>;
  /** When it holds this many, the cache drops the oldest one for each new one. */
  readonly maxEntries: number;
}

export function pageCache<Value>(options: PageCacheOptions): PageCache<Value> {
  const { version, now, nextChange, maxEntries } = options;
  const entries = new Map<string, Entry<Value>>();
  let keptVersion: unknown;

  /** Invariant: every entry's read began after the engine told `keptVersion`, so it shows at least that version's data. */
  function pageAt(current: unknown, key: string, read: () => Promise<Value>, startMs: number): Value | Promise<Value> {
    if (current !== keptVersion) entries.clear();
    keptVersion = current;
    const entry = entries.get(key);
    if (entry === undefined) return fill(key, read, startMs);
    const { kept } = entry;
    if (kept !== undefined) return startMs < kept.untilMs ? kept.value : fill(key, read, startMs);
    return entry.reading.then(({ value, untilMs }) => (startMs < untilMs ? value : fill(key, read, startMs)));
  }

  function fill(key: string, read: () => Promise<Value>, startMs: number): Promise<Value> {
    // The time is taken before the read: a change during the read makes the entry expire too early, never too late.
    const reading = Promise.all([read(), nextChange(startMs)]).then(([value, untilMs]) => ({ value, untilMs }));
    const entry: Entry<Value> = { reading, kept: undefined };
    const [oldest] = entries.size < maxEntries || entries.has(key) ? [] : entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
    entries.set(key, entry);
    reading.then(
      (kept) => (entry.kept = kept),
      () => entries.get(key) === entry && entries.delete(key),
    );
    return reading.then(({ value }) => value);
  }

  return {
    page(key, read) {
      const startMs = now();
      const current = version();
      if (current instanceof Promise) return current.then((told) => pageAt(told, key, read, startMs));
      return pageAt(current, key, read, startMs);
    },
  };
}

/** Shares the page with others who ask for the same. If the reader is refused or disconnects, only it fails; others read again. */
export function sharedPage<Value>(
  pages: PageCache<Value>,
  key: string,
  read: () => Promise<Value>,
): Value | Promise<Value> {
  let isReader = false;
  const page = pages.page(key, () => {
    isReader = true;
    return read();
  });
  if (!(page instanceof Promise)) return page;
  return page.catch((error: unknown) => {
    if (isReader || !(error instanceof ApiError)) throw error;
    return sharedPage(pages, key, read);
  });
}
