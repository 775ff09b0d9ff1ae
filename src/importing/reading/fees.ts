import { decimalsOf } from '../../vocabulary/animals/money.ts';
import { looseName } from '../loose-name.ts';
import { type CellReader, type RowContext, Unread } from '../profile/columns.ts';
import { fromText, number, saysNothing, tableOf } from './cells.ts';
import { decimalEvidence, numberIn } from './numbers.ts';

/** What stands for a currency, beside its code. */
const SIGNS = tableOf([
  ['$ us$ usd$ dollar dollars', 'USD'],
  ['ca$ c$ can$', 'CAD'],
  ['au$ a$', 'AUD'],
  ['nz$', 'NZD'],
  ['mx$ mex$', 'MXN'],
  ['r$', 'BRL'],
  ['€ euro euros', 'EUR'],
  ['£ pound pounds', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₪', 'ILS'],
  ['₩', 'KRW'],
  ['zł', 'PLN'],
  ['kč', 'CZK'],
  ['fr. sfr', 'CHF'],
]);
const CODES = new Set(Intl.supportedValuesOf('currency'));
/** Where people write only `$`, or `dollars`. */
const OF_DOLLAR_SIGN = new Set(['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'SGD', 'HKD', 'ARS', 'CLP', 'COP']);

const units = new Map<string, number>();
/** How many of the smallest unit a currency has. To ask for that takes longer than to read a fee, so it is asked once. */
function unitsIn(currency: string): number {
  const known = units.get(currency) ?? 10 ** decimalsOf(currency);
  units.set(currency, known);
  return known;
}

const NO_FEE = new Unread('A fee is an amount such as `125`, `125.00` or `€125`.');

/** The amount and the names of currencies around it; undefined if the text has several amounts, or none. */
function partsOf(text: string): { readonly amount: string; readonly names: readonly string[] } | undefined {
  const first = text.search(/\d/);
  if (first === -1) return undefined;
  const last = text.search(/\d\D*$/);
  // `150,-` and `150.-` are whole.
  const behind = text.slice(last + 1).replace(/^[.,][-–—]{1,2}/, '');
  const names = [text.slice(0, first), behind].map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  return { amount: text.slice(first, last + 1), names };
}

const currencyNamed = (name: string): string | undefined =>
  SIGNS.get(name) ?? (CODES.has(name.toUpperCase()) ? name.toUpperCase() : undefined);

/** The currency of one amount; undefined if the names disagree, or one of them is none. */
function currencyOf(names: readonly string[], usual: string): string | undefined {
  // `$` and `CAD` agree: many countries have dollars.
  const isDollar = (name: string) => name === '$' || name.startsWith('dollar');
  const certain = new Set(names.filter((name) => !isDollar(name)).map(currencyNamed));
  const [only] = certain;
  if (certain.size > 1) return undefined;
  if (certain.size === 0) return names.length > 0 && !OF_DOLLAR_SIGN.has(usual) ? 'USD' : usual;
  return names.some(isDollar) && !OF_DOLLAR_SIGN.has(only ?? '') ? undefined : only;
}

const FREE = new Set([
  'free',
  'nofee',
  'noadoptionfee',
  'nocharge',
  'none',
  'gratis',
  'kostenlos',
  'gratuit',
  'gratuito',
]);
const WAIVED = new Set([
  'waived',
  'feewaived',
  'feeswaived',
  'adoptionfeewaived',
  'sponsored',
  'feesponsored',
  'prepaid',
]);

/** A fee: `125`, `$1,250.00`, `89,50 €`, `150,-`, `CAD 80`, `Waived`. */
export const fee: CellReader = fromText((cell, { hints: { decimal, currency: usual } }) => {
  const key = looseName(cell);
  if (WAIVED.has(key)) return { amount: 0, currency: usual, waived: true };
  if (FREE.has(key)) return { amount: 0, currency: usual };
  if (saysNothing(cell)) return undefined;
  const parts = partsOf(cell);
  if (parts === undefined) return NO_FEE;
  const currency = currencyOf(parts.names, usual);
  const value = numberIn(parts.amount, decimal);
  if (currency === undefined || value === undefined) return NO_FEE;
  // `1.250` with a decimal point is more likely 1250 than 1.25.
  const isOdd = decimalEvidence(parts.amount) === 'either' && parts.amount.includes(decimal);
  if (isOdd && unitsIn(currency) < 1_000) return NO_FEE;
  const amount = value * unitsIn(currency);
  return Math.abs(amount - Math.round(amount)) < 1e-6 ? { amount: Math.round(amount), currency } : NO_FEE;
});

/** A fee in the smallest unit; 0 means that none is set. */
export const feeInCents: CellReader = (cell, row: RowContext) => {
  const amount = number(cell, row);
  if (amount === 0) return undefined;
  return typeof amount === 'number' ? { amount, currency: row.hints.currency } : amount;
};

/** The currency that a text names, such as `EUR` for `€150`; undefined if it names none. */
export function currencyEvidence(text: string): string | undefined {
  const { amount = '', names = [] } = partsOf(text.slice(0, 1_000)) ?? {};
  return numberIn(amount, '.') === undefined ? undefined : currencyOf(names, '') || undefined;
}
