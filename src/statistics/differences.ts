import { type Int64, jsonOf, parsedJson } from '../vocabulary/int64.ts';
import { factsOf, type StatisticsProfile } from './facts.ts';

/** A change of an animal, with the animal as it is stored and as the sums contain it. */
export interface ChangedPet {
  readonly id: number;
  readonly pet_id: number;
  readonly organization_id: number | null;
  readonly category_id: Int64;
  readonly created_at: number;
  /** Null if the animal was removed. */
  readonly status: string | null;
  readonly shown: string | null;
  readonly staff: string | null;
  /** The time and whether it became sold, such as `1772366400000 1,1772452800000 0`. */
  readonly handovers: string | null;
  /** IANA: of the organization. */
  readonly time_zone: string | null;
  /** JSON: see `Stays`. */
  readonly counted: string | null;
}

/** What an animal adds to the sums. */
interface Stays {
  readonly organizationId: number | null;
  readonly categoryId: Int64;
  /** See `factsOf`. */
  readonly facts: readonly string[];
}

/** How many animals there are of each fact. */
export type Sums = Readonly<Record<string, number>>;

/** How the sums of a month and a category have changed. */
export interface Difference {
  readonly organizationId: number;
  readonly categoryId: Int64;
  readonly month: string;
  readonly changes: Sums;
}

/** The organization id for the sums of all animals. */
export const EVERYBODY = 0;

const monthLength = '2026-05'.length;

/** What changed animals change in the sums, and what the sums then contain of them: null if nothing. */
export function differencesOf(rows: readonly ChangedPet[]) {
  const byMonth = new Map<string, Omit<Difference, 'changes'> & { readonly changes: Record<string, number> }>();
  const stays: { readonly petId: number; readonly json: string | null }[] = [];

  function add({ organizationId: own, categoryId, facts }: Stays, change: 1 | -1): void {
    for (const organizationId of own === null ? [EVERYBODY] : [EVERYBODY, own]) {
      for (const dated of facts) {
        const [month, fact] = [dated.slice(0, monthLength), dated.slice(monthLength + 1)];
        const key = `${organizationId} ${categoryId} ${month}`;
        const found = byMonth.get(key) ?? { organizationId, categoryId, month, changes: {} };
        byMonth.set(key, found);
        found.changes[fact] = (found.changes[fact] ?? 0) + change;
      }
    }
  }

  // An animal may have changed several times.
  for (const row of new Map(rows.map((one) => [one.pet_id, one])).values()) {
    const after = staysIn(row);
    const json = after === undefined ? null : jsonOf(after);
    if (json === row.counted) continue;
    stays.push({ petId: row.pet_id, json });
    if (row.counted !== null) add(parsedJson(row.counted) as Stays, -1);
    if (after !== undefined) add(after, 1);
  }
  const differences: Difference[] = [...byMonth.values()].filter(({ changes }) =>
    Object.values(changes).some((change) => change !== 0),
  );
  return { differences, stays };
}

function staysIn(row: ChangedPet): Stays | undefined {
  if (row.status === null) return undefined;
  const profile = JSON.parse(row.shown ?? '{}') as StatisticsProfile;
  const staff = JSON.parse(row.staff ?? '{}') as Pick<StatisticsProfile, 'intake' | 'outcome'>;
  const handovers = (row.handovers?.split(',') ?? []).map((text) => {
    const [at, isSold] = text.split(' ');
    return { at: Number(at), isSold: isSold === '1' };
  });
  const timeZone = row.time_zone ?? undefined;
  const records = { createdAt: row.created_at, isSold: row.status === 'sold', handovers, timeZone };
  const facts = factsOf({ ...profile, intake: staff.intake, outcome: staff.outcome }, records);
  return facts.length === 0 ? undefined : { organizationId: row.organization_id, categoryId: row.category_id, facts };
}
