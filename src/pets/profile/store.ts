import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../../database/database.ts';
import { hidingReason, isComingSoon, isDue, isSeen, type PublicOnly } from '../../database/listed.ts';
import { chunks } from '../../kit/chunks.ts';
import type { Now } from '../../time/clock.ts';
import type { HidingReason } from '../../vocabulary/animals/hiding.ts';
import { originOf } from '../../vocabulary/directory.ts';
import type { Owner } from '../../vocabulary/owner.ts';
import { WITH_PHOTOS } from '../query/facets.ts';
import { type ChangedMembers, changedMembers, columnsOf, facetsOf, normalized, profileOf } from './row.ts';
import type { NewPetProfile, PetProfile } from './schema.ts';

/** The profile of an animal, with what its read-only members follow from. Times are Unix milliseconds. */
export interface StoredProfile {
  readonly owner: Owner;
  readonly profile: NewPetProfile;
  /** Counts the changes: 0 if there never was one. */
  readonly version: number;
  readonly createdAt: number;
  /** On the day when it came, or when it was added. */
  readonly waitingSince: number;
  readonly updatedAt: number;
  readonly statusChangedAt: number;
  /** Why visitors do not see the pet, and nobody can order it: see `isHidden`. */
  readonly hiddenBecause: HidingReason | undefined;
  /** Visitors see its page nevertheless. */
  readonly isComingSoon: boolean;
  /** Of an animal of another service. */
  readonly origin: PetProfile['origin'];
}

/** A profile and what it is to become. */
export interface ProfileChange {
  readonly before: Pick<StoredProfile, 'profile' | 'version'>;
  readonly after: NewPetProfile;
}

/** Every animal has a profile: an empty one if nothing is stored. */
export type ProfileStore = ReturnType<typeof profileStore>;

const facetsAtOnce = 1_000;

