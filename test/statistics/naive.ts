import {
  INTAKE_KINDS,
  type IntakeKind,
  OUTCOME_KINDS,
  type OutcomeKind,
} from '../../src/vocabulary/animals/statistics.ts';

/** A time in care, as its author knows it: the days and kinds of coming and, if it is over, leaving. */
export type NaiveStay = readonly [cameOn: string, intake: IntakeKind, leftOn?: string, outcome?: OutcomeKind];

/** What happens to an animal, by the day of 2026 on which it does. */
export type Action = 'sell' | 'free' | 'deliver' | 'return' | { readonly staff: object };
export interface History {
  readonly name: string;
  readonly profile?: object;
  readonly status?: 'sold';
  readonly actions: readonly (readonly [day: string, action: Action])[];
  readonly stays: readonly NaiveStay[];
}

const live: readonly string[] = ['adoption', 'reclaimed', 'transfer', 'foster', 'retailer', 'released', 'tnr', 'other'];

/** The figures of months, from the definitions, without any cleverness. */
export function naiveFigures(stays: readonly NaiveStay[], from: string, to: string) {
  const isWithin = (day: string | undefined): boolean =>
    day !== undefined && day.slice(0, 7) >= from && day.slice(0, 7) <= to;
  const came = stays.filter(([day]) => isWithin(day));
  const left = stays.filter(([, , day]) => isWithin(day));
  const inCareBefore = (isBefore: (day: string) => boolean) =>
    stays.filter(([cameOn, , leftOn]) => isBefore(cameOn) && !(leftOn !== undefined && isBefore(leftOn))).length;
  const outcomes = (...kinds: readonly string[]) => left.filter(([, , , kind]) => kinds.includes(kind ?? '')).length;
  const adopted = left.filter(([, , , kind]) => kind === 'adoption');
  const days = adopted
    .map(([cameOn, , leftOn = '']) => (Date.parse(leftOn) - Date.parse(cameOn)) / 86_400_000)
    .toSorted((a, b) => a - b);
  const middle =
    days.length % 2 === 1 ? [days[(days.length - 1) / 2]] : days.slice(days.length / 2 - 1, days.length / 2 + 1);
  const requested = left.filter(
    ([, intake, , kind]) => intake === 'euthanasia_request' && kind === 'euthanized',
  ).length;
  const returns = came.filter(([, kind]) => kind === 'return').length;
  const rate = (name: string, part: number, whole: number) =>
    whole === 0 ? {} : { [name]: Math.round((part / whole) * 10_000) / 10_000 };
  const other = outcomes('died', 'escaped', 'stolen', 'euthanized');
  return {
    adoptions: adopted.length,
    returns,
    ...rate('returnRate', returns, adopted.length),
    ...(days.length === 0 ? {} : { daysUntilAdopted: middle.reduce((a = 0, b = 0) => a + b, 0)! / middle.length }),
    inCare: {
      begin: inCareBefore((day) => day.slice(0, 7) < from),
      end: inCareBefore((day) => day.slice(0, 7) <= to),
    },
    intakes: {
      total: came.length,
      ...Object.fromEntries(
        Object.keys(INTAKE_KINDS).map((kind) => [kind, came.filter((stay) => stay[1] === kind).length]),
      ),
    },
    outcomes: {
      total: left.length,
      ...Object.fromEntries(Object.keys(OUTCOME_KINDS).map((kind) => [kind, outcomes(kind)])),
    },
    rates: {
      ...rate('asilomar', outcomes(...live), left.length - outcomes('died', 'escaped', 'stolen') - requested),
      ...rate('aspca', outcomes(...live), came.length),
      ...rate('raw', outcomes(...live), left.length),
      ...rate('save', came.length - other, came.length),
    },
  };
}

/** Animals that come and leave a few times between November 2025 and May 2026, the same ones in each run. */
export function randomHistories(count: number): History[] {
  let seed = 20;
  const below = (limit: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const dayAfter = (day: string, days: number) =>
    new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  const intakes = ['surrender', 'stray', 'transfer', 'born', 'seized', 'tnr', 'other', 'euthanasia_request'] as const;
  return Array.from({ length: count }, (_, i) => {
    const cameOn = dayAfter('2026-03-01', -below(100));
    const intake = oneOf(intakes);
    const actions: [string, Action][] = [];
    const stays: NaiveStay[] = [];
    let arrival: readonly [string, IntakeKind] = [cameOn, intake];
    let day = '2026-03-01';
    for (let stay = below(4); stay > 0; stay -= 1) {
      const isOrder = below(2) === 0;
      const leftOn = (day = dayAfter(day, 1 + below(20)));
      actions.push([leftOn, isOrder ? 'deliver' : 'sell']);
      stays.push([...arrival, leftOn, 'adoption']);
      day = dayAfter(day, 1 + below(20));
      actions.push([day, isOrder ? 'return' : 'free']);
      arrival = [day, 'return'];
    }
    if (below(3) === 0) stays.push(arrival);
    else {
      const date = dayAfter(day, 1 + below(10));
      const type = oneOf(Object.keys(OUTCOME_KINDS).filter((kind) => kind !== 'unknown')) as OutcomeKind;
      actions.push([date, { staff: { outcome: { date, type } } }]);
      stays.push([...arrival, date, type]);
    }
    return { name: `Random ${i}`, profile: { staff: { intake: { date: cameOn, type: intake } } }, actions, stays };
  });
}
