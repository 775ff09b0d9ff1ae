import type { FileChoices } from '../vocabulary/import-reading.ts';
import type { ImportLine, ImportUpdate } from '../vocabulary/import-report.ts';
import { keepAbsent } from './absent.ts';
import { type Absent, type Animal, animalReader, badCell, type Outcome } from './animals.ts';
import { openBatch } from './batch.ts';
import { addBonds, type BondedAnimal } from './bonds/adding.ts';
import { bondReader } from './bonds/reading.ts';
import { categoryNames } from './categories.ts';
import { type ColumnOptions, columnsCache, columnsLine, fieldsOf, requireColumns } from './columns.ts';
import { type ImportFile, rowsOf } from './file/file.ts';
import { openPace } from './file/pace.ts';
import { isHeaderAgain, type Row, type Unreadable } from './file/row.ts';
import { addPhotos } from './photos/adding.ts';
import { noPhotos, photoReader } from './photos/addresses.ts';
import type { FetchPhoto } from './photos/fetching.ts';
import { requirePatternColumns } from './photos/pattern.ts';
import { profileReader } from './profile/reader.ts';
import { openReport, type Report } from './report.ts';
import { importRules } from './rules.ts';
import { requireDecided, surveyOf } from './survey.ts';
import { takeChanges } from './taking-changes.ts';
import { type ImportTarget, withoutWriting } from './target.ts';

export interface ImportOptions extends ColumnOptions {
  /** How the file says things, where somebody has chosen that. */
  readonly choices: FileChoices;
  readonly target: ImportTarget;
  /** Creates the categories that the file names and the target lacks. */
  readonly createCategories: boolean;
  /** Refuses ids that no category has. */
  readonly isStrict: boolean;
  /** What becomes of animals that are there already. */
  readonly update: ImportUpdate;
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

/** The bonds of a file wait in memory until all its rows were read. */
const mostBonds = 100_000;
const TOO_MANY_BONDS = `Of one file, at most ${mostBonds} bonds are kept; divide the file.`;

/**
 * Imports the animals of a file, and reports each bad row. It reads the file once to see how it says things; then it reads the rows,
 * resolves each to an animal or its faults, and adds the animals in batches. Every importer of Petstore is this one: the command line, through the API or into the database, and the console. The last line is
 * the summary, also after `signal` stopped the import.
 *
 * @throws Failure when the file as a whole cannot be imported
 */
export async function* importAnimals(
  file: ImportFile,
  { choices, createCategories, isStrict, update, dryRun, photos, signal, giveWay, ...given }: ImportOptions,
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
  const pace = openPace(giveWay);
  const survey = await surveyOf(file, { choices, columnsFor, signal, pace });
  const { layout, hints, settings, columns, first, comesAgain, hasGone, isAbsent } = survey;
  if (first !== undefined) {
    const sheets = layout.format === 'xlsx' ? { sheets: layout.sheets } : {};
    yield columnsLine(first, { columns, settings, ...sheets });
    // Objects of JSON may have other members each.
    if (layout.format === 'csv' || layout.format === 'xlsx') {
      requireColumns(first, options);
      if (photos?.pattern !== undefined) requirePatternColumns(photos.pattern, first);
    }
    if (!dryRun) requireDecided(settings);
  }
  const bonds = bondReader();
  const resolve = animalReader({
    rules: rules.pet,
    categories,
    profileOf: profileReader(hints, Date.now),
    photosOf: photos === undefined ? noPhotos : photoReader(photos.pattern),
    bondsOf: bonds.read,
    comesAgain,
    hasGone,
    isAbsent,
  });
  const report = openReport(dryRun);
  const batch = openBatch(target.batch);
  const absent = new Map<string, Absent>();
  const writer = openWriter({ target, report, signal, update, fetch: dryRun ? undefined : photos?.fetch });

  const outcomeOf = async (row: Row | Unreadable): Promise<Outcome> =>
    'bytes' in row
      ? isHeaderAgain(row)
        ? { passedOver: 'header repeated' }
        : resolve(row, columnsFor(row.columns))
      : { problems: [{ type: 'badRow', line: row.line, reason: row.unreadable }] };

  for await (const row of rowsOf(file, layout, pace)) {
    if (signal.aborted) break;
    const rowBytes = 'bytes' in row ? row.bytes.length : 0;
    report.row(rowBytes);
    const outcome = await outcomeOf(row);
    if ('animal' in outcome) {
      // Only now: the rows behind an animal may name photos of it.
      if (batch.isFull()) {
        yield* writer.add(batch.take());
        yield report.progress();
        if (signal.aborted) break;
      }
      const { animal, badCells } = outcome;
      const tooMany = batch.add(animal, rowBytes);
      yield* report.sample(animal, categories);
      yield* report.without(animal.reference, [...badCells, ...tooMany]);
    } else if ('problems' in outcome) yield* report.bad(outcome);
    else {
      report.passedOver(outcome.passedOver);
      const { further, absent: one } = outcome;
      // One row says it as well as several.
      if (one !== undefined) absent.set(one.reference, absent.get(one.reference) ?? one);
      const badCells = further && batch.addPhotos(further);
      if (badCells !== undefined) yield* report.without(further?.reference ?? '', badCells);
    }
    yield* report.endOfRow();
  }
  if (!signal.aborted) yield* writer.add(batch.take());
  yield* keepAbsent([...absent.values()], { target, report, signal, update });
  if (!dryRun)
    for await (const { reference, badCell: cell } of addBonds(target, writer.bonded, bonds, signal))
      yield* report.without(reference, [cell]);
  yield report.progress();
  yield report.summary(categories);
}

/** Adds batches of animals, and their photos. Keeps their bonds, which may name animals that come later. */
function openWriter({
  target,
  report,
  signal,
  update,
  fetch,
}: Pick<ImportOptions, 'target' | 'signal' | 'update'> & {
  readonly report: Report;
  readonly fetch: FetchPhoto | undefined;
}) {
  const bonded: BondedAnimal[] = [];
  let bondsHeld = 0;

  async function* addPhotosOf(animals: readonly Animal[]): AsyncGenerator<ImportLine> {
    if (fetch === undefined) return;
    for await (const { animal, photo, reason } of addPhotos(target, fetch, animals, signal)) {
      report.photo(reason === undefined);
      if (reason !== undefined)
        yield* report.without(animal.reference, [badCell({ ...photo, value: photo.url, reason })]);
      yield report.progress();
    }
  }

  function* keepBonds({ reference, bonds }: Animal): Generator<ImportLine> {
    const [first] = bonds;
    if (first === undefined) report.forget(reference);
    else if ((bondsHeld += bonds.length) <= mostBonds) bonded.push({ reference, bonds });
    else yield* report.without(reference, [badCell({ ...first, value: first.other, reason: TOO_MANY_BONDS })]);
  }

  return {
    bonded,

    async *add(animals: readonly Animal[]): AsyncGenerator<ImportLine> {
      if (animals.length === 0) return;
      const results = await target.add(animals, signal);
      for (const [i, animal] of animals.entries()) yield* report.result(animal, results[i] ?? 'unsent');
      if (update !== 'none') {
        const known = animals.filter((_, i) => results[i] === 'already');
        yield* takeChanges(known, { target, report, overwrite: update === 'all' });
      }
      yield* addPhotosOf(animals);
      for (const animal of animals) yield* keepBonds(animal);
    },
  };
}
