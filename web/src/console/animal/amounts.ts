/** How many decimals a currency has, such as 2 for USD and 0 for JPY; 2 while it is not typed yet. */
function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount in the smallest unit as people write it, such as `125.00`. */
export const amountText = (amount: number, currency: string): string =>
  (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));

/** The amount in the smallest unit that a text such as `125` or `99,50` means; undefined if it means none. */
export function amountIn(text: string, currency: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text) ?? [];
  const decimals = decimalsOf(currency);
  if (whole === '' || fraction.replace(/0+$/, '').length > decimals) return undefined;
  return Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}
