import { daysOf } from '../../vocabulary/animal-profile.ts';
import { shortened } from '../file/row.ts';
import { type CellReader, type Hints, Members, Unread } from '../profile/columns.ts';
import { folded, fromText, saysNothing, tableOf, withoutAbout } from './cells.ts';

/** The months in English, Spanish, German and French, without marks. */
const MONTHS = tableOf<number>([
  ['jan january janv janvier januar jaenner enero ene', 1],
  ['feb february februar febrero fev fevr fevrier', 2],
  ['mar march marz maerz mrz marzo mars', 3],
  ['apr april abril abr avr avril', 4],
  ['may mai mayo', 5],
  ['jun june juni junio juin', 6],
  ['jul july juli julio juil juillet', 7],
  ['aug august agosto ago aout', 8],
  ['sep sept september septiembre setiembre set septembre', 9],
  ['oct october okt oktober octubre octobre', 10],
  ['nov november noviembre novembre', 11],
  ['dec december dez dezember diciembre dic decembre', 12],
]);
const WEEKDAYS = new Set(
  'mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday lunes martes miercoles jueves viernes sabado domingo montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche'.split(
    ' ',
  ),
);
/** Words inside a day that say nothing: `1st of May`, `1 de mayo de 2024`. */
const FILLERS = new Set('st nd rd th er of the at de del le el'.split(' '));

/** Excel counts days from here. Only its numbers from 1980 to 2050 are read as days. */
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);
const EXCEL_DAYS = { first: 29_221, last: 55_153 } as const;
const DAY_MS = 86_400_000;
const isYear = (year: number): boolean => year >= 1900 && year <= 2100;
/** As POSIX has it: 69 to 99 are of the last century. */
const fullYear = (text: string): number => {
  const year = Number(text);
  return text.length > 2 ? year : year + (year < 69 ? 2000 : 1900);
};

/** A time behind a day: `T10:30:00.000+02:00`, ` 9:21 AM`. */
const TIME = /^\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(?:[ap]\.?\s?m\.?)?\s?(?:z|utc|gmt|[+-]\d\d:?\d\d)?$/;

function withoutTime(text: string): string {
  const colon = text.indexOf(':');
  if (colon === -1) return text;
  const from = Math.max(text.lastIndexOf(' ', colon), text.lastIndexOf('t', colon)) + 1;
  return TIME.test(text.slice(from)) ? text.slice(0, Math.max(0, from - 1)).replace(/,$/, '') : text;
}

interface Parts {
  /** Numbers and the names of months. */
  readonly words: readonly string[];
  /** What stands between them. */
  readonly separators: readonly string[];
}

const PART = /(\d+)|(\p{L}+)|[^\d\p{L}]+/gu;
/** No day has more. */
const longest = 60;

function partsOf(text: string): Parts | undefined {
  if (text.length > longest) return undefined;
  const words: string[] = [];
  const separators: string[] = [];
  let between = '';
  for (const [part, digits, letters] of withoutTime(text).matchAll(PART)) {
    if (digits === undefined && letters === undefined) between += part;
    else if (letters !== undefined && (FILLERS.has(letters) || (words.length === 0 && WEEKDAYS.has(letters))))
      between += ' ';
    else {
      if (words.length > 0) separators.push(between.trim());
      words.push(part);
      between = '';
    }
  }
  const isClean = separators.every((separator) => /^(?:[/.,-]|\. ?,)?$/.test(separator)) && /^[\s.,]*$/.test(between);
  return isClean && words.length > 0 && words.length <= 3 ? { words, separators } : undefined;
}

interface Found {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

function dayIn(text: string, dayFirst: boolean): Found | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const { words, separators } = parts;
  const numbers = words.map((word) => (/^\d+$/.test(word) ? Number(word) : undefined));
  const named = numbers.indexOf(undefined);
  const month = named === -1 ? undefined : MONTHS.get(words[named] ?? '');
  const [a = '', b = '', c = ''] = words;
  if (named !== -1) {
    const [first = '', second = ''] = words.filter((_, i) => i !== named);
    if (month === undefined || /\D/.test(first + second)) return undefined;
    if (words.length === 2) return first.length === 4 ? { year: Number(first), month } : undefined;
    if (words.length !== 3) return undefined;
    return first.length === 4
      ? { year: Number(first), month, day: Number(second) }
      : { year: fullYear(second), month, day: Number(first) };
  }
  if (words.length === 1) return ofDigits(a);
  if (words.length === 2) {
    if (a.length === 5 && /^[.,]$/.test(separators[0] ?? '')) return ofDigits(a);
    const [year, other] = a.length === 4 ? [a, b] : [b, a];
    return year.length === 4 && other.length <= 2 ? { year: Number(year), month: Number(other) } : undefined;
  }
  const [separator] = separators;
  if (separator === '' || separator === ',' || separators.some((one) => one !== separator)) return undefined;
  if (a.length === 4) return { year: Number(a), month: Number(b), day: Number(c) };
  if (a.length > 2 || b.length > 2 || (c.length !== 4 && c.length !== 2)) return undefined;
  return separator === '.' || dayFirst
    ? { year: fullYear(c), month: Number(b), day: Number(a) }
    : { year: fullYear(c), month: Number(a), day: Number(b) };
}

