import { decimalsOf } from '../../../../src/vocabulary/animals/money.ts';
import { keep, kept } from '../../data/kept.ts';

/** While the currency is not typed yet, amounts have two decimals. */
const decimalsFor = (currency: string): number => (/^[A-Z]{3}$/.test(currency) ? decimalsOf(currency) : 2);

/** An amount in the smallest unit as people write it, such as `125.00`. */
export const amountText = (amount: number, currency: string): string =>
  (amount / 10 ** decimalsFor(currency)).toFixed(decimalsFor(currency));

/** The amount in the smallest unit that a text such as `125` or `99,50` means; undefined if it means none. */
export function amountIn(text: string, currency: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text) ?? [];
  const decimals = decimalsFor(currency);
  if (whole === '' || fraction.replace(/0+$/, '').length > decimals) return undefined;
  return Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** The units of weights, in grams. */
export const UNITS = { kg: 1_000, g: 1, lb: 453.592_37, oz: 28.349_523_125 } as const;
export type Unit = keyof typeof UNITS;

const isMetric = (unit: Unit): boolean => unit === 'kg' || unit === 'g';

/** A weight in the unit that suits it, such as `12.5 kg` or `27.56 lb`; of small animals in grams or ounces. */
export function weightText(grams: number, wanted: Unit): string {
  const [large, small] = isMetric(wanted) ? (['kg', 'g'] as const) : (['lb', 'oz'] as const);
  const unit = grams < UNITS[large] ? small : large;
  const weight = grams / UNITS[unit];
  // Rounded down, so that the largest weight stays within its bound.
  return `${isMetric(unit) ? weight : Math.floor(weight * 100) / 100} ${unit}`;
}

/** The grams that a text such as `12.5 kg` or `12,5 kg` means; undefined if it means none. A comma before three digits may mean thousands. */
export function gramsIn(text: string, max: number): number | undefined {
  const [, number = '', unit = ''] = /^(\d{1,8}(?:\.\d{1,4}|,(?:\d{1,2}|\d{4}))?) (kg|g|lb|oz)$/.exec(text) ?? [];
  const grams = Math.round(Number(number.replace(',', '.')) * (UNITS[unit as Unit] ?? 0));
  return grams >= 1 && grams <= max ? grams : undefined;
}

/** The unit that a weight is typed in. */
export const unitIn = (typed: unknown): Unit => (/ (kg|g|lb|oz)$/.exec(String(typed))?.[1] ?? 'kg') as Unit;

const PLACE = 'petstore-weight-unit';

/** The unit that this browser weighs in: the one chosen last, else the region's. */
export const usualUnit = (): Unit => {
  const chosen = kept(PLACE) ?? '';
  if (chosen in UNITS) return chosen as Unit;
  return /-(?:US|LR|MM)\b/.test(navigator.language) ? 'lb' : 'kg';
};

export const keepUnit = (unit: Unit): void => keep(PLACE, unit);
