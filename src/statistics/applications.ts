import { openTally } from '../kit/tally.ts';
import { monthOf } from '../vocabulary/animals/statistics.ts';
import { medianOf } from './figures.ts';
import { dayAt } from './stays.ts';
import type { StatisticsStore } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time zones differ by multiples of a quarter of an hour. */
const QUARTER_MS = HOUR_MS / 4;

type Row = ReturnType<StatisticsStore['applications']> extends AsyncIterable<readonly (infer One)[]> ? One : never;

/** What is counted of the applications of a month. */
class Tally {
  submitted = 0;
  accepted = 0;
  /** Number of applications by the hours until somebody of the organization did something about them. */
  readonly answeredAfter = openTally<number>();
  /** Number of accepted applications by the days until then. */
  readonly acceptedAfter = openTally<number>();
  /** Animals for which one was accepted. */
  readonly pets = new Set<number>();
}

/**
 * The figures of the applications of each month, and of all of them; undefined if there are none.
 *
 * @param pages of the applications that were submitted, or accepted, in these months, and of others
 * @param countsOf how many applications there are for each of these animals
 */
export async function applicationFigures(
  months: readonly string[],
  timeZone: string,
  pages: ReturnType<StatisticsStore['applications']>,
  countsOf: (petIds: readonly number[]) => ReturnType<StatisticsStore['applicationsByPet']>,
) {
  const byMonth = new Map(months.map((month) => [month, new Tally()]));
  const total = new Tally();
  const known = new Map<number, string>();
  function talliesAt(ms: number): Tally[] {
    const quarter = Math.floor(ms / QUARTER_MS);
    const month = known.get(quarter) ?? monthOf(dayAt(ms, timeZone) * DAY_MS);
    known.set(quarter, month);
    const tally = byMonth.get(month);
    return tally === undefined ? [] : [tally, total];
  }
  function add(row: Row): void {
    const { pet_id: petId, status, created_at: createdMs, answered_at: answeredMs, updated_at: updatedMs } = row;
    for (const tally of talliesAt(createdMs)) {
      tally.submitted += 1;
      if (answeredMs !== null) tally.answeredAfter.add(rounded((answeredMs - createdMs) / HOUR_MS, 10), 1);
    }
    if (status !== 'accepted') return;
    for (const tally of talliesAt(updatedMs)) {
      tally.accepted += 1;
      tally.acceptedAfter.add(rounded((updatedMs - createdMs) / DAY_MS, 10), 1);
      tally.pets.add(petId);
    }
  }
  for await (const rows of pages) for (const row of rows) add(row);
  if (total.submitted + total.accepted === 0) return undefined;
  const counts = await countsOf([...total.pets]);
  const figuresOf = ({ submitted, accepted, answeredAfter, acceptedAfter, pets }: Tally) => {
    const hours = medianOf(answeredAfter.entries());
    const days = medianOf(acceptedAfter.entries());
    const ofPets = [...pets].reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
    return {
      submitted,
      accepted,
      ...(hours === undefined ? {} : { hoursUntilAnswered: rounded(hours, 100) }),
      ...(days === undefined ? {} : { daysUntilAccepted: rounded(days, 100) }),
      ...(pets.size === 0 ? {} : { perAnimal: rounded(ofPets / pets.size, 100) }),
    };
  };
  return { total: figuresOf(total), ofMonth: (month: string) => figuresOf(byMonth.get(month) ?? new Tally()) };
}

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;
