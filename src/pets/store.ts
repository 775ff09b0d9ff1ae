import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database, Queries, Write } from '../database/database.ts';
import { hidingReason, isHidden, isPublic, isPublicOrganization, isSeen } from '../database/listed.ts';
import { placeIn, type Point } from '../database/near.ts';
import type { Outbox, Parties } from '../database/outbox.ts';
import type { Part } from '../database/pace.ts';
import type { NewPetRow, Sink } from '../database/sink.ts';
import { present } from '../kit/present.ts';
import type { Now } from '../time/clock.ts';
import type { Actor } from '../vocabulary/actors.ts';
import { hiddenFrom, type HidingReason } from '../vocabulary/animals/hiding.ts';
import type { Adoption } from '../vocabulary/application-lifecycle.ts';
import type { Int64, Position } from '../vocabulary/int64.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { searchable } from '../vocabulary/text/searchable.ts';
import { hidingOf, isOfHold, leaves, outdatedIds, petsToHide } from './hiding.ts';
import { holdingOrders } from './holding-orders.ts';
import type { NewPetProfile } from './profile/schema.ts';
import { type ProfileChange, profileStore } from './profile/store.ts';
import { isHoldEnded, matching, type PetFilters, statusAt } from './query/filters.ts';
import { petLists, type PetRow } from './query/lists.ts';
import { placeColumns } from './query/pet-places.ts';
import type { PetStatus } from './query/schema.ts';
import type { NewPet, Pet, PetOwner, PetPatch } from './schema.ts';

/** A pet with the fields that the API does not show. */
export interface StoredPet {
  readonly pet: Pet;
  readonly owner: Owner;
  /** Starts at 1 and counts the changes. */
  readonly version: number;
  /** Its hold has ended, and the expiry is not written yet: it is shown as `available`, and stored as `pending`. */
  readonly holdEnded: boolean;
  /** Why visitors do not see it, and nobody can order it: see `isHidden`. */
  readonly hiddenBecause: HidingReason | undefined;
  /** What events have told about it: a day may have come that the job has not written yet. */
  readonly isToldHidden: boolean;
  /** It is of another service, and only that one changes it. */
  readonly isMirrored: boolean;
  /** Since when, or from when on, its outcome hides it, in Unix milliseconds. */
  readonly leavesAt: number | undefined;
}

/** The owner of a pet with its names. */
export interface NamedOwner extends Owner {
  readonly accountName: string | undefined;
  readonly organization: PetOwner['organization'];
  /** Whether visitors see the organization. */
  readonly isPublic: boolean;
}

/** The members of a pet that are to change. */
export type PetChange = Omit<PetPatch, 'profile'> & { readonly profile?: ProfileChange | undefined };

/** Reads show a pet whose hold has ended as `available`, whether or not that is written yet. */
export type PetStore = ReturnType<typeof petStore>;

