/** Values that are kept until the next commit to the database, by this process or another: never older than the database. */
export interface PageCache<Value> {
  get(key: string): Value | undefined;
  /** Reads and keeps a value. Concurrent calls with the same key share one read. */
  fill(key: string, read: () => Promise<Value>): Promise<Value>;
}

interface Entry<Value> {
  readonly reading: Promise<Value>;
  value: Value | undefined;
}

/**
 * @param version the database's own: see `Database.version`
 * @param maxEntries the cache is emptied when it holds so many
 */
export function pageCache<Value>(version: () => number, maxEntries: number): PageCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  let validAt: number | undefined;

  /** Invariant: every entry was read, entirely, after the newest commit. */
  const refresh = (): void => {
    const current = version();
    if (current !== validAt || entries.size >= maxEntries) entries.clear();
    validAt = current;
  };

  return {
    get(key) {
      refresh();
      return entries.get(key)?.value;
    },
    fill(key, read) {
      // The version is taken before the read: a commit during the read makes the entry too old, never too new.
      refresh();
      const kept = entries.get(key);
      if (kept !== undefined) return kept.reading;
      const entry: Entry<Value> = { reading: read(), value: undefined };
      entries.set(key, entry);
      entry.reading.then(
        (value) => (entry.value = value),
        () => entries.delete(key),
      );
      return entry.reading;
    },
  };
}
