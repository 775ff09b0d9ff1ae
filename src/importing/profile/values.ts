import { AGE_BANDS, type Age, AGES } from '../../vocabulary/animal-profile.ts';
import { looseName } from '../loose-name.ts';
import { shortened } from '../row.ts';
import { type CellReader, type RowContext, Unread } from './columns.ts';
import { textOfHtml } from './html.ts';

/** Readers of cells: CSV has text, JSON has anything. Each understands what at least one of the systems writes. */

/** Of one word, number or day; of texts of one line; and of the others. */
const LONGEST_WORD = 1_000;
const LONGEST_LINE = 10_000;
export const LONGEST_STORY = 100_000;

/** The words for "unknown". */
const NOTHING = new Set([
  '',
  'unknown',
  'none',
  'null',
  'na',
  'notspecified',
  'unspecified',
  'notapplicable',
  'untested',
]);

const isPlain = (cell: unknown): cell is string | number | bigint | boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof cell);

/** The cell as text, and what a reader makes of it. */
const fromText =
  (read: (text: string, row: RowContext) => unknown, longest = LONGEST_WORD): CellReader =>
  (cell, row) => {
    if (!isPlain(cell)) return new Unread('The value must be a text or a number.');
    const trimmed = String(cell).trim();
    if (trimmed.length > longest) return new Unread(`The value must have at most ${longest} characters.`);
    return trimmed === '' ? undefined : read(trimmed, row);
  };

/** Text of one line. */
export const line = fromText((cell) => cell.replaceAll(/[\t\r\n]+/g, ' '), LONGEST_LINE);

/** Text of several lines, or HTML. */
export const story = fromText((cell) => textOfHtml(cell) || undefined, LONGEST_STORY);

export const number = fromText((cell) => {
  const value = Number(cell);
  return Number.isFinite(value) ? value : new Unread('The value must be a number.');
});

