import { decimalsOf } from '../../../../src/vocabulary/animals/money.ts';

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