/** `20240501`, a year, or a number of Excel. */
function ofDigits(digits: string): Found | undefined {
  const value = Number(digits);
  if (digits.length === 8)
    return { year: Number(digits.slice(0, 4)), month: Number(digits.slice(4, 6)), day: Number(digits.slice(6)) };
  if (digits.length === 4) return { year: value };
  if (value < EXCEL_DAYS.first || value > EXCEL_DAYS.last) return undefined;
  const date = new Date(EXCEL_EPOCH_MS + value * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function isoDay({ year, month = 1, day = 1 }: Found): string | undefined {
  if (year < 1000 || day < 1 || day > daysOf(year, month)) return undefined;
  return `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

const noDay = (cell: string): Unread =>
  new Unread(`${JSON.stringify(shortened(cell))} is no day; write it like \`2024-05-01\`.`);

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:$|[T ]\d\d:)/;

const read = (cell: string, { dayFirst }: Hints): Found | undefined => {
  const [, year, month, day] = ISO.exec(cell) ?? [];
  if (year !== undefined) return { year: Number(year), month: Number(month), day: Number(day) };
  const found = dayIn(folded(cell), dayFirst);
  return found !== undefined && isYear(found.year) ? found : undefined;
};

/** A day as people and systems write it: `2024-05-01`, with or without a time; `5/1/2024`; `1.5.24`; `May 1, 2024`; `01-May-24`; 45413. */
export const day: CellReader = fromText((cell, { hints }) => {
  if (saysNothing(cell) || cell === '0') return undefined;
  const found = read(cell, hints);
  if (found === undefined) return noDay(cell);
  if (found.day === undefined)
    return new Unread(`${JSON.stringify(shortened(cell))} lacks the day; write it like \`2024-05-01\`.`);
  return isoDay(found) ?? noDay(cell);
});

/** The day of birth. A month stands for its first day, a year for the middle of it, and both are not exact. */
export const birthDay: CellReader = fromText((cell, { hints }) => {
  if (saysNothing(cell) || cell === '0') return undefined;
  const { text, isAbout } = withoutAbout(cell);
  const found = read(text, hints);
  const iso = found && isoDay(found.month === undefined ? { ...found, month: 7 } : found);
  if (iso === undefined) return noDay(cell);
  return isAbout || found?.day === undefined ? new Members({ birthDate: iso, birthDateExact: false }) : iso;
});

/** A day as Unix seconds. */
export const unixDay = fromText((cell) => {
  const ms = Number(cell) * 1_000;
  if (ms === 0) return undefined;
  return Math.abs(ms) < 8.64e15
    ? new Date(ms).toISOString().slice(0, 10)
    : new Unread('The value must be Unix seconds.');
});

/** What a day with slashes or hyphens says about the file: `either` if both readings are days and differ. */
export function dayEvidence(cell: string): 'day' | 'month' | 'either' | undefined {
  const text = folded(cell.trim());
  const { words = [], separators: [separator] = [] } = partsOf(text) ?? {};
  const [a = '', b = '', year = ''] = words;
  const isPair = [a, b].every((part) => /^\d{1,2}$/.test(part)) && /^(?:\d\d|\d{4})$/.test(year);
  if (!isPair || (separator !== '/' && separator !== '-') || Number(a) === Number(b)) return undefined;
  const dayFirst = isoDay(dayIn(text, true) ?? { year: 0 });
  const monthFirst = isoDay(dayIn(text, false) ?? { year: 0 });
  if (dayFirst === undefined) return monthFirst === undefined ? undefined : 'month';
  return monthFirst === undefined ? 'day' : 'either';
}
