/**
 * Forgets the entries of a map that no longer mean anything, a share of them with each call, so that not even millions
 * hold up the event loop: about `callsPerPass` calls see every entry once.
 */
export function sweeper<Key, Value>(
  map: Map<Key, Value>,
  isOver: (value: Value, nowMs: number) => boolean,
  callsPerPass: number,
): (nowMs: number) => void {
  // An iterator of a map is live: it survives deletions, and comes to what is added behind it.
  let entries = map.entries();
  return (nowMs) => {
    for (let left = Math.ceil(map.size / callsPerPass); left > 0; left -= 1) {
      const next = entries.next();
      if (next.done === true) {
        entries = map.entries();
        return;
      }
      const [key, value] = next.value;
      if (isOver(value, nowMs)) map.delete(key);
    }
  };
}
