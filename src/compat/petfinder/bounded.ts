/** Two bytes each, if any of them needs it. */
const charactersPerUnit = 4;

/**
 * Keeps values until together they weigh more than they may, in units of eight bytes. The one that was set first goes first.
 *
 * @param weightOf of a value as it is when it is set. Its key, which callers may make long, is added
 */
export function bounded<Value>(most: number, weightOf: (value: Value) => number) {
  const kept = new Map<string, { readonly value: Value; readonly weight: number }>();
  let total = 0;
  const remove = (key: string) => {
    total -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  };
  return {
    get: (key: string): Value | undefined => kept.get(key)?.value,

    set(key: string, value: Value): void {
      remove(key);
      const weight = weightOf(value) + Math.ceil(key.length / charactersPerUnit);
      kept.set(key, { value, weight });
      total += weight;
      for (const oldest of kept.keys()) {
        if (total <= most) break;
        remove(oldest);
      }
    },
  };
}
