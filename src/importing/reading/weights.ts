import type { AnimalType } from '../../vocabulary/animals/species.ts';
import { type CellReader, type Hints, Unread } from '../profile/columns.ts';
import { folded, fromText, saysNothing, tableOf, withoutAbout } from './cells.ts';
import { type Measure, measuresIn } from './measures.ts';

type Unit = Hints['weightUnit'];

const GRAMS: Readonly<Record<Unit, number>> = { lb: 453.592_37, oz: 28.349_523_125, kg: 1_000, g: 1 };
const UNITS = tableOf<Unit>([
  ['lb lbs pound pounds # libra libras livre livres', 'lb'],
  ['oz ozs ounce ounces onza onzas', 'oz'],
  ['kg kgs kilo kilos kilogram kilograms kilogramo kilogramos kilogramm kilogramme kilogrammes', 'kg'],
  ['g gr grs gm gms gram grams gramo gramos gramm gramme grammes', 'g'],
]);
/** Of a weight in two units: what the second one is, and how often it is in the first. */
const SMALLER: Readonly<Partial<Record<Unit, readonly [Unit, number]>>> = { lb: ['oz', 16], kg: ['g', 1_000] };

/** The least and the greatest weight in grams that an animal of the type can have. */
const PLAUSIBLE: Readonly<Record<AnimalType, readonly [number, number]>> = {
  dog: [50, 130_000],
  cat: [30, 25_000],
  rabbit: [10, 15_000],
  'small-furry': [1, 30_000],
  horse: [5_000, 1_600_000],
  bird: [1, 160_000],
  'scales-fins-other': [1, 500_000],
  barnyard: [30, 1_600_000],
};
const ANY: readonly [number, number] = [1, 10_000_000];

const NO_WEIGHT = new Unread('A weight is a number with `lb`, `oz`, `kg` or `g`, such as `12.5 lb` or `12 lb 4 oz`.');

/** The grams of measures such as `12 lb 4 oz`; undefined if they are no weight. @param bare the unit of a number without one */
function gramsOf(measures: readonly Measure[], bare: Unit): number | undefined {
  const [first, second, third] = measures;
  const unit = first?.unit === '' && second === undefined ? bare : UNITS.get(first?.unit ?? '');
  if (first === undefined || unit === undefined || third !== undefined) return undefined;
  const sum = first.amount * GRAMS[unit];
  if (second === undefined) return sum;
  const [smaller, most] = SMALLER[unit] ?? [];
  if (smaller === undefined || UNITS.get(second.unit) !== smaller || second.amount >= (most ?? 0)) return undefined;
  return sum + second.amount * GRAMS[smaller];
}

/** A weight in grams: `12.5 lb`, `12 lb 4 oz`, `5,2 kg`. 0 means unknown. @param unit of a bare number; by default what the hints say */
export const grams = (unit?: Unit): CellReader =>
  fromText((cell, { hints: { decimal, weightUnit }, type }) => {
    if (saysNothing(cell)) return undefined;
    const text = withoutAbout(folded(cell)).text;
    const measures = measuresIn(text, decimal) ?? [];
    const [least, most] = type === undefined ? ANY : PLAUSIBLE[type];
    const isPlausible = (sum: number) => sum >= least && sum <= most;
    const sum = gramsOf(measures, unit ?? weightUnit);
    if (sum === undefined) return NO_WEIGHT;
    if (sum === 0) return undefined;
    if (isPlausible(sum)) return Math.round(sum);
    // Nobody weighs a dog to the thousandth of a gram: `1,250 g` has a thousand.
    const isGrams = measures.length === 1 && UNITS.get(measures[0]?.unit ?? '') === 'g';
    const other = isGrams ? gramsOf(measuresIn(text, decimal === '.' ? ',' : '.') ?? [], 'g') : undefined;
    if (other !== undefined && isPlausible(other)) return Math.round(other);
    return new Unread(
      `${Number((sum / 1_000).toPrecision(4))} kg is no weight of such an animal; check its unit and its decimal sign.`,
    );
  });

/** The unit that a text names; undefined if it names none. */
export function weightUnitEvidence(text: string): Unit | undefined {
  const names = folded(text.slice(0, 1_000)).match(/\p{L}+|#/gu) ?? [];
  return names.map((name) => UNITS.get(name)).find((unit) => unit !== undefined);
}
