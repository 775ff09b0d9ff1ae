import type {
  BadCellLine,
  BadRowLine,
  ImportLine,
  ProgressLine,
  SampleLine,
  SummaryLine,
  UnreadValues,
} from '../vocabulary/import-report.ts';
import type { Animal, Outcome } from './animals.ts';
import type { CategoryNames } from './categories.ts';
import type { Added } from './target.ts';

const sampleSize = 5;
const mostUnread = 200;
const rowsBetweenProgress = 1_000;

export type Report = ReturnType<typeof openReport>;

/** Counts what an import does, and makes the lines that tell of it. */
export function openReport(dryRun: boolean) {
  const counts = { rows: 0, added: 0, already: 0, changed: 0, bad: 0, incomplete: 0, photos: 0, photosMissing: 0 };
  const passedOver: Record<string, number> = {};
  /** Animals that lack something, until the report has enough of them. */
  const incomplete = new Set<string>();
  const unread = new Map<string, { -readonly [Key in keyof UnreadValues]: UnreadValues[Key] }>();
  let samplesLeft = dryRun ? sampleSize : 0;
  let bytes = 0;

  const noteUnread = ({ column = '', reason, line, value }: BadRowLine | BadCellLine): void => {
    const key = `${column}\n${reason}`;
    const known = unread.get(key);
    if (known !== undefined) known.count += 1;
    else if (unread.size < mostUnread)
      unread.set(key, { column, reason, count: 1, line, ...(value === undefined ? {} : { value }) });
  };

  function* bad({ problems }: Extract<Outcome, { problems: unknown }>): Generator<BadRowLine> {
    counts.bad += 1;
    problems.forEach(noteUnread);
    yield* problems;
  }

  const progress = (): ProgressLine => ({ type: 'progress', rows: counts.rows, bytes, photos: counts.photos });

  return {
    progress,

    row(rowBytes: number): void {
      counts.rows += 1;
      bytes += rowBytes;
    },

    *endOfRow(): Generator<ImportLine> {
      if (counts.rows % rowsBetweenProgress === 0) yield progress();
    },

    bad,

    /** A change of an animal that was counted as imported already. */
    *refused(problem: BadRowLine): Generator<BadRowLine> {
      counts.already -= 1;
      yield* bad({ problems: [problem] });
    },

    passedOver(reason: string): void {
      passedOver[reason] = (passedOver[reason] ?? 0) + 1;
    },

    /** An animal of a row that was passed over is still here. */
    *stillHere(reason: string, problem: BadRowLine): Generator<BadRowLine> {
      const count = (passedOver[reason] ?? 0) - 1;
      if (count > 0) passedOver[reason] = count;
      else delete passedOver[reason];
      yield* bad({ problems: [problem] });
    },

    *sample({ line, pet }: Animal, categories: CategoryNames): Generator<SampleLine> {
      if (samplesLeft-- <= 0) return;
      const { name, categoryId, status = 'available' } = pet;
      yield { type: 'sample', line, name, category: categories.nameOf(categoryId) ?? String(categoryId), status };
    },

    /** What became of an animal. */
    *result({ line, photos }: Animal, result: Added): Generator<BadRowLine> {
      if (typeof result === 'object') {
        counts.bad += 1;
        yield { type: 'badRow', line, reason: result.reason };
      } else if (result !== 'unsent') counts[result] += 1;
      if (dryRun && result === 'added') counts.photos += photos.length;
    },

    change(): void {
      counts.changed += 1;
    },

    photo: (isAdded: boolean): void => void (counts[isAdded ? 'photos' : 'photosMissing'] += 1),

    /** The animal is imported without these cells. */
    *without(reference: string, badCells: readonly BadCellLine[]): Generator<BadCellLine> {
      if (badCells.length > 0 && !incomplete.has(reference)) {
        counts.incomplete += 1;
        incomplete.add(reference);
      }
      badCells.forEach(noteUnread);
      yield* badCells;
    },

    /** No more is said of the animal. */
    forget: (reference: string): void => void incomplete.delete(reference),

    summary: ({ made, missing }: CategoryNames): SummaryLine => ({
      type: 'summary',
      dryRun,
      ...counts,
      unread: [...unread.values()],
      passedOver,
      categoriesMade: made,
      categoriesMissing: [...missing],
    }),
  };
}
