import { speaks } from '../../words.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The codes that have a name, by name; `chosen` is among them in any case. */
function named(codes: readonly string[], type: 'currency' | 'region', chosen: string): Option[] {
  const names = new Intl.DisplayNames(speaks().locale, { type, fallback: 'none' });
  const options = codes.flatMap((value) => {
    const name = names.of(value);
    return name === undefined ? [] : [{ value, label: type === 'currency' ? `${value} – ${name}` : name }];
  });
  if (chosen !== '' && !codes.includes(chosen)) options.push({ value: chosen, label: chosen });
  return options.toSorted((one, other) => one.label.localeCompare(other.label, speaks().locale));
}

/** The name of a language (BCP 47), such as `Spanish`. */
export const languageName = (locale: string): string | undefined =>
  new Intl.DisplayNames(speaks().locale, { type: 'language' }).of(locale);

export const currencyOptions = (chosen: string): Option[] =>
  named(Intl.supportedValuesOf('currency'), 'currency', chosen);

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
/** Codes with a name that are no country: unions, pseudo-accents, the unknown. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

export const countryOptions = (chosen: string): Option[] => {
  const codes = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
  // A code of a former country becomes another one's.
  const isCurrent = (code: string) => !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).region === code;
  return named(codes.filter(isCurrent), 'region', chosen);
};
