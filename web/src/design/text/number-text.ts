import { speaks } from '../../words.ts';

/** A number as the page's language writes it, such as `1,234`. */
export const numberText = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(speaks().locale, options);
