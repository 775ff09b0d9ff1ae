import { Failure } from '../failure.ts';
import { decimalsOf } from '../vocabulary/animals/money.ts';
import {
  FILE_SETTINGS,
  type FileChoices,
  type FileSetting,
  type SettingLine,
  type SettingOrigin,
  SEPARATOR_CHARACTERS,
} from '../vocabulary/import-reading.ts';
import type { ColumnLine } from '../vocabulary/import-report.ts';
import { jsonOf } from '../vocabulary/int64.ts';
import { standingIn } from './animals.ts';
import type { Columns } from './columns.ts';
import { type ImportFile, type Layout, layoutOf, rowsOf } from './file/file.ts';
import { type Pace, ROW_WORK } from './file/pace.ts';
import { isHeaderAgain, MOST_COLUMNS, type Row, shortened } from './file/row.ts';
import { openFingerprints } from './fingerprints.ts';
import type { Hints, ProfileColumn } from './profile/columns.ts';
import { ageUnitEvidence } from './reading/ages.ts';
import { dayEvidence } from './reading/days.ts';
import { currencyEvidence } from './reading/fees.ts';
import { decimalEvidence } from './reading/numbers.ts';
import { weightUnitEvidence } from './reading/weights.ts';
import { roughReferenceOf } from './references.ts';
import { openRepeats } from './repeats.ts';

/** What was seen of a file before anything of it is imported. */
export interface Survey {
  readonly layout: Layout;
  readonly hints: Hints;
  readonly settings: readonly SettingLine[];
  readonly columns: readonly ColumnLine[];
  /** Of the first row that could be read. */
  readonly first: Columns | undefined;
  /** As in `openReferences`. */
  readonly comesAgain: (rough: string) => boolean;
  /** Whether another row with the same reference says that the animal is gone, and not of an earlier stay. @param intake the day */
  readonly hasGone: (row: Row, columns: Columns, intake: string | undefined) => boolean;
  /** Whether no other row with the same reference, of a row that calls its animal absent, has it. */
  readonly isAbsent: (row: Row, columns: Columns) => boolean;
}

interface SurveyOptions {
  readonly choices: FileChoices;
  readonly columnsFor: (names: readonly string[]) => Columns;
  readonly signal: AbortSignal;
  readonly pace: Pace;
}

/** What comes more than once is remembered, at about 75 bytes each. */
const MOST_REPEATED = 500_000;

/**
 * Reads the whole file, and decides how it says things: where its table is, whether days begin with the month, what a comma in a number means,
 * and what amounts without a unit are in. What a file can mean in two ways is `open`.
 *
 * @throws Failure when the file as a whole cannot be read
 */
export async function surveyOf(
  file: ImportFile,
  { choices, columnsFor, signal, pace }: SurveyOptions,
): Promise<Survey> {
  const isHeader = (names: readonly string[]) => {
    const { of } = columnsFor(names);
    return of.has('name') && of.has('categoryId');
  };
  const layout = await layoutOf(file, choices, isHeader, pace);
  const evidence = openEvidence();
  const seen = openSeen();
  const repeats = openRepeats();
  const eachRow = async (look: (row: Row, columns: Columns) => void): Promise<void> => {
    for await (const row of rowsOf(file, layout, pace)) {
      if (signal.aborted) return;
      if (!('bytes' in row) || isHeaderAgain(row)) continue;
      look(row, columnsFor(row.columns));
      const wait = pace(ROW_WORK);
      if (wait !== undefined) await wait;
    }
  };
  await eachRow((row, columns) => {
    evidence.add(row, columns);
    seen.add(row, columns);
    repeats.add(roughReferenceOf(row, columns));
  });
  const first = seen.first();
  const { hints, settings } = evidence.decide(choices, first?.source.writes ?? {});
  const settingLines = [...layoutLines(layout, choices), ...settings];
  const { has: comesAgain, count } = await repeats.end(pace);
  if (count > MOST_REPEATED)
    throw new Failure(
      `More than ${MOST_REPEATED.toLocaleString('en')} references, or rows without one, come more than once: take the copies out of the file.`,
    );
  const gone = openFingerprints();
  const there = openFingerprints();
  // Reports may have an animal once for each of its stays, and for each thing that happened to it.
  if (count > 0 && first?.of.has('reference') === true)
    await eachRow((row, columns) => {
      const rough = roughReferenceOf(row, columns);
      if (!comesAgain(rough)) return;
      const { isThere, isGone } = standingIn(row, columns);
      if (isThere) there.update(rough, () => 1);
      if (isGone) gone.update(rough, (before = 0) => Math.max(before, intakeOf(row, columns, hints)));
    });
  const hasGone: Survey['hasGone'] = (row, columns, intake) =>
    count > 0 && (gone.get(roughReferenceOf(row, columns)) ?? 0) >= dayNumber(intake, 1);
  const isAbsent: Survey['isAbsent'] = (row, columns) => (there.get(roughReferenceOf(row, columns)) ?? 0) === 0;
  return { layout, hints, settings: settingLines, columns: seen.lines(), first, comesAgain, hasGone, isAbsent };
}

