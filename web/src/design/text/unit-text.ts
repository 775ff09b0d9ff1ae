import { speaks } from '../../words.ts';

type Unit =
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'year'
  | 'gram'
  | 'kilogram'
  | 'pound'
  | 'mile'
  | 'kilometer';

/** Such as `3 hr` or, `long`, `3 hours`. */
export const unitText = (amount: number, unit: Unit, unitDisplay: 'long' | 'short' = 'short'): string =>
  new Intl.NumberFormat(speaks().locale, { style: 'unit', unit, unitDisplay }).format(amount);
