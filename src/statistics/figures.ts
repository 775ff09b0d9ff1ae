import {
  monthOf,
  INTAKE_KINDS,
  type IntakeKind,
  OTHER_OUTCOMES,
  OUTCOME_KINDS,
  type OutcomeKind,
  type RateName,
  startOfMonth,
} from '../vocabulary/animals/statistics.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { Stay } from './stays.ts';
import type { CountedPet } from './store.ts';

const DAY_MS = 86_400_000;

/** Days, counted in UTC from 1 January 1970. */
interface Days {
  readonly from: number;
  /** The first day after them. */
  readonly to: number;
}

/** The months of statistics. */
export interface Months extends Days {
  readonly names: readonly string[];
  /** The place of the day's month; undefined if it is none of them. */
  readonly placeOf: (day: number) => number | undefined;
}

/** @param from such as `2026-01`, the first month; `to`, the last one, is no earlier */
export function monthsBetween(from: string, to: string): Months {
  const names: string[] = [];
  const starts: number[] = [];
  for (let i = 0, ms = startOfMonth(from); ms <= startOfMonth(to); i += 1, ms = startOfMonth(from, i)) {
    names.push(monthOf(ms));
    starts.push(ms / DAY_MS);
  }
  const [first = 0] = starts;
  const end = startOfMonth(to, 1) / DAY_MS;
  return {
    names,
    from: first,
    to: end,
    placeOf: (day) => (day < first || day >= end ? undefined : starts.findLastIndex((start) => start <= day)),
  };
}

const zeros = <Kind extends string>(kinds: Readonly<Record<Kind, unknown>>): Record<Kind, number> =>
  Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])) as Record<Kind, number>;

/** What is counted of the stays that began or ended in a period. */
class Tally {
  readonly intakes = zeros(INTAKE_KINDS);
  readonly outcomes = zeros(OUTCOME_KINDS);
  /** Of the outcomes: those of animals that had come for that. */
  euthanizedByRequest = 0;
  /** The days that each adopted animal was in care. */
  readonly daysUntilAdopted: number[] = [];

  came(intake: IntakeKind): void {
    this.intakes[intake] += 1;
  }

  left({ cameOn, intake, outcome }: Stay, leftOn: number): void {
    this.outcomes[outcome] += 1;
    if (isEuthanizedByRequest(intake, outcome)) this.euthanizedByRequest += 1;
    if (outcome === 'adoption') this.daysUntilAdopted.push(leftOn - cameOn);
  }

  /** Adds what another tally has counted. */
  add(other: Tally): void {
    for (const kind of Object.keys(this.intakes) as IntakeKind[]) this.intakes[kind] += other.intakes[kind];
    for (const kind of Object.keys(this.outcomes) as OutcomeKind[]) this.outcomes[kind] += other.outcomes[kind];
    this.euthanizedByRequest += other.euthanizedByRequest;
    for (const days of other.daysUntilAdopted) this.daysUntilAdopted.push(days);
  }
}

export const isEuthanizedByRequest = (intake: IntakeKind, outcome: OutcomeKind): boolean =>
  intake === 'euthanasia_request' && outcome === 'euthanized';

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);

/** The figures of a period. @param begin how many animals were in care when it began */
function figuresOf(tally: Tally, begin: number) {
  const { intakes, outcomes, euthanizedByRequest, daysUntilAdopted } = tally;
  const [came, left] = [sum(intakes), sum(outcomes)];
  const other = OTHER_OUTCOMES.reduce((total, kind) => total + outcomes[kind], 0);
  const live = left - other - outcomes.unknown;
  const lost = outcomes.died + outcomes.escaped + outcomes.stolen;
  const rates = {
    ...quotient('asilomar', live, left - lost - euthanizedByRequest),
    ...quotient('aspca', live, came),
    ...quotient('raw', live, left),
    ...quotient('save', came - other, came),
  } satisfies Partial<Record<RateName, number>>;
  const days = medianOf(daysUntilAdopted);
  return {
    adoptions: outcomes.adoption,
    returns: intakes.return,
    ...quotient('returnRate', intakes.return, outcomes.adoption),
    ...(days === undefined ? {} : { daysUntilAdopted: days }),
    inCare: { begin, end: begin + came - left },
    intakes: { total: came, ...intakes },
    outcomes: { total: left, ...outcomes },
    rates,
  };
}

/** A member with this name, to four decimals; none if there is nothing to divide by. */
const quotient = <Name extends string>(name: Name, part: number, whole: number): Partial<Record<Name, number>> =>
  whole === 0 ? {} : ({ [name]: Math.round((part / whole) * 10_000) / 10_000 } as Record<Name, number>);

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** Counts animals by month, and by category for all of the months. */
export function openFigures(months: Months) {
  const byMonth = months.names.map(() => new Tally());
  const byCategory = new Map<string, { readonly id: Int64; readonly tally: Tally; begin: number }>();
  let begin = 0;

  function ofCategory(id: Int64) {
    const found = byCategory.get(String(id)) ?? { id, tally: new Tally(), begin: 0 };
    byCategory.set(String(id), found);
    return found;
  }

  return {
    add({ categoryId, stays }: Pick<CountedPet, 'categoryId' | 'stays'>): void {
      for (const stay of stays) {
        const { cameOn, leftOn = Infinity } = stay;
        if (leftOn < months.from || cameOn >= months.to) continue;
        const category = ofCategory(categoryId);
        const came = months.placeOf(cameOn);
        if (came === undefined) {
          begin += 1;
          category.begin += 1;
        } else for (const tally of [byMonth[came], category.tally]) tally?.came(stay.intake);
        const left = months.placeOf(leftOn);
        if (left !== undefined) for (const tally of [byMonth[left], category.tally]) tally?.left(stay, leftOn);
      }
    },

    result() {
      const total = new Tally();
      let inCare = begin;
      const figures = byMonth.map((tally, i) => {
        const month = figuresOf(tally, inCare);
        inCare = month.inCare.end;
        total.add(tally);
        return { month: months.names[i] ?? '', ...month };
      });
      return {
        months: figures,
        total: figuresOf(total, begin),
        categories: [...byCategory.values()].map(({ id, tally, begin: atFirst }) => ({
          categoryId: id,
          ...figuresOf(tally, atFirst),
        })),
      };
    },
  };
}