export function petStore(database: Database, outbox: Outbox, now: Now) {
  const lists = petLists(database, now);
  const profiles = profileStore(database, now);

  /** Where the owner's days begin: undefined without an organization that says so, or if these profiles name no day that hides an animal. */
  async function timeZoneOf(tx: Queries, { organizationId }: Owner, profiles: readonly (NewPetProfile | undefined)[]) {
    const namesDay = ({ staff }: NewPetProfile = {}) => (staff?.outcome?.date ?? staff?.hold?.until) !== undefined;
    if (organizationId === undefined || !profiles.some(namesDay)) return undefined;
    const zone = tx.selectFrom('organizations').select('time_zone').where('id', '=', organizationId);
    return (await zone.executeTakeFirst())?.time_zone ?? undefined;
  }

  /** Adds a pet without a profile. */
  async function addPlain(sink: Sink, owner: Owner, newPet: Omit<NewPet, 'profile'>, by: Actor) {
    const row = rowOf(owner, newPet, now());
    const pet = petOf({ ...row, id: await sink.insertPet(row) });
    await outbox.appendTo(sink, 'pet.created', pet, { by, ...owner });
    return { pet, version: 1 };
  }

  /**
   * Like `add`, for up to 1,000 pets at once: a few statements, however many they are.
   *
   * @returns their ids, in their order
   */
  async function addAll(tx: Queries, owner: Owner, newPets: readonly NewPet[], by: Actor): Promise<number[]> {
    const at = now();
    const timeZone = await timeZoneOf(
      tx,
      owner,
      newPets.map(({ profile }) => profile),
    );
    const rows = newPets.map((newPet) => {
      const row = rowOf(owner, newPet, at);
      const { profile = {} } = newPet;
      const fromMs = hiddenFrom(profile.staff ?? {}, row.status as PetStatus, timeZone);
      return { ...row, ...hidingOf(profile, { fromMs, nowMs: at, timeZone }) };
    });
    const inserted = await tx
      .insertInto('pets')
      .values(rows)
      .returning(['id', 'name', 'category_id', 'status'])
      .execute();
    // The engines return rows in any order, and assign ids in the order of the rows: nowhere do they promise that.
    const added = inserted.map(petOf).toSorted((a, b) => a.id - b.id);
    const isOfRow = (pet: Pet, i: number) => isSame(pet, petOf({ ...(rows[i] as NewPetRow), id: pet.id }));
    if (!added.every(isOfRow)) throw new Error('The database assigned ids in another order than the rows have.');
    await profiles.addAll(
      tx,
      added.flatMap(({ id }, i) => {
        const profile = newPets[i]?.profile;
        return profile === undefined ? [] : [{ petId: id, profile }];
      }),
    );
    await outbox.appendAll(
      tx,
      'pet.created',
      added.map((data, i) => ({ data, parties: { by, ...owner, isHidden: rows[i]?.is_hidden === 1 } })),
    );
    return added.map(({ id }) => id);
  }

  const meets = async (tx: Queries, id: number, condition: RawBuilder<SqlBool>): Promise<boolean> =>
    (await tx.selectFrom('pets').select('id').where('id', '=', id).where(condition).executeTakeFirst()) !== undefined;

  /**
   * Whether a pet is hidden after a change of its profile or its status; undefined if it stays as it was. A pet that is no longer sold has come
   * back: it is not hidden again by the outcome that was recorded before.
   */
  async function newHiding(
    tx: Queries,
    { pet, owner, leavesAt }: StoredPet,
    status: PetStatus,
    change?: ProfileChange,
  ) {
    const isSold = status === 'sold' && pet.status !== 'sold';
    const mayLeave = isSold || (change !== undefined && leaves(change, status) !== undefined);
    if (!mayLeave && (change === undefined || !isOfHold(change))) return undefined;
    const profile = change?.after ?? (await profiles.of([pet.id], { db: tx })).get(pet.id)?.profile ?? {};
    const timeZone = await timeZoneOf(tx, owner, [profile]);
    const fromMs = mayLeave ? hiddenFrom(profile.staff ?? {}, status, timeZone) : leavesAt;
    return hidingOf(profile, { fromMs, nowMs: now(), timeZone });
  }

  return {
    profiles,
    ...lists,
    ...holdingOrders(database.read, now),
    toHide: petsToHide(database, outbox, now),

    /** Up to `count` pets that match the filters, behind the position, in the order that `sort` names. */
    async list(filters: PetFilters, part: Part): Promise<Pet[]> {
      return (await lists.page(filters, part)).map(({ row }) => petOf(row));
    },

    /** Like `list`, with the position of each pet. */
    async page(filters: PetFilters, part: Part): Promise<{ readonly pet: Pet; readonly position: Position }[]> {
      return (await lists.page(filters, part)).map(({ row, position }) => ({ pet: petOf(row), position }));
    },

    /** Up to `count` different species of pets, folded, in the order of their bytes. One search of the index finds each. */
    async species(count: number): Promise<string[]> {
      const behind = (last: RawBuilder<unknown>) =>
        sql`select min(facet) from pet_facets where facet > ${last} and facet < 'species;'`;
      const { rows } = await sql<{ facet: string }>`
        with recursive found(facet) as (${behind(sql`'species:'`)} union all
          select (${behind(sql`found.facet`)}) from found where found.facet is not null)
        select facet from found where facet is not null limit ${count}`.execute(database.read);
      return rows.map(({ facet }) => facet.slice('species:'.length));
    },

    /**
     * Finds the pet if it matches the filters.
     *
     * @param options.db reads in this transaction instead of what is committed
     */
    async find(
      id: Int64,
      { db = database.read, ...filters }: PetFilters & { readonly db?: Queries | undefined } = {},
    ): Promise<StoredPet | undefined> {
      const nowMs = now();
      const one = db
        .selectFrom('pets')
        .select(['id', 'name', 'category_id', statusAt(nowMs).as('status'), 'account_id', 'organization_id', 'version'])
        .select([
          isHoldEnded(nowMs).as('hold_ended'),
          hidingReason(nowMs).as('hidden_because'),
          'hidden_from',
          'is_hidden',
          'source_id',
        ])
        .where('id', '=', id as number);
      const query = matching(one, filters, { nowMs, position: database.position });
      const row = await query.executeTakeFirst();
      if (row === undefined) return undefined;
      // The engines give 0 and 1, or booleans. The expiry that is shown counts as a change: it gets this version when it is written.
      const holdEnded = Boolean(row.hold_ended);
      const version = row.version + Number(holdEnded);
      const hiddenBecause = row.hidden_because ?? undefined;
      const leavesAt = hiddenBecause === 'outcome' ? 0 : (row.hidden_from ?? undefined);
      const isToldHidden = row.is_hidden === 1;
      const isMirrored = row.source_id !== null;
      const standing = { hiddenBecause, isToldHidden, isMirrored, leavesAt };
      return { pet: petOf(row), owner: ownerOf(row), version, holdEnded, ...standing };
    },

    /** The owners of pets, by the id of the pet. */
    async owners(ids: readonly number[], db: Queries = database.read): Promise<ReadonlyMap<number, NamedOwner>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('pets')
        .innerJoin('accounts', 'accounts.id', 'pets.account_id')
        .leftJoin('organizations', 'organizations.id', 'pets.organization_id')
        .select(['pets.id', 'account_id', 'accounts.name as account_name'])
        .select(['pets.organization_id', 'organizations.name as organization_name', 'organizations.adoption'])
        .select(isPublicOrganization.as('is_public'))
        .where('pets.id', 'in', ids)
        .execute();
      return new Map(
        rows.map((row) => {
          const { organization_id: id, organization_name: name, is_public: isSeenByAll } = row;
          const adoption = row.adoption as Adoption | null;
          const organization = id === null || name === null ? undefined : present({ id, name, adoption });
          const owner = { accountId: row.account_id, organizationId: id ?? undefined };
          return [
            row.id,
            { ...owner, accountName: row.account_name ?? undefined, organization, isPublic: Boolean(isSeenByAll) },
          ];
        }),
      );
    },

    /** Where pets are, by the id of the pet. Pets without a place are left out. */
    async places(ids: readonly number[]): Promise<ReadonlyMap<number, Point>> {
      if (ids.length === 0) return new Map();
      const query = database.read.selectFrom('pets').select(['id', ...placeColumns('pets.id')]);
      const rows = await query.where('id', 'in', ids).execute();
      return new Map(
        rows.flatMap((row) => {
          const place = placeIn(row);
          return place === undefined ? [] : [[row.id, place] as const];
        }),
      );
    },

    /** The ids of up to `count` pets that closed accounts own alone. */
    async idsOfClosedAccounts(tx: Queries, count: number): Promise<number[]> {
      const rows = await tx
        .selectFrom('accounts')
        .innerJoin('pets', 'pets.account_id', 'accounts.id')
        .select('pets.id')
        .where('accounts.closed_at', 'is not', null)
        .where('pets.organization_id', 'is', null)
        .limit(count)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** The ids of the pets that the account has added. */
    async idsOf(tx: Queries, accountId: number): Promise<number[]> {
      const rows = await tx.selectFrom('pets').select('id').where('account_id', '=', accountId).execute();
      return rows.map(({ id }) => id);
    },

    addPlain,

    async add(tx: Queries, owner: Owner, newPet: NewPet, by: Actor): Promise<Pick<StoredPet, 'pet' | 'version'>> {
      if (newPet.profile === undefined) return addPlain(database.sinkOf(tx), owner, newPet, by);
      const [id = Number.NaN] = await addAll(tx, owner, [newPet], by);
      return { pet: petOf({ ...rowOf(owner, newPet, now()), id }), version: 1 };
    },

    addAll,

    /**
     * Saves a pet whose ended hold, if any, is written: see `Expiry`. The version of the pet does not count changes of its owner, nor of its
     * profile, which has a version of its own. All events are of the organization that has it then, which visitors may not see; `pet.unlisted`, and
     * a second `pet.updated` of an animal that they still see, are of the one that had it.
     */
    async save(
      { tx, by }: Write,
      found: StoredPet,
      { profile, organizationId = found.owner.organizationId, ...change }: PetChange,
      atMs: number = now(),
    ): Promise<Pick<StoredPet, 'pet' | 'version'>> {
      const { name = found.pet.name, categoryId = found.pet.categoryId, status = found.pet.status } = change;
      const pet: Pet = { id: found.pet.id, name, categoryId, status };
      const { shown, staff } = profile ? await profiles.change(tx, pet.id, profile) : { shown: [], staff: [] };
      const isSamePet = isSame(pet, found.pet);
      const version = found.version + Number(!isSamePet);
      const owner = { ...found.owner, organizationId };
      const isGiven = organizationId !== found.owner.organizationId;
      const hiding = await newHiding(tx, found, pet.status, profile);
      const isHiddenNow = hiding === undefined ? isHiddenOrTold(found) : hiding.is_hidden === 1;
      const isOther = hiding !== undefined && isHiddenNow !== found.isToldHidden;
      const appears = isOther && !isHiddenNow;
      const wasSeen =
        (isGiven || isOther) && (await meets(tx, pet.id, sql`(${isPublic('pets')} and pets.is_hidden = 0)`));
      if (hiding !== undefined)
        await tx
          .updateTable('pets')
          .set({ ...hiding, ...(appears ? { shown_at: now() } : {}) })
          .where('id', '=', pet.id)
          .execute();
      if (appears) shown.push('visible');
      // Changes for staff only are announced to nobody else.
      if (!isSamePet || isGiven || shown.length > 0)
        await tx
          .updateTable('pets')
          .set({
            name: pet.name,
            name_folded: searchable(pet.name),
            category_id: pet.categoryId,
            status: pet.status,
            version,
            updated_at: atMs,
            ...(pet.status === found.pet.status ? {} : { status_changed_at: atMs }),
            ...(isGiven ? { organization_id: organizationId } : {}),
          })
          .where('id', '=', pet.id)
          .execute();
      const parties = { by, ...owner, isHidden: isHiddenNow };
      if (pet.status !== found.pet.status) await outbox.append(tx, 'pet.status_changed', pet, parties);
      const ofPet = (['name', 'categoryId'] as const).filter((member) => pet[member] !== found.pet[member]);
      const changed = [...ofPet, ...(isGiven ? ['organizationId'] : []), ...shown];
      if (changed.length > 0) await outbox.append(tx, 'pet.updated', { ...pet, changed }, parties);
      if (staff.length > 0) await outbox.append(tx, 'pet_record.updated', { ...pet, changed: staff }, parties);
      if (wasSeen && !(await meets(tx, pet.id, isSeen(now()))))
        await outbox.append(tx, 'pet.unlisted', found.pet, { by, ...found.owner });
      // Who follows the events learns it from either organization: the other one's may no longer be public when they are read.
      else if (wasSeen && isGiven)
        await outbox.append(tx, 'pet.updated', { ...pet, changed }, { by, organizationId: found.owner.organizationId });
      return { pet, version };
    },

    /**
     * Writes the event of a change of what belongs to the pet beside the members of `Pet`, which its version does not count.
     *
     * @param changed the names of what has changed, such as `photos`
     */
    async noteChange(tx: Queries, found: StoredPet, changed: readonly string[], by: Actor): Promise<void> {
      await tx.updateTable('pets').set({ updated_at: now() }).where('id', '=', found.pet.id).execute();
      await outbox.append(tx, 'pet.updated', { ...found.pet, changed }, partiesOf(found, by));
    },

    /** Makes pending pets available, like `save`, but many at once. */
    async freeAll(tx: Queries, ids: readonly number[], by: Actor): Promise<void> {
      const at = now();
      const rows = await tx
        .updateTable('pets')
        .set(({ eb }) => ({
          status: 'available',
          version: eb('version', '+', 1),
          updated_at: at,
          status_changed_at: at,
        }))
        .where('id', 'in', ids)
        .where('status', '=', 'pending')
        .returning(['id', 'name', 'category_id', 'status', 'account_id', 'organization_id'])
        .returning([isHidden(at).as('hidden'), 'is_hidden'])
        .execute();
      const events = rows
        .toSorted((a, b) => a.id - b.id)
        .map((row) => ({
          data: petOf(row),
          parties: { by, ...ownerOf(row), isHidden: Boolean(row.hidden) || row.is_hidden === 1 },
        }));
      await outbox.appendAll(tx, 'pet.status_changed', events);
    },

    /** Removes pets: a few statements, however many they are. */
    async removeAll(tx: Queries, ids: readonly number[], by: Actor): Promise<void> {
      await profiles.removeAll(tx, ids);
      const rows = await tx
        .deleteFrom('pets')
        .where('id', 'in', ids)
        .returning(['id', 'name', 'category_id', 'status', 'account_id', 'organization_id', 'is_hidden'])
        .execute();
      // Visitors who were not told yet that one is hidden still have it.
      const events = rows
        .toSorted((a, b) => a.id - b.id)
        .map((row) => ({ data: petOf(row), parties: { by, ...ownerOf(row), isHidden: row.is_hidden === 1 } }));
      await outbox.appendAll(tx, 'pet.deleted', events);
    },

    /**
     * The number of pets with each status, from the counters of what is stored.
     *
     * @param options.publicOnly counts only what visitors see
     */
    async countByStatus({
      publicOnly = false,
      organizationId,
    }: Pick<PetFilters, 'publicOnly'> & { readonly organizationId?: Int64 | undefined } = {}): Promise<
      Record<PetStatus, number>
    > {
      let stored = database.read
        .selectFrom('pet_counts')
        .select(['status', sql<number>`cast(sum(count) as bigint)`.as('count')])
        .groupBy('status');
      const nowMs = now();
      let held = database.read
        .selectFrom('pets')
        .select([sql.lit('held').as('status'), ({ fn }) => fn.countAll<number>().as('count')])
        .where(isHoldEnded(nowMs));
      // Hidden since the last midnight, and counted as if they were not; or the other way around.
      let outdated = database.read
        .selectFrom('pets')
        .select([sql<string>`'outdated:' || status`.as('status')])
        .select(
          sql<number>`cast(sum(is_hidden - case when ${isHidden(nowMs)} then 1 else 0 end) as bigint)`.as('count'),
        )
        .where(sql<SqlBool>`id in (${outdatedIds(nowMs)})`)
        .where(isPublic('pets', publicOnly))
        .groupBy('status');
      if (publicOnly !== false) {
        stored = stored.where(isPublic('pet_counts', publicOnly));
        held = held.where(isSeen(nowMs, publicOnly));
      }
      if (organizationId !== undefined) {
        stored = stored.where('organization_id', '=', organizationId as number);
        held = held.where('organization_id', '=', organizationId as number);
        outdated = outdated.where('organization_id', '=', organizationId as number);
      }
      // One statement: an expiry written between two would be missed or counted twice.
      const rows = await stored.unionAll(held).unionAll(outdated).execute();
      const counts = new Map(rows.map(({ status, count }) => [status, count]));
      const count = (status: string) => counts.get(status) ?? 0;
      const of = (status: PetStatus) =>
        count(status) + count(`${publicOnly === false ? 'hidden' : 'outdated'}:${status}`);
      return { available: of('available') + count('held'), pending: of('pending') - count('held'), sold: of('sold') };
    },
  };
}

const rowOf = (
  { accountId, organizationId }: Owner,
  { name, categoryId, status = 'available' }: NewPet,
  at: number,
): NewPetRow => ({
  account_id: accountId,
  organization_id: organizationId ?? null,
  name,
  name_folded: searchable(name),
  category_id: categoryId,
  status,
  version: 1,
  created_at: at,
  updated_at: at,
});

const petOf = (row: PetRow): Pet => ({
  id: row.id,
  name: row.name,
  categoryId: row.category_id,
  status: row.status as PetStatus,
});

const ownerOf = (row: { account_id: number; organization_id: number | null }): Owner => ({
  accountId: row.account_id,
  organizationId: row.organization_id ?? undefined,
});

const isSame = (a: Pet, b: Pet): boolean => a.name === b.name && a.categoryId === b.categoryId && a.status === b.status;

/** Visitors who were not told yet that a hold has ended hear nothing of the pet before that. */
const isHiddenOrTold = ({ hiddenBecause, isToldHidden }: StoredPet): boolean =>
  hiddenBecause !== undefined || isToldHidden;

const partiesOf = (found: StoredPet, by: Actor): Parties => ({ by, ...found.owner, isHidden: isHiddenOrTold(found) });
