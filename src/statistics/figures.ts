import { openTally } from '../kit/tally.ts';
import {
  monthOf,
  INTAKE_KINDS,
  OTHER_OUTCOMES,
  OUTCOME_KINDS,
  type RateName,
  startOfMonth,
} from '../vocabulary/animals/statistics.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { BY_REQUEST, type Fact } from './facts.ts';
import type { MonthCounts } from './store.ts';

/** @param from such as `2026-01`, the first month; `to`, the last one, is no earlier */
export function monthsBetween(from: string, to: string): string[] {
  const names: string[] = [];
  for (let ms = startOfMonth(from); ms <= startOfMonth(to); ms = startOfMonth(from, names.length))
    names.push(monthOf(ms));
  return names;
}

const zeros = <Kind extends string>(kinds: Readonly<Record<Kind, unknown>>): Record<Kind, number> =>
  Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])) as Record<Kind, number>;

/** What is counted of the stays that began or ended in a period. */
class Tally {
  readonly intakes = zeros(INTAKE_KINDS);
  readonly outcomes = zeros(OUTCOME_KINDS);
  /** Of the outcomes: animals that had come for that. */
  euthanizedByRequest = 0;
  /** Number of adopted animals by days in care. */
  readonly adoptedAfter = openTally<number>();

  add(fact: Fact, pets: number): void {
    if (fact[0] === 'came') this.intakes[fact[3]] += pets;
    else if (fact[0] === 'days') this.adoptedAfter.add(Number(fact[1]), pets);
    else if (fact[0] === 'left') {
      const isRequested = fact[3] === BY_REQUEST;
      this.outcomes[isRequested ? 'euthanized' : fact[3]] += pets;
      if (isRequested) this.euthanizedByRequest += pets;
    }
  }
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);

/** The figures of a period. @param begin how many animals were in care when it began */
function figuresOf(tally: Tally, begin: number) {
  const { intakes, outcomes, euthanizedByRequest, adoptedAfter } = tally;
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
  const days = medianOf(adoptedAfter.entries());
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

/** A member with this name, to four decimals; none if the divisor is zero. */
const quotient = <Name extends string>(name: Name, part: number, whole: number): Partial<Record<Name, number>> =>
  whole === 0 ? {} : ({ [name]: Math.round((part / whole) * 10_000) / 10_000 } as Record<Name, number>);

/** @param counts how often there is each value */
export function medianOf(counts: readonly [value: number, count: number][]): number | undefined {
  const sorted = counts.toSorted(([a], [b]) => a - b);
  const size = sorted.reduce((total, [, count]) => total + count, 0);
  const at = (place: number): number | undefined => {
    let before = 0;
    return sorted.find(([, count]) => (before += count) > place)?.[0];
  };
  const [low, high] = [at((size - 1) >> 1), at(size >> 1)];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** Counts animals by month, and by category for all of the months. */
export function openFigures(months: readonly string[]) {
  const [first = ''] = months;
  const byMonth = new Map(months.map((month) => [month, new Tally()]));
  const byCategory = new Map<string, { readonly id: Int64; readonly tally: Tally; begin: number; isEmpty: boolean }>();
  const total = new Tally();
  let begin = 0;

  function ofCategory(id: Int64) {
    const found = byCategory.get(String(id)) ?? { id, tally: new Tally(), begin: 0, isEmpty: true };
    byCategory.set(String(id), found);
    return found;
  }

  return {
    /** @param counted of a month that is no later than the last one */
    add({ categoryId, month, counts }: MonthCounts): void {
      const category = ofCategory(categoryId);
      for (const [fact, pets] of counts) {
        if (month < first) {
          const change = fact[0] === 'came' ? pets : fact[0] === 'left' ? -pets : 0;
          begin += change;
          category.begin += change;
        } else {
          category.isEmpty = false;
          for (const tally of [byMonth.get(month), category.tally, total]) tally?.add(fact, pets);
        }
      }
    },

    result() {
      let inCare = begin;
      const figures = Array.from(byMonth, ([name, tally]) => {
        const month = figuresOf(tally, inCare);
        inCare = month.inCare.end;
        return { month: name, ...month };
      });
      return {
        months: figures,
        total: figuresOf(total, begin),
        categories: [...byCategory.values()]
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .filter((category) => category.begin > 0 || !category.isEmpty)
          .map(({ id, tally, begin: atFirst }) => ({ categoryId: id, ...figuresOf(tally, atFirst) })),
      };
    },
  };
}