const DAY_MS = 86_400_000;
/** After each day. */
const AT_ANY_TIME = 2 ** 32 - 1;

const dayNumber = (day: unknown, otherwise: number): number =>
  typeof day === 'string' ? Math.max(1, Date.parse(day) / DAY_MS) : otherwise;

/** When the stay of a row began, in days since 1970. */
function intakeOf(row: Row, { profile }: Columns, hints: Hints): number {
  const { column, indexes = [] } = profile.find(({ column }) => column.to === 'staff.intake.date') ?? {};
  const cell = indexes.map((index) => row.cell(index)).find((one) => one !== undefined && one !== '');
  const day = cell === undefined ? undefined : column?.read(cell, { type: undefined, hints, text: () => '' });
  return dayNumber(day, AT_ANY_TIME);
}

/** @throws Failure if the file can be read in two ways */
export function requireDecided(settings: readonly SettingLine[]): void {
  const open = settings.filter(({ origin }) => origin === 'open');
  const [one] = open;
  if (one?.example === undefined) return;
  const { column, value, line } = one.example;
  throw new Failure(
    `${FILE_SETTINGS[one.name].label}: ${JSON.stringify(value)} (line ${line}, column ${JSON.stringify(column)}) can be read in two ways, and no other value of the file decides. Choose one, and import the file again.`,
    { details: open.map(({ name }) => `Choose with ${FLAGS[name] ?? name}.`) },
  );
}

const FLAGS: Readonly<Partial<Record<FileSetting, string>>> = {
  dayOrder: '--day-order day-first or --day-order month-first',
  decimal: '--decimal point or --decimal comma',
  weightUnit: '--weight-unit lb, kg, oz or g',
  currency: '--currency and a code of ISO 4217',
};

function layoutLines(layout: Layout, choices: FileChoices): SettingLine[] {
  const line = (name: FileSetting, value: SettingLine['value']): SettingLine => ({
    name,
    value,
    origin: choices[name] === undefined ? 'file' : 'chosen',
  });
  if (layout.format === 'xlsx') return [line('sheet', layout.sheet), line('headerLine', layout.headerLine)];
  if (layout.format !== 'csv') return [];
  const [separator = 'comma'] =
    Object.entries(SEPARATOR_CHARACTERS).find(([, character]) => character === layout.separator) ?? [];
  return [line('charset', layout.charset), line('separator', separator), line('headerLine', layout.headerLine)];
}

type Example = NonNullable<SettingLine['example']>;
/** How often the values of a file speak for one reading; `either` if a value could be read in two ways. */
type Votes = Map<string, { count: number; readonly example: Example }>;

/** What kind of value a member of a profile has, if a file may write it in several ways. */
function kindOf(member: string): 'day' | 'weight' | 'fee' | 'age' | undefined {
  if (/(?:date|until|since|at)$/i.test(member)) return 'day';
  if (member === 'weightGrams') return 'weight';
  if (member.startsWith('adoptionFee')) return 'fee';
  return member === 'age' ? 'age' : undefined;
}

