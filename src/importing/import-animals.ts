import type { BadCellLine, ImportFormat, ImportLine, SampleLine } from '../vocabulary/import-report.ts';
import { MAX_PHOTOS } from '../vocabulary/photos.ts';
import { type Animal, animalReader, badCell, type FurtherPhotos, type Outcome } from './animals.ts';
import { addBonds, type BondedAnimal } from './bonds/adding.ts';
import { bondReader } from './bonds/reading.ts';
import { categoryNames } from './categories.ts';
import { type ColumnOptions, columnsCache, columnsLine, fieldsOf, requireColumns } from './columns.ts';
import { readCsv } from './csv.ts';
import { readJson, readNdjson } from './json-rows.ts';
import { openPace, type Pace } from './pace.ts';
import { addPhotos } from './photos/adding.ts';
import { type NamedPhoto, noPhotos, photoReader } from './photos/addresses.ts';
import type { FetchPhoto } from './photos/fetching.ts';
import { requirePatternColumns } from './photos/pattern.ts';
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
  /** Undefined for an import that takes no photos. */
  readonly photos: PhotoOptions | undefined;
  /** Stops the import between two batches, or while it waits for an answer. */
  readonly signal: AbortSignal;
  /** As in `openPace`. */
  readonly giveWay?: () => Promise<unknown>;
}

export interface PhotoOptions {
  readonly fetch: FetchPhoto;
  /** As in `photoReader`. */
  readonly pattern?: string | undefined;
}

type Reader = (bytes: AsyncIterable<Buffer>, pace: Pace) => AsyncGenerator<Row | Unreadable>;
const READERS: Readonly<Record<ImportFormat, Reader>> = { csv: readCsv, ndjson: readNdjson, json: readJson };

const sampleSize = 5;
const rowsBetweenProgress = 1_000;
/** What one batch may weigh: it is one transaction. */
const mostBatchBytes = 262_144;
/** What each photo and each bond adds to it. */
const owedBytes = 128;
/** The bonds of a file wait in memory until all its rows were read. */
const mostBonds = 100_000;

/**
 * Imports the animals of a file, in batches, and reports each bad row. Every importer of Petstore is this one: the command line, through the
 * API or into the database, and the console. The last line is the summary, also after `signal` stopped the import.
 *
 * @throws Failure when the file as a whole cannot be imported
 */
