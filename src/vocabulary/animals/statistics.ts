import { INTAKE_TYPES, OUTCOME_TYPES } from '../animal-profile.ts';

/** How animals come and go, as statistics count it: docs/decisions/0057-statistics.md. */

const { dead_on_arrival: _, ...liveIntakes } = INTAKE_TYPES;

/** How an animal came alive. */
export const INTAKE_KINDS = { ...liveIntakes, unknown: 'Not recorded' } as const;
export type IntakeKind = keyof typeof INTAKE_KINDS;

/** How an animal left. */
export const OUTCOME_KINDS = { ...OUTCOME_TYPES, unknown: 'Not recorded' } as const;
export type OutcomeKind = keyof typeof OUTCOME_KINDS;

/** What Shelter Animals Count calls other outcomes. */
export const OTHER_OUTCOMES = ['died', 'escaped', 'stolen', 'euthanized'] as const satisfies readonly OutcomeKind[];

/** The measures of how many animals leave alive, each with its formula. */
export const RATES = {
  asilomar: {
    name: 'Asilomar live release rate',
    formula:
      'live outcomes ÷ (all outcomes − animals that died, escaped or were stolen − animals euthanized that had come for euthanasia at the request of their owners)',
  },
  aspca: { name: 'ASPCA live release rate', formula: 'live outcomes ÷ intakes' },
  raw: { name: 'Raw live release rate', formula: 'live outcomes ÷ all outcomes' },
  save: { name: 'Save rate', formula: '(intakes − other outcomes) ÷ intakes' },
} as const;
export type RateName = keyof typeof RATES;

/** How many months statistics are made of at most. */
export const MOST_MONTHS = 60;

/** The month of a moment, in UTC, such as `2026-05`. */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** The first moment of the month that many months later, in UTC. @param month such as `2026-05` */
export function startOfMonth(month: string, monthsLater = 0): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  // `Date.UTC` takes years before 100 as of the 20th century.
  return new Date(`${month}-01T00:00:00Z`).setUTCFullYear(year, number - 1 + monthsLater);
}
