/** Answers kept for as long as nothing has been committed since they were read: never older than the database. */
export interface ExactCache<Value> {
  get(key: string): Value | undefined;
  /** Reads and keeps. Those who ask while it is read share the one reading. */
  fill(key: string, read: () => Promise<Value>): Promise<Value>;
}

interface Entry<Value> {
  readonly reading: Promise<Value>;
  value: Value | undefined;
}

/**
 * @param version the database's own: see `Database.version`
 * @param maxEntries how many are kept; the cache starts anew when it is full
 */
export function exactCache<Value>(version: () => number, maxEntries: number): ExactCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  let validAt: number | undefined;

  /** What is in the entries was read, every part of it, after the newest commit. */
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
      // The version is taken before the read begins: what is committed meanwhile makes the entry too old, never too new.
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
