import { startOfDay } from '../vocabulary/animal-profile.ts';
import type { AGE_GROUPS, SacSpecies } from '../vocabulary/animals/shelter-animals-count.ts';
import { monthOf, type IntakeKind, type OutcomeKind } from '../vocabulary/animals/statistics.ts';
import { sacSpeciesOf } from './species.ts';
import { type Records, type Stay, staysOf } from './stays.ts';

type AgeGroup = (typeof AGE_GROUPS)[number];
/** `-` if the profile names no species: the category's counts. */
type FactSpecies = SacSpecies | '-';
/** The one outcome that depends on the intake. */
export const BY_REQUEST = 'euthanized_by_request';

/** What is counted in a month. */
export type Fact =
  | readonly ['came', FactSpecies, AgeGroup, IntakeKind]
  | readonly ['left', FactSpecies, AgeGroup, OutcomeKind | typeof BY_REQUEST]
  /** In a foster home, and in care since that month. */
  | readonly ['fostered', FactSpecies]
  /** How many days an adopted animal was in care. */
  | readonly ['days', string];

/** What of a profile counts. */
export interface StatisticsProfile extends Pick<Records, 'intake' | 'outcome'> {
  readonly species?: string;
  readonly birthDate?: string;
  readonly placement?: string;
}

const DAY_MS = 86_400_000;

/** The facts of an animal, each with its month, such as `2026-05 came canine adult stray`. */
export function factsOf(
  { species, birthDate, placement, intake, outcome }: StatisticsProfile,
  records: Omit<Records, 'intake' | 'outcome'>,
): string[] {
  // It lives with its owner, whom the organization helps to find somebody.
  if (placement === 'courtesy') return [];
  const kind = species === undefined ? '-' : sacSpeciesOf(species);
  return staysOf({ ...records, intake, outcome }).flatMap((stay) => {
    const { cameOn, intake: came, leftOn } = stay;
    const facts = [written(cameOn, ['came', kind, ageGroupOn(cameOn, birthDate), came])];
    if (leftOn !== undefined)
      facts.push(written(leftOn, ['left', kind, ageGroupOn(leftOn, birthDate), outcomeOf(stay)]));
    else if (placement === 'foster') facts.push(written(cameOn, ['fostered', kind]));
    if (leftOn !== undefined && stay.outcome === 'adoption')
      facts.push(written(leftOn, ['days', String(leftOn - cameOn)]));
    return facts;
  });
}

const written = (day: number, fact: Fact): string => `${monthOf(day * DAY_MS)} ${fact.join(' ')}`;

const outcomeOf = ({ intake, outcome }: Stay): OutcomeKind | typeof BY_REQUEST =>
  intake === 'euthanasia_request' && outcome === 'euthanized' ? BY_REQUEST : outcome;

/** On the day of the intake or the outcome, which is counted from 1 January 1970. */
function ageGroupOn(day: number, birthDate: string | undefined): AgeGroup {
  if (birthDate === undefined) return 'ageUnknown';
  const born = new Date(startOfDay(birthDate));
  // The same day of the fifth month after, or the first one after it if that month is too short.
  const fiveMonthsOld = born.setUTCMonth(born.getUTCMonth() + 5) / DAY_MS;
  return day < fiveMonthsOld ? 'upToFiveMonths' : 'adult';
}
