/** An amount in the smallest unit of its currency. */
export interface Money {
  readonly amount: number;
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
}

const formatOf = (currency: string, locale?: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'currency', currency });

/** How many decimals the currency has, such as 2 for USD and 0 for JPY. */
export const decimalsOf = (currency: string): number =>
  formatOf(currency, 'en').resolvedOptions().maximumFractionDigits ?? 2;

/** As a decimal number, such as `125.00`. */
export function decimalOf({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}

/** As people write it, such as `$125` or `€89.50`. @param locale by default the reader's */
export function moneyWords({ amount, currency }: Money, locale?: string): string {
  const value = amount / 10 ** decimalsOf(currency);
  const digits = Number.isInteger(value) ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(value);
}

/** Whether a fee is none. */
export const isFree = ({ amount, waived }: { readonly amount?: number; readonly waived?: boolean } = {}): boolean =>
  waived === true || amount === 0;