export function profileStore(database: Pick<Database, 'read' | 'elements'>, now: Now) {
  async function insertFacets(tx: Queries, rows: readonly (readonly [facet: string, petId: number])[]): Promise<void> {
    if (rows.length === 0) return;
    await sql`insert into pet_facets (facet, pet_id) select value ->> 0, cast(value ->> 1 as bigint)
      from ${sql.raw(database.elements)}(${JSON.stringify(rows)}) where true on conflict do nothing`.execute(tx);
  }

  const facetRows = (petId: number, facets: Iterable<string>) =>
    Array.from(facets, (facet) => [facet.toWellFormed(), petId] as const);

  /** Which of these pets exist. */
  async function existing(db: Queries, ids: readonly number[], publicOnly: PublicOnly): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    let query = db.selectFrom('pets').select('id').where('id', 'in', ids);
    if (publicOnly !== false) query = query.where(isSeen(now(), publicOnly));
    return new Set((await query.execute()).map(({ id }) => id));
  }

  return {
    /**
     * The profiles of the pets that exist, by the id of the pet. They name no bonded animal that does not exist.
     *
     * @param options.publicOnly names no bonded animal that visitors do not see, and reads nothing that is for staff
     */
    async of(
      ids: readonly number[],
      {
        db = database.read,
        publicOnly = false,
      }: { readonly db?: Queries | undefined; readonly publicOnly?: PublicOnly } = {},
    ): Promise<ReadonlyMap<number, StoredProfile>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('pets')
        .leftJoin('pet_profiles', 'pet_profiles.pet_id', 'pets.id')
        .leftJoin('directory_animals', 'directory_animals.pet_id', 'pets.id')
        .leftJoin('directory_sources', 'directory_sources.id', 'pets.source_id')
        .select(['directory_animals.their_id', 'directory_sources.url as source_url', 'seen_at'])
        .select([
          'pets.id',
          'pets.account_id',
          'organization_id',
          'pets.created_at',
          'pets.updated_at',
          'waiting_since',
          'pet_profiles.version',
        ])
        .select(['shown', publicOnly === false ? 'staff' : sql<null>`null`.as('staff')])
        .select(statusChangedAt(now()).as('status_changed_at'))
        .select([hidingReason(now()).as('hidden_because'), isComingSoon(now()).as('is_coming_soon')])
        .where('pets.id', 'in', ids)
        .execute();
      const profiles = rows.map(({ shown, staff }) =>
        profileOf({ shown: shown ?? '{}', staff: staff as string | null }),
      );
      const bonded = profiles.flatMap(({ bondedWith = [] }) => bondedWith);
      const found = await existing(db, [...new Set(bonded)], publicOnly);
      return new Map(
        rows.map((row, place) => {
          const { bondedWith = [], ...profile }: NewPetProfile = profiles[place] ?? {};
          const bonds = bondedWith.filter((id) => found.has(id));
          return [
            row.id,
            {
              owner: { accountId: row.account_id, organizationId: row.organization_id ?? undefined },
              profile: bonds.length === 0 ? profile : { ...profile, bondedWith: bonds },
              version: row.version ?? 0,
              createdAt: row.created_at,
              waitingSince: row.waiting_since ?? row.created_at,
              updatedAt: row.updated_at,
              statusChangedAt: row.status_changed_at,
              hiddenBecause: row.hidden_because ?? undefined,
              isComingSoon: Boolean(row.is_coming_soon),
              origin:
                row.source_url === null ? undefined : originOf(row.source_url, row.seen_at, `/pets/${row.their_id}`),
            },
          ];
        }),
      );
    },

    /** The first of these pets that does not exist. */
    async firstMissing(tx: Queries, ids: readonly number[]): Promise<number | undefined> {
      const found = await existing(tx, ids, false);
      return ids.find((id) => !found.has(id));
    },

    /** Adds the profiles of new pets. */
    async addAll(tx: Queries, added: readonly { readonly petId: number; readonly profile: NewPetProfile }[]) {
      const at = now();
      const profiles = added.map(({ petId, profile }) => ({ petId, profile: normalized(profile) }));
      const rows = profiles.map(({ petId, profile }) => {
        return { pet_id: petId, version: 1, updated_at: at, ...columnsOf(profile) };
      });
      if (rows.length > 0) await tx.insertInto('pet_profiles').values(rows).execute();
      await insertFacets(
        tx,
        profiles.flatMap(({ petId, profile }) => facetRows(petId, facetsOf(profile))),
      );
    },

    /** @returns the names of the members that are different */
    async change(tx: Queries, petId: number, { before, after: given }: ProfileChange): Promise<ChangedMembers> {
      const after = normalized(given);
      const changed = changedMembers(before.profile, after, now());
      if (changed.shown.length === 0 && changed.staff.length === 0) return changed;
      const { latitude, longitude, located, ...others } = columnsOf(after);
      const isElsewhere = !isDeepStrictEqual(before.profile.location, after.location);
      const place = { latitude, longitude, located };
      const counted = { version: before.version + 1, updated_at: now(), ...others };
      await tx
        .insertInto('pet_profiles')
        .values({ pet_id: petId, ...counted, ...place })
        .onConflict((conflict) => conflict.column('pet_id').doUpdateSet({ ...counted, ...(isElsewhere ? place : {}) }))
        .execute();
      const [old, wanted] = [new Set(facetsOf(before.profile)), new Set(facetsOf(after))];
      const gone = [...old.difference(wanted)];
      if (gone.length > 0)
        await tx.deleteFrom('pet_facets').where('pet_id', '=', petId).where('facet', 'in', gone).execute();
      await insertFacets(tx, facetRows(petId, wanted.difference(old)));
      return changed;
    },

    /** Removes what is stored of pets that are about to be removed. */
    async removeAll(tx: Queries, ids: readonly number[]): Promise<void> {
      const rows = await tx
        .deleteFrom('pet_profiles')
        .where('pet_id', 'in', ids)
        .returning(['shown', 'staff'])
        .execute();
      const facets = new Set([WITH_PHOTOS, ...rows.flatMap((row) => facetsOf(profileOf(row)))]);
      for (const some of chunks([...facets], facetsAtOnce))
        await tx.deleteFrom('pet_facets').where('pet_id', 'in', ids).where('facet', 'in', some).execute();
    },
  };
}

/** A pet whose hold has ended has its status since then, written or not. */
const statusChangedAt = (nowMs: number): RawBuilder<number> => sql<number>`coalesce(
  case when pets.status = 'pending' then (select max(orders.expires_at) from orders where orders.pet_id = pets.id and ${isDue(nowMs)}) end,
  pets.status_changed_at, pets.created_at)`;
