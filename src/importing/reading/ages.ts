import { AGE_BANDS, type Age } from '../../vocabulary/animal-profile.ts';
import { looseName } from '../loose-name.ts';
import { type CellReader, type Hints, Unread } from '../profile/columns.ts';
import { folded, fromText, saysNothing, tableOf, withoutAbout } from './cells.ts';
import { measuresIn } from './measures.ts';

type Unit = Hints['ageUnit'] | 'days';

const DAYS: Readonly<Record<Unit, number>> = { years: 365, months: 365 / 12, weeks: 7, days: 1 };
const UNITS = tableOf<Unit>([
  ['y yo yr yrs year years ano anos j jahr jahre jahren an ans annee annees rok roku lata lat سنة سنوات', 'years'],
  [
    'm mo mos mon mth mths mnth mnths month months mes meses monat monate monaten mois miesiac miesiace miesiecy شهر اشهر شهور',
    'months',
  ],
  [
    'w wk wks week weeks sem semana semanas woche wochen semaine semaines tydzien tygodnie tygodni اسبوع اسابيع',
    'weeks',
  ],
  ['d day days dia dias tag tage tagen jour jours dzien dni يوم ايام', 'days'],
]);
const ORDER: readonly (Unit | undefined)[] = ['years', 'months', 'weeks', 'days'];

/** The names that systems and people give to ages, in English and the languages of the board. */
const NAMES = tableOf<Age>([
  [
    'baby puppy pup puppies kitten kittens puppykitten kittenpuppy infant newborn neonate neonatal nursing unweaned weaned bottlebaby hatchling foal cachorro cachorra gatito gatita cria bebe welpe katzchen chiot chaton szczeniak szczenie kociak kocie mlode filhote جرو',
    'baby',
  ],
  [
    'young juvenile adolescent youngadult teen joven jung jungtier junghund jungkatze jeune junior mlody mloda jovem يافع يافعة',
    'young',
  ],
  ['adult mature adulto adulta adulte erwachsen ausgewachsen dorosly dorosla بالغ بالغة', 'adult'],
  ['senior old elderly geriatric anciano anciana mayor sehralt vieux seniorin seniorka idoso idosa مسن مسنة', 'senior'],
]);
const NUMBER_WORDS: readonly string[] = 'zero one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
);

const bandOf = (days: number): Age =>
  days < AGE_BANDS.baby ? 'baby' : days < AGE_BANDS.young ? 'young' : days < AGE_BANDS.adult ? 'adult' : 'senior';

/** No animal that is offered for adoption is older. */
const oldest = 150 * DAYS.years;

const NO_AGE = new Unread('An age is `Baby`, `Young`, `Adult` or `Senior`, or such as `3 years` or `4 months`.');

/** From this many days, and up to that many. */
type Span = readonly [from: number, to: number];

const LESS = /^(?:<=?|(?:under|up to|less than|younger than|below|menos de|unter|bis zu|moins de)\b)\s?/;
const MORE = /^(?:>=?|(?:over|more than|older than|above|at least|mas de|uber|plus de)\b)\s?/;
const MORE_BEHIND = /\s?(?:or|and|&) (?:older|over|up)$/;
const BETWEEN = /\s?(?:[-–—]|\b(?:to|bis|a)\b)\s?/;
const OLD = /\s?(?:\bold|\bof age|\bde edad|\balt)?\.?$/;
/** Nothing behind an age is longer. */
const longestEnd = 20;

const withoutEnd = (text: string, end: RegExp): string =>
  text.slice(0, -longestEnd) + text.slice(-longestEnd).replace(end, '');

/** `Two-year-old` as `2 year`. */
const plain = (cell: string): string =>
  withoutEnd(
    folded(cell)
      .replaceAll('y/o', 'yo')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/-(?=\p{L})/gu, ' ')
      .replaceAll(/\p{L}+/gu, (name) => (NUMBER_WORDS.includes(name) ? String(NUMBER_WORDS.indexOf(name)) : name)),
    OLD,
  );

/** The unit of the only number in a text. */
const unitIn = (text: string): Unit | undefined => UNITS.get(measuresIn(text, '.')?.[0]?.unit ?? '');

/** The days of `2 years 4 months`; undefined for any other text. @param bare the unit of a number without one */
function daysOf(text: string, bare: Unit, decimal: Hints['decimal']): number | undefined {
  const measures = measuresIn(text, decimal) ?? [];
  const units = measures.map(({ unit }) => (unit === '' && measures.length === 1 ? bare : UNITS.get(unit)));
  const ranks = units.map((unit) => ORDER.indexOf(unit));
  const isFalling = ranks.every((rank, i) => rank > (ranks[i - 1] ?? -1));
  if (measures.length === 0 || !isFalling) return undefined;
  return Math.round(measures.reduce((sum, { amount }, i) => sum + amount * DAYS[units[i] ?? bare], 0));
}

/** An age as one point, or as what lies between two. */
function spanOf(text: string, { ageUnit, decimal }: Hints): Span | undefined {
  const [less = ''] = LESS.exec(text) ?? [];
  const [more = ''] = MORE.exec(text) ?? [];
  const bare = withoutEnd(text.replace(/\+\s?/, ' '), MORE_BEHIND).trimEnd();
  const isMore = more !== '' || bare !== text;
  const days = daysOf(bare.slice(less.length + more.length), ageUnit, decimal);
  if (days !== undefined) {
    if (less !== '') return isMore ? undefined : [0, days - 1];
    return [days, isMore ? oldest : days];
  }
  const [low = '', high = '', further] = text.split(BETWEEN, 3);
  const from = daysOf(low, unitIn(low) ?? unitIn(high) ?? ageUnit, decimal);
  const to = daysOf(high, ageUnit, decimal);
  return further !== undefined || from === undefined || to === undefined || from >= to ? undefined : [from, to - 1];
}

/** An age by its name, or by time: `Adult`, `3`, `2Y/ 4M/ 26D`, `about 1½ years`, `6 months to 1 year`, `<1 year`. */
export const age: CellReader = fromText((cell, { hints }) => {
  const named = NAMES.get(looseName(folded(cell)));
  if (named !== undefined) return named;
  if (saysNothing(cell)) return undefined;
  const span = spanOf(withoutAbout(plain(cell)).text, hints);
  if (span === undefined || span[0] > oldest || span[1] < span[0]) return NO_AGE;
  const [from, to] = span.map(bandOf);
  return from === to
    ? from
    : new Unread(`The age may be \`${from}\` or \`${to}\`; write it more exactly, or give the birth date.`);
});

/** The same in a column of its own unit, such as `Age (months)`. */
export const ageIn =
  (ageUnit: Hints['ageUnit']): CellReader =>
  (cell, row) =>
    age(cell, { ...row, hints: { ...row.hints, ageUnit } });

/** The unit that the ages of a text have; undefined if it names none. */
export function ageUnitEvidence(text: string): Hints['ageUnit'] | undefined {
  const names = folded(text.slice(0, 1_000)).match(/\p{L}+/gu) ?? [];
  const unit = names.map((name) => UNITS.get(name)).find((one) => one !== undefined);
  return unit === 'days' ? undefined : unit;
}