/** Texts that are separated by commas, semicolons or bars. */
export const words = fromText(
  (cell) =>
    cell
      .split(/[,;|]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  LONGEST_LINE,
);

/** One of some words. @param values by their loose spellings; undefined for words that mean "unknown" */
export const word = (values: Readonly<Record<string, unknown>>): CellReader => {
  const known = Object.keys(values).filter((key) => values[key] !== undefined);
  return fromText((cell) => {
    const key = looseName(cell);
    if (Object.hasOwn(values, key)) return values[key];
    if (NOTHING.has(key)) return undefined;
    return new Unread(`The value must be one of ${known.map((name) => `\`${name}\``).join(', ')}.`);
  });
};

/** The keys of a vocabulary, spelled in any case. */
export const wordOf = (vocabulary: Readonly<Record<string, string>>, more: Readonly<Record<string, unknown>> = {}) =>
  word({
    ...Object.fromEntries(
      Object.entries(vocabulary).flatMap(([value, label]) => [
        [looseName(value), value],
        [looseName(label), value],
      ]),
    ),
    ...more,
  });

const YES = { '1': true, true: true, yes: true, y: true, t: true, x: true };
const NO = { '0': false, false: false, no: false, n: false, f: false };
export const flag = word({ ...YES, ...NO });
/** A mark: anything but yes means unknown. */
export const mark = word({ ...YES, '0': undefined, false: undefined, no: undefined, n: undefined });

/** Whether it gets on with somebody. */
export const compatibility = word({
  yes: 'yes',
  true: 'yes',
  y: 'yes',
  '1': 'yes',
  no: 'no',
  false: 'no',
  n: 'no',
  '0': 'no',
  selective: 'selective',
  some: 'selective',
  maybe: 'selective',
});
/** The opposite: `1` in a column such as `NoDogs`. */
export const incompatibility = word({ '1': 'no', yes: 'no', true: 'no', '0': 'yes', no: 'yes', false: 'yes' });

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthNamed = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** A day as people and systems write it: `2024-05-01`, with or without a time; `5/1/2024`; `1.5.2024`; `May 1, 2024`; `1 May 2024`. */
export const day = fromText((cell, { hints }) => {
  const [, a = '', separator = '', b = '', year = ''] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})\b/.exec(cell) ?? [];
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]|$)/.exec(cell);
  const named = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(cell);
  const dayNamed = /^(\d{1,2})\.? ([a-z]{3,9})\.? (\d{4})$/i.exec(cell);
  const isDayFirst = separator === '.' || hints.dayFirst;
  if (iso !== null) return isoDay(cell, Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (named !== null) return isoDay(cell, Number(named[3]), monthNamed(named[1] ?? ''), Number(named[2]));
  if (dayNamed !== null) return isoDay(cell, Number(dayNamed[3]), monthNamed(dayNamed[2] ?? ''), Number(dayNamed[1]));
  return isoDay(cell, Number(year), Number(isDayFirst ? b : a), Number(isDayFirst ? a : b));
});

function isoDay(cell: string, year: number, month: number, dayOfMonth: number): string | Unread {
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const isDay = year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth;
  if (isDay) return date.toISOString().slice(0, 10);
  return new Unread(`${JSON.stringify(shortened(cell))} is no day; write it like \`2024-05-01\`.`);
}

/** A day as Unix seconds. */
export const unixDay = fromText((cell) => {
  const ms = Number(cell) * 1_000;
  if (ms === 0) return undefined;
  return Math.abs(ms) < 8.64e15
    ? new Date(ms).toISOString().slice(0, 10)
    : new Unread('The value must be Unix seconds.');
});

const GRAMS: Readonly<Record<string, number>> = { lb: 453.592_37, oz: 28.349_523_125, kg: 1_000, g: 1 };
const UNITS: Readonly<Record<string, string>> = {
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  ounce: 'oz',
  ounces: 'oz',
  kgs: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  kilo: 'kg',
  kilos: 'kg',
  gram: 'g',
  grams: 'g',
};

/** A weight in grams: `12.5 lb`, `12 lb 4 oz`, `5 kg`. 0 means unknown. @param unit of a bare number; by default what the hints say */
export const grams = (unit?: 'lb' | 'kg'): CellReader =>
  fromText((cell, { hints }) => {
    const parts = [...cell.matchAll(/([\d.]+)\s*([a-z]*)[\s,.]*/gi)];
    const sum = parts.reduce((total, [, amount, name = '']) => {
      const lower = name.toLowerCase();
      const of = lower === '' ? (unit ?? hints.weightUnit) : (UNITS[lower] ?? lower);
      return total + Number(amount) * (GRAMS[of] ?? Number.NaN);
    }, 0);
    const isWhole = parts.map(([part]) => part).join('') === cell;
    if (!isWhole || !Number.isFinite(sum))
      return new Unread('A weight is a number with `lb`, `oz`, `kg` or `g`, such as `12.5 lb`.');
    return sum === 0 ? undefined : Math.round(sum);
  });

/** An amount of money in the smallest unit of a currency with hundredths: `125`, `$125.00`, `1,250`. */
export const cents = fromText((cell) => {
  const digits = cell
    .replace(/^(?:USD|CAD|US|[$€£])\s*/i, '')
    .replace(/(?:USD|CAD|EUR|GBP|[$€£])$/i, '')
    .trimEnd();
  if (/^(?:free|waived)$/i.test(digits)) return 0;
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(digits) ? digits.replaceAll(',', '') : digits;
  if (/^\d{1,7}(?:\.\d{1,4})?$/.test(plain)) return Math.round(Number(plain) * 100);
  return new Unread('A fee is an amount such as `125` or `125.00`.');
});

/** A fee that a column gives in dollars, or in another main unit. */
export const fee: CellReader = (cell, row) => feeOf(cents(cell, row), row);

/** @param amount in the smallest unit, or why there is none */
export function feeOf(amount: unknown, { hints }: RowContext): unknown {
  return typeof amount === 'number' ? { amount, currency: hints.currency } : amount;
}

/** An age by its name, or as a number of years, months or weeks: `Adult`, `3`, `2 years 4 months`, `8 wks`. */
export const age = fromText((cell) => {
  const named = AGE_NAMES[looseName(cell)];
  if (named !== undefined) return named;
  if (NOTHING.has(looseName(cell))) return undefined;
  const parts = [
    ...cell.matchAll(
      /([\d.]+)\s*(years?|yrs?|y|months?|mos?|m|weeks?|wks?|w|days?|d)?\.?(?:\s*(?:,|and|old|$)\s*|\s+)?/gi,
    ),
  ];
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === cell;
  const days = parts.reduce(
    (sum, [, count, unit = 'y']) => sum + Number(count) * (DAYS[unit.slice(0, 1).toLowerCase()] ?? 0),
    0,
  );
  if (!isWhole || !Number.isFinite(days))
    return new Unread('An age is `Baby`, `Young`, `Adult` or `Senior`, or such as `3 years` or `4 months`.');
  return days < AGE_BANDS.baby
    ? 'baby'
    : days < AGE_BANDS.young
      ? 'young'
      : days < AGE_BANDS.adult
        ? 'adult'
        : 'senior';
});

const DAYS: Readonly<Record<string, number>> = { y: 365, m: 30.4, w: 7, d: 1 };
const AGE_NAMES: Readonly<Record<string, Age>> = {
  ...(Object.fromEntries(Object.keys(AGES).map((name) => [name, name])) as Record<Age, Age>),
  puppy: 'baby',
  kitten: 'baby',
  infant: 'baby',
  juvenile: 'young',
  old: 'senior',
};

export const size = word({
  s: 'small',
  small: 'small',
  m: 'medium',
  medium: 'medium',
  med: 'medium',
  l: 'large',
  large: 'large',
  xl: 'xlarge',
  xlarge: 'xlarge',
  extralarge: 'xlarge',
  verylarge: 'xlarge',
});

export const sex = word({
  m: 'male',
  male: 'male',
  f: 'female',
  female: 'female',
  u: 'unknown',
  unknown: 'unknown',
});

export const coat = word({
  hairless: 'hairless',
  short: 'short',
  medium: 'medium',
  long: 'long',
  wire: 'wire',
  wiry: 'wire',
  rough: 'wire',
  curly: 'curly',
  corded: 'curly',
});
