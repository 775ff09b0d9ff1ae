/** The options of each measurement. */
export interface Bench {
  readonly rounds: number;
  readonly seconds: number;
  /** Whether to measure the largest sizes too. */
  readonly full: boolean;
  /** The folder for temporary files. */
  readonly folder: string;
}

export interface Pair<T> {
  readonly raw: T;
  readonly ours: T;
}

/** Measures both in each round and alternates which is first, so that a temporary slowdown of the machine affects both. */
export async function alternating<T>(
  rounds: number,
  measure: { readonly raw: () => Promise<T>; readonly ours: () => Promise<T> },
): Promise<Pair<T>[]> {
  const pairs: Pair<T>[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const raw = await measure.raw();
      pairs.push({ raw, ours: await measure.ours() });
    } else {
      const ours = await measure.ours();
      pairs.push({ raw: await measure.raw(), ours });
    }
  }
  return pairs;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The smallest value that a part of the values does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** The medians of both, and of their ratio within each round. */
export function medians(pairs: readonly Pair<number>[]): Pair<number> & { readonly ratio: number } {
  return {
    raw: median(pairs.map(({ raw }) => raw)),
    ours: median(pairs.map(({ ours }) => ours)),
    ratio: median(pairs.map(({ raw, ours }) => ours / raw)),
  };
}
