/**
 * Returns a function that evicts expired entries of a map. Each call examines a share of the entries, so that even millions do not block
 * the event loop; about `callsPerPass` calls examine every entry once.
 */
export function evictor<Key, Value>(
  map: Map<Key, Value>,
  isExpired: (value: Value, nowMs: number) => boolean,
  callsPerPass: number,
): (nowMs: number) => void {
  // An iterator of a map is live: it survives deletions and reaches entries added later.
  let entries = map.entries();
  return (nowMs) => {
    for (let left = Math.ceil(map.size / callsPerPass); left > 0; left -= 1) {
      const next = entries.next();
      if (next.done === true) {
        entries = map.entries();
        return;
      }
      const [key, value] = next.value;
      if (isExpired(value, nowMs)) map.delete(key);
    }
  };
}