export async function* importAnimals(
  bytes: AsyncIterable<Buffer>,
  { format, hints, createCategories, isStrict, dryRun, photos, signal, giveWay, ...given }: ImportOptions,
): AsyncGenerator<ImportLine> {
  const options = { ...given, map: fieldsOf(given.map) };
  const target = dryRun ? withoutWriting(given.target) : given.target;
  const rules = importRules();
  const categories = categoryNames(await target.categories(), {
    create: createCategories ? (name) => target.addCategory(name) : undefined,
    nameRule: rules.categoryName,
    isStrict,
  });
  const columnsFor = columnsCache(options);
  const bonds = bondReader();
  const animalOf = animalReader(
    rules.pet,
    categories,
    profileReader(hints, Date.now),
    photos === undefined ? noPhotos : photoReader(photos.pattern),
    bonds.read,
  );
  const counts = { rows: 0, added: 0, already: 0, bad: 0, incomplete: 0, photos: 0, photosMissing: 0 };
  const passedOver: Record<string, number> = {};
  let samplesLeft = dryRun ? sampleSize : 0;
  let readBytes = 0;
  let isFirst = true;
  let batch: Animal[] = [];
  let batchBytes = 0;
  let bondsHeld = 0;
  const bonded: BondedAnimal[] = [];
  /** Animals that lack something: those of the batch, and bonded ones. */
  const incomplete = new Set<string>();

  async function outcomeOf(row: Row | Unreadable): Promise<Outcome> {
    if ('bytes' in row) return animalOf(row, columnsFor(row.columns));
    return { problems: [{ type: 'badRow', line: row.line, reason: row.unreadable }] };
  }
  const sampleOf = ({ line, pet }: Animal): SampleLine => {
    const { name, categoryId, status = 'available' } = pet;
    return { type: 'sample', line, name, category: categories.nameOf(categoryId) ?? String(categoryId), status };
  };
  function* leftOut(reference: string, badCells: readonly BadCellLine[]): Generator<BadCellLine> {
    if (badCells.length > 0 && !incomplete.has(reference)) {
      counts.incomplete += 1;
      incomplete.add(reference);
    }
    yield* badCells;
  }
  async function* flush(): AsyncGenerator<ImportLine> {
    if (batch.length === 0) return;
    for (const [i, result] of (await target.add(batch, signal)).entries()) {
      const animal = batch[i] as Animal;
      if (typeof result === 'object') {
        counts.bad += 1;
        yield { type: 'badRow', line: animal.line, reason: result.reason };
      } else if (result !== 'unsent') counts[result] += 1;
      if (dryRun && result === 'added') counts.photos += animal.photos.length;
    }
    if (photos !== undefined && !dryRun) yield* photosOf(batch, photos.fetch);
    for (const { reference, bonds: named } of batch) {
      const [first] = named;
      if (first === undefined) incomplete.delete(reference);
      else if ((bondsHeld += named.length) <= mostBonds) bonded.push({ reference, bonds: named });
      else yield* leftOut(reference, [badCell({ ...first, value: first.other, reason: TOO_MANY_BONDS })]);
    }
    batch = [];
    batchBytes = 0;
  }
  async function* photosOf(animals: readonly Animal[], fetch: FetchPhoto): AsyncGenerator<ImportLine> {
    for await (const { animal, photo, reason } of addPhotos(target, fetch, animals, signal)) {
      counts[reason === undefined ? 'photos' : 'photosMissing'] += 1;
      if (reason !== undefined) yield* leftOut(animal.reference, [badCell({ ...photo, value: photo.url, reason })]);
      yield progress();
    }
  }
  /** Adds what a later row says of the animal before it. */
  function* withFurther({ reference, photos: further, badCells }: FurtherPhotos): Generator<BadCellLine> {
    const animal = batch.at(-1);
    if (animal?.reference !== reference) return;
    yield* leftOut(reference, badCells);
    const known = new Set(animal.photos.map(({ url }) => url));
    const { kept, tooMany } = upToMost([...animal.photos, ...further.filter(({ url }) => !known.has(url))]);
    batch[batch.length - 1] = { ...animal, photos: kept };
    yield* leftOut(reference, tooMany);
  }
  const progress = () => ({ type: 'progress', rows: counts.rows, bytes: readBytes, photos: counts.photos }) as const;

  for await (const row of READERS[format](bytes, openPace(giveWay))) {
    if (signal.aborted) break;
    if (isFirst && 'bytes' in row) {
      const columns = columnsFor(row.columns);
      yield columnsLine(columns);
      // All rows of a CSV have the same columns.
      if (format === 'csv') {
        requireColumns(columns, options);
        if (photos?.pattern !== undefined) requirePatternColumns(photos.pattern, columns);
      }
      isFirst = false;
    }
    counts.rows += 1;
    const rowBytes = 'bytes' in row ? row.bytes.length : 0;
    readBytes += rowBytes;
    const outcome = await outcomeOf(row);
    if ('animal' in outcome) {
      // Only now: the rows behind an animal may name photos of it.
      if (batch.length >= target.batch || batchBytes >= mostBatchBytes) {
        yield* flush();
        yield progress();
        if (signal.aborted) break;
      }
      const { kept, tooMany } = upToMost(outcome.animal.photos);
      batch.push({ ...outcome.animal, photos: kept });
      batchBytes += rowBytes + owedBytes * (kept.length + outcome.animal.bonds.length);
      if (samplesLeft-- > 0) yield sampleOf(outcome.animal);
      yield* leftOut(outcome.animal.reference, [...outcome.badCells, ...tooMany]);
    } else if ('problems' in outcome) {
      counts.bad += 1;
      yield* outcome.problems;
    } else {
      passedOver[outcome.passedOver] = (passedOver[outcome.passedOver] ?? 0) + 1;
      if (outcome.further !== undefined) yield* withFurther(outcome.further);
    }
    if (counts.rows % rowsBetweenProgress === 0) yield progress();
  }
  if (!signal.aborted) yield* flush();
  if (!dryRun)
    for await (const { reference, badCell: cell } of addBonds(target, bonded, bonds, signal))
      yield* leftOut(reference, [cell]);
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

function upToMost(named: readonly NamedPhoto[]) {
  const first = named[MAX_PHOTOS];
  const tooMany = first === undefined ? [] : [badCell({ ...first, value: first.url, reason: TOO_MANY })];
  return { kept: named.slice(0, MAX_PHOTOS), tooMany };
}

const TOO_MANY_BONDS = `Of one file, at most ${mostBonds} bonds are kept; divide the file.`;
const TOO_MANY = `An animal has at most ${MAX_PHOTOS} photos; this one and those behind it are left out.`;
