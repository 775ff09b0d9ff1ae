import type { BadRowLine, ImportFormat, ImportLine, SampleLine } from '../vocabulary/import-report.ts';
import { type Animal, animalReader, type Outcome } from './animals.ts';
import { categoryNames } from './categories.ts';
import { type ColumnOptions, columnsCache, columnsLine, requireColumns } from './columns.ts';
import { readCsv } from './csv.ts';
import { readJson, readNdjson } from './json-rows.ts';
import type { Hints } from './profile/columns.ts';
import { profileReader } from './profile/reader.ts';
import type { Row, Unreadable } from './row.ts';
import { importRules } from './rules.ts';
import { type ImportTarget, withoutWriting } from './target.ts';

export interface ImportOptions extends ColumnOptions {
  readonly format: ImportFormat;
  readonly hints: Hints;
  readonly target: ImportTarget;
  /** Creates the categories that the file names and the target lacks. */
  readonly createCategories: boolean;
  /** Refuses ids that no category has. */
  readonly isStrict: boolean;
  /** Changes nothing, and reports what an import would do. */
  readonly dryRun: boolean;
  /** Stops the import between two batches, or while it waits for an answer. */
  readonly signal: AbortSignal;
}

type Reader = (bytes: AsyncIterable<Buffer>) => AsyncGenerator<Row | Unreadable>;
const READERS: Readonly<Record<ImportFormat, Reader>> = { csv: readCsv, ndjson: readNdjson, json: readJson };

const sampleSize = 5;
const rowsBetweenProgress = 1_000;

/**
 * Imports the animals of a file, in batches, and reports each bad row. Every importer of Petstore is this one: the command line, through the
 * API or into the database, and the console. The last line is the summary, also after `signal` stopped the import.
 *
 * @throws Failure when the file as a whole cannot be imported
 */
export async function* importAnimals(
  bytes: AsyncIterable<Buffer>,
  { format, hints, createCategories, isStrict, dryRun, signal, ...options }: ImportOptions,
): AsyncGenerator<ImportLine> {
  const target = dryRun ? withoutWriting(options.target) : options.target;
  const rules = importRules();
  const categories = categoryNames(await target.categories(), {
    create: createCategories ? (name) => target.addCategory(name) : undefined,
    nameRule: rules.categoryName,
    isStrict,
  });
  const columnsFor = columnsCache(options);
  const animalOf = animalReader(rules.pet, categories, profileReader(hints, Date.now));
  const counts = { rows: 0, added: 0, already: 0, bad: 0, incomplete: 0 };
  const passedOver: Record<string, number> = {};
  let samplesLeft = dryRun ? sampleSize : 0;
  let readBytes = 0;
  let isFirst = true;
  let batch: Animal[] = [];

  async function outcomeOf(row: Row | Unreadable): Promise<Outcome> {
    if ('bytes' in row) return animalOf(row, columnsFor(row.columns));
    return { problems: [{ type: 'badRow', line: row.line, reason: row.unreadable }] };
  }
  const sampleOf = ({ line, pet }: Animal): SampleLine => {
    const { name, categoryId, status = 'available' } = pet;
    return { type: 'sample', line, name, category: categories.nameOf(categoryId) ?? String(categoryId), status };
  };
  async function* flush(): AsyncGenerator<BadRowLine> {
    if (batch.length === 0) return;
    for (const [i, result] of (await target.add(batch, signal)).entries()) {
      if (typeof result === 'object') {
        counts.bad += 1;
        yield { type: 'badRow', line: (batch[i] as Animal).line, reason: result.reason };
      } else if (result !== 'unsent') counts[result] += 1;
    }
    batch = [];
  }
  const progress = () => ({ type: 'progress', rows: counts.rows, bytes: readBytes }) as const;

  for await (const row of READERS[format](bytes)) {
    if (signal.aborted) break;
    if (isFirst && 'bytes' in row) {
      const columns = columnsFor(row.columns);
      yield columnsLine(columns);
      // All rows of a CSV have the same columns.
      if (format === 'csv') requireColumns(columns, options);
      isFirst = false;
    }
    counts.rows += 1;
    if ('bytes' in row) readBytes += row.bytes.length;
    const outcome = await outcomeOf(row);
    if ('animal' in outcome) {
      batch.push(outcome.animal);
      if (samplesLeft-- > 0) yield sampleOf(outcome.animal);
      if (outcome.badCells.length > 0) counts.incomplete += 1;
      yield* outcome.badCells;
    } else if ('problems' in outcome) {
      counts.bad += 1;
      yield* outcome.problems;
    } else passedOver[outcome.passedOver] = (passedOver[outcome.passedOver] ?? 0) + 1;
    if (batch.length >= target.batch) {
      yield* flush();
      yield progress();
    } else if (counts.rows % rowsBetweenProgress === 0) yield progress();
  }
  if (!signal.aborted) yield* flush();
  yield progress();
  yield {
    type: 'summary',
    dryRun,
    ...counts,
    passedOver,
    categoriesMade: categories.made,
    categoriesMissing: [...categories.missing],
  };
}
