/** Answers kept for as long as nothing has been committed since they were read: never older than the database. */
export interface ExactCache<Value> {
  get(key: string): Value | undefined;
  /** Reads and keeps. */
  fill(key: string, read: () => Promise<Value>): Promise<Value>;
}

/**
 * @param version the database's own: see `Database.version`
 * @param maxEntries how many are kept; the cache starts anew when it is full
 */
export function exactCache<Value>(version: () => number, maxEntries: number): ExactCache<Value> {
  const entries = new Map<string, Value>();
  let validAt: number | undefined;

  /** Drops what was read before the newest commit. */
  const refresh = (): number => {
    const current = version();
    if (current !== validAt || entries.size >= maxEntries) entries.clear();
    validAt = current;
    return current;
  };

  return {
    get(key) {
      refresh();
      return entries.get(key);
    },
    async fill(key, read) {
      // The version is taken before the read: what a commit changes meanwhile makes the entry too old, never too new.
      const readAt = refresh();
      const value = await read();
      if (validAt === readAt) entries.set(key, value);
      return value;
    },
  };
}
