import type { Animal, Outcome, Problem } from './animals.ts';
import type { Sink } from './sink.ts';

/** How many rows came to what. */
export interface Counts {
  rows: number;
  added: number;
  /** Imported by an earlier run. */
  already: number;
  bad: number;
  /** Neither added nor bad, by the reason. */
  readonly passedOver: Map<string, number>;
}

export interface RunOptions {
  readonly sink: Sink;
  /** Only looks: nothing is added, and `added` counts what would be. */
  readonly dryRun: boolean;
  /** Is told of each bad row, in the order of the file but for those that the service refuses. */
  readonly onBad: (problems: readonly Problem[]) => void;
  readonly onProgress: (counts: Counts) => void;
  /** Ends the run between two batches, or in the waiting for an answer. */
  readonly signal: AbortSignal;
}

/** Takes all animals of a file into the sink, in batches. Resolves with what was done until the end or the abort. */
export async function runImport(outcomes: AsyncIterable<Outcome>, options: RunOptions): Promise<Counts> {
  const { sink, dryRun, onBad, onProgress, signal } = options;
  const counts: Counts = { rows: 0, added: 0, already: 0, bad: 0, passedOver: new Map() };
  let batch: Animal[] = [];

  const refuse = (problems: readonly Problem[]) => {
    counts.bad += 1;
    onBad(problems);
  };

  async function flush(): Promise<void> {
    const animals = batch;
    batch = [];
    if (animals.length === 0) return;
    const results = dryRun ? await foretold(sink, animals) : await sink.add(animals, signal);
    for (const [i, result] of results.entries()) {
      const { line } = animals[i] as Animal;
      if (typeof result === 'object') refuse([{ line, reason: result.reason }]);
      else if (result !== 'unsent') counts[result] += 1;
    }
  }

  for await (const outcome of outcomes) {
    if (signal.aborted) return counts;
    counts.rows += 1;
    if ('animal' in outcome) batch.push(outcome.animal);
    else if ('problems' in outcome) refuse(outcome.problems);
    else counts.passedOver.set(outcome.passedOver, (counts.passedOver.get(outcome.passedOver) ?? 0) + 1);
    if (batch.length >= sink.batch) await flush();
    onProgress(counts);
  }
  if (!signal.aborted) await flush();
  onProgress(counts);
  return counts;
}

async function foretold(sink: Sink, animals: readonly Animal[]): Promise<('added' | 'already')[]> {
  const known = await sink.known(animals.map(({ reference }) => reference));
  return animals.map(({ reference }) => (known.has(reference) ? 'already' : 'added'));
}
