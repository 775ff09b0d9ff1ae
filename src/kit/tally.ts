/** Counts by name. A name takes memory only while its count is not 0. */
export function openTally<Name = string>() {
  const counts = new Map<Name, number>();
  const of = (name: Name): number => counts.get(name) ?? 0;
  return {
    of,
    add(name: Name, by: number): void {
      const count = of(name) + by;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
    /** Each name and its count. */
    entries: (): [Name, number][] => [...counts],
  };
}
