import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Pace } from '../database/pace.ts';
import type { Tables } from '../database/tables.ts';
import { typeOfSpecies } from '../vocabulary/animals/spellings.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { PET_STATUSES } from '../vocabulary/pet-lifecycle.ts';
import { type Records, type Stay, staysOf } from './stays.ts';

/** An animal as statistics count it. */
export interface CountedPet {
  readonly categoryId: Int64;
  /** The species, or a name of its category that tells one. */
  readonly species: string | undefined;
  /** Such as `2024-05-01`. */
  readonly birthDate: string | undefined;
  readonly isFostered: boolean;
  readonly stays: readonly Stay[];
}

/** So many animals are read at once: a few milliseconds. */
const stepRows = 250;
/** To read an animal with its records takes as long as to read so many rows. */
const rowsPerPet = 5;

type Handover = Records['handovers'][number];
type PetQuery = SelectQueryBuilder<Tables, 'pets', object>;

export function statisticsStore({ read }: Pick<Database, 'read'>) {
  const namesOfCategories = async (ids: readonly Int64[]): Promise<Map<string, string>> => {
    if (ids.length === 0) return new Map();
    const rows = await read
      .selectFrom('categories')
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ id, name }) => [String(id), name]));
  };

  /** A search of the key for each pet: a join may read all profiles. */
  async function profilesOf(ids: readonly number[]): Promise<Map<number, Profile>> {
    const rows = await read
      .selectFrom('pet_profiles')
      .select(['pet_id', 'shown'])
      // Most records for staff say nothing of this, and are long.
      .select(
        sql<string | null>`case when staff like '%"intake"%' or staff like '%"outcome"%' then staff end`.as('staff'),
      )
      .where('pet_id', 'in', [...ids])
      .execute();
    return new Map(rows.map((row) => [row.pet_id, row]));
  }

  async function handoversOf(ids: readonly number[]): Promise<Map<number, Handover[]>> {
    const rows = await read
      .selectFrom('pet_handovers')
      .select(['pet_id', 'at', 'is_sold'])
      .where('pet_id', 'in', [...ids])
      .orderBy('id')
      .execute();
    const found = new Map<number, Handover[]>();
    for (const { pet_id: petId, at, is_sold: isSold } of rows) {
      const ofPet = found.get(petId);
      const handover = { at, isSold: isSold === 1 };
      if (ofPet === undefined) found.set(petId, [handover]);
      else ofPet.push(handover);
    }
    return found;
  }

  return {
    namesOfCategories,

    /**
     * Every animal, or those of an organization, in steps. One whose status changes meanwhile may be missing.
     *
     * @param organizationId undefined for the animals of everybody
     */
    async *pets(organizationId: Int64 | undefined, pace: Pace): AsyncGenerator<CountedPet[]> {
      const species = new Map<string, string | undefined>();
      const seen = new Set<number>();
      await pace(0);
      const all = read.selectFrom('pets');
      // Each follows an index: that of the ids, or that of organizations and statuses.
      const queries: PetQuery[] =
        organizationId === undefined
          ? [all]
          : PET_STATUSES.map((status) =>
              all.where('organization_id', '=', organizationId as number).where('status', '=', status),
            );
      for (const query of queries) {
        for (let after = 0; ;) {
          const rows = await query
            .select(['id', 'category_id', 'status', 'created_at'])
            .where('id', '>', after)
            .orderBy('id')
            .limit(stepRows)
            .execute();
          if (rows.length === 0) break;
          after = rows.at(-1)?.id ?? after;
          const ids = rows.map(({ id }) => id);
          const [profiles, handovers] = [await profilesOf(ids), await handoversOf(ids)];
          const unknown = new Set(rows.map((row) => row.category_id).filter((id) => !species.has(String(id))));
          const names = await namesOfCategories([...unknown]);
          for (const id of unknown) {
            const name = names.get(String(id));
            species.set(String(id), name !== undefined && typeOfSpecies(name) !== undefined ? name : undefined);
          }
          const fresh = rows.filter(({ id }) => !seen.has(id));
          for (const { id } of fresh) seen.add(id);
          yield fresh.map((row) => {
            const counted = countedOf(row, profiles.get(row.id), handovers.get(row.id) ?? []);
            return { ...counted, species: counted.species ?? species.get(String(row.category_id)) };
          });
          await pace(rowsPerPet * rows.length);
          if (rows.length < stepRows) break;
        }
      }
    },
  };
}

interface PetRow {
  readonly category_id: Int64;
  readonly status: string;
  readonly created_at: number;
}

interface Profile {
  readonly shown: string;
  readonly staff: string | null;
}

/** What of a profile counts. */
type Shown = { readonly species?: string; readonly birthDate?: string; readonly placement?: string };

function countedOf(row: PetRow, profile: Profile | undefined, handovers: readonly Handover[]): CountedPet {
  const { species, birthDate, placement } = JSON.parse(profile?.shown ?? '{}') as Shown;
  const { intake, outcome } = JSON.parse(profile?.staff ?? '{}') as Pick<Records, 'intake' | 'outcome'>;
  const records = { createdAt: row.created_at, isSold: row.status === 'sold', handovers, intake, outcome };
  return {
    categoryId: row.category_id,
    species,
    birthDate,
    isFostered: placement === 'foster',
    // It lives with its owner, whom the organization helps to find somebody.
    stays: placement === 'courtesy' ? [] : staysOf(records),
  };
}