/** A number without a unit; behind a price there may be a dash. */
const BARE_NUMBER = /^\d[\d.,'’ ]*[-–—]{0,2}$/;

const EITHER = 'either';
const BARE = 'bare';

/** Collects what the values of a file say about how it is written. */
function openEvidence() {
  const votes = new Map<FileSetting, Votes>();
  const seen = new Map<ProfileColumn, Set<string>>();
  const vote = (setting: FileSetting, reading: string | undefined, example: () => Example): void => {
    if (reading === undefined) return;
    const of: Votes = votes.get(setting) ?? new Map();
    if (of.size === 0) votes.set(setting, of);
    const known = of.get(reading);
    if (known === undefined) of.set(reading, { count: 1, example: example() });
    else known.count += 1;
  };

  return {
    add(row: Row, { profile, names, source }: Columns): void {
      // Our own files are written in one way.
      if (source.isExact === true) return;
      for (const { column, indexes } of profile) {
        const kind = kindOf(column.to);
        if (kind === undefined) continue;
        for (const index of indexes) {
          const cell = row.cell(index);
          const name = names[index] ?? '';
          // Numbers of JSON and of workbooks are numbers, whatever the locale.
          if (typeof cell === 'number' && kind === 'weight')
            vote('weightUnit', weightUnitEvidence(name) ?? BARE, () => ({
              line: row.line,
              column: name,
              value: String(cell),
            }));
          if (typeof cell !== 'string' || cell === '' || cell.length > longestValue) continue;
          // Most values are written again and again.
          const said = seen.get(column) ?? new Set();
          if (said.has(cell)) continue;
          if (said.size === 0) seen.set(column, said);
          if (said.size < mostSeen) said.add(cell);
          const text = cell.trim();
          const example = () => ({ line: row.line, column: name, value: shortened(text) });
          if (kind === 'day') {
            vote('dayOrder', dayEvidence(text), example);
            continue;
          }
          vote('decimal', kind === 'fee' ? decimalOfFee(text) : decimalEvidence(text), example);
          const bare = BARE_NUMBER.test(text) ? BARE : undefined;
          if (kind === 'weight')
            vote('weightUnit', weightUnitEvidence(text) ?? weightUnitEvidence(name) ?? bare, example);
          if (kind === 'fee') vote('currency', currencyEvidence(text) ?? bare, example);
          if (kind === 'age' && bare !== undefined) vote('ageUnit', ageUnitEvidence(name) ?? bare, example);
        }
      }
    },

    decide(choices: FileChoices, system: FileChoices): { hints: Hints; settings: readonly SettingLine[] } {
      const settings: SettingLine[] = [];
      const choose = <Name extends 'dayOrder' | 'decimal' | 'weightUnit' | 'ageUnit' | 'currency'>(
        name: Name,
        byDefault: NonNullable<FileChoices[Name]>,
        translated: Readonly<Record<string, NonNullable<FileChoices[Name]>>> | undefined,
        isOpenWithout: boolean,
      ): NonNullable<FileChoices[Name]> => {
        const of: Votes = votes.get(name) ?? new Map();
        const unsure = of.get(EITHER) ?? of.get(BARE);
        const sure = [...of].filter(([reading]) => reading !== EITHER && reading !== BARE);
        const known = sure.map(([reading]) => translated?.[reading] ?? (reading as NonNullable<FileChoices[Name]>));
        const line = (origin: SettingOrigin, value: NonNullable<FileChoices[Name]>, example: Example | undefined) => {
          settings.push({ name, value, origin, ...(example === undefined ? {} : { example }) });
          return value;
        };
        const [one] = sure;
        const chosen = choices[name];
        if (chosen !== undefined) return line('chosen', chosen, (unsure ?? one?.[1])?.example);
        if (known.length === 1 && known[0] !== undefined) return line('file', known[0], one?.[1].example);
        // Amounts that all name their units need no decision.
        if (known.length > 1 && (unsure !== undefined || isOpenWithout))
          return line('open', byDefault, unsure?.example ?? sure[1]?.[1].example);
        if (unsure === undefined) return system[name] ?? byDefault;
        const ofSystem = system[name];
        if (ofSystem !== undefined) return line('system', ofSystem, unsure.example);
        return line(isOpenWithout ? 'open' : 'default', byDefault, unsure.example);
      };
      const dayOrder = choose('dayOrder', 'month-first', { day: 'day-first', month: 'month-first' }, true);
      const decimal = choose('decimal', 'point', { '.': 'point', ',': 'comma' }, true);
      const weightUnit = choose('weightUnit', 'lb', undefined, false);
      const ageUnit = choose('ageUnit', 'years', undefined, false);
      const currency = choose('currency', 'USD', undefined, false);
      const hints: Hints = {
        dayFirst: dayOrder === 'day-first',
        decimal: decimal === 'comma' ? ',' : '.',
        weightUnit,
        ageUnit,
        currency,
      };
      return { hints, settings };
    },
  };
}

const longestValue = 1_000;
const mostSeen = 1_000;

/** Few currencies have three decimals, so `1,250` is a thousand. */
function decimalOfFee(text: string): string | undefined {
  const evidence = decimalEvidence(text);
  if (evidence !== EITHER || decimalsOf(currencyEvidence(text) ?? 'USD') > 2) return evidence;
  return text.includes(',') ? '.' : ',';
}

/** All of the first rows are searched for examples, and one of 32 behind them. */
const rowsLookedAt = 1_000;
const oneIn = 32;
const examplesEach = 2;

/** Names every column of a file, how it is read, and two of its values. */
function openSeen() {
  const lines = new Map<string, { as: ReadonlySet<string>; isLeftOut: boolean; examples: string[] }>();
  const known = new WeakSet<readonly string[]>();
  let first: Columns | undefined;
  let rows = 0;

  const look = (names: readonly string[], columns: Columns): void => {
    if (known.has(names)) return;
    known.add(names);
    const read = readAs(columns);
    for (const [index, name] of names.entries()) {
      if (name === '' || lines.has(name) || lines.size >= MOST_COLUMNS) continue;
      lines.set(name, { as: read(index), isLeftOut: columns.leftOut.has(index), examples: [] });
    }
  };

  return {
    add(row: Row, columns: Columns): void {
      first ??= columns;
      look(row.columns, columns);
      rows += 1;
      if (rows > rowsLookedAt && rows % oneIn !== 0) return;
      if (rows <= rowsLookedAt) noteWhatStatusReads(row, columns);
      for (const [index, name] of row.columns.entries()) {
        const line = lines.get(name);
        if (line === undefined || line.examples.length === examplesEach) continue;
        const example = textOf(row.cell(index));
        if (example !== '' && !line.examples.includes(example)) line.examples.push(example);
      }
    },

    /** Of the first row. */
    first: () => first,
    lines: (): readonly ColumnLine[] =>
      Array.from(lines, ([name, { as, ...line }]) => ({ name, as: [...as], ...line })),
  };

  /** A system's status may be in several columns, and each row tells some of them. */
  function noteWhatStatusReads(row: Row, { source, byName, names }: Columns): void {
    source.statusOf((column) => {
      const index = byName.get(column);
      if (index === undefined) return '';
      const line = lines.get(names[index] ?? '');
      if (line !== undefined && !line.as.has('status')) line.as = new Set([...line.as, 'status']);
      return textOf(row.cell(index));
    }, '');
  }
}

/** The fields that each column of a file is read as, by its index. */
function readAs({ of, profile, photos, bonds }: Columns): (index: number) => ReadonlySet<string> {
  const read = new Map<number, Set<string>>();
  const add = (index: number, field: string) => read.set(index, (read.get(index) ?? new Set()).add(field));
  for (const [field, index] of of) add(index, field);
  for (const { column, indexes } of profile) for (const index of indexes) add(index, column.to || 'profile');
  for (const index of photos) add(index, 'photos');
  for (const index of bonds?.indexes ?? []) add(index, 'bondedWith');
  return (index) => read.get(index) ?? new Set();
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined || typeof cell === 'symbol') return '';
  const text = typeof cell === 'string' ? cell : jsonOf(cell);
  return shortened(text.trim());
}
