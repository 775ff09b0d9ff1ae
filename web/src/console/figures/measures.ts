import type { Figures } from '../../../../client/src/petstore.ts';
import { numberText } from '../../design/text/number-text.ts';

/** A figure of a month. */
export interface Measure {
  readonly name: string;
  /** Undefined where there is none, as of a rate without adoptions. */
  readonly of: (figures: Figures) => number | undefined;
  readonly text: (value: number) => string;
}

export const count = (value: number): string => numberText(value, { maximumFractionDigits: 0 });
const days = (value: number): string => numberText(value, { maximumFractionDigits: 1 });
export const percent = (value: number): string => numberText(value, { style: 'percent', maximumFractionDigits: 1 });

export const MEASURES: readonly Measure[] = [
  { name: 'Adoptions', of: ({ adoptions }) => adoptions, text: count },
  { name: 'Days until adopted', of: ({ daysUntilAdopted }) => daysUntilAdopted, text: days },
  { name: 'In care', of: ({ inCare }) => inCare.end, text: count },
  { name: 'Return rate', of: ({ returnRate }) => returnRate, text: percent },
];

export const APPLICATIONS: Measure = {
  name: 'Applications',
  of: ({ applications }) => applications?.submitted,
  text: count,
};

export const textOf = ({ of, text }: Measure, figures: Figures): string => {
  const value = of(figures);
  return value === undefined ? '–' : text(value);
};

/** Such as `May 2026`, of `2026-05`. */
export const monthText = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
