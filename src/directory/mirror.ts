import { isDeepStrictEqual } from 'node:util';
import type { CategoryStore } from '../categories/store.ts';
import type { Queries } from '../database/database.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import { changedMembers, normalized } from '../pets/profile/row.ts';
import { faultOf, MOST_BYTES } from '../pets/profile/rules.ts';
import type { NewPetProfile } from '../pets/profile/schema.ts';
import type { NewPet } from '../pets/schema.ts';
import type { PetStore } from '../pets/store.ts';
import { hashOf } from '../secrets/token.ts';
import type { Now } from '../time/clock.ts';
import { SERVICE } from '../vocabulary/actors.ts';
import { MOST_CATEGORIES, MOST_OF_SOURCE } from '../vocabulary/directory.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { versionFault } from '../vocabulary/languages.ts';
import { acceptable } from './admission.ts';
import type { MirroredPhoto, MirroredPhotos } from './photos.ts';
import { countOf, Overtaken, type SourceRow } from './sources.ts';
import { TheirOrganization, type TheirAnimal, type TheirProfile } from './their-schema.ts';

interface MirrorParts {
  /** The id of the account to which what is mirrored belongs. It is no person's. */
  readonly account: (tx: Queries) => Promise<number>;
  readonly pets: PetStore;
  readonly organizations: OrganizationStore;
  readonly categories: CategoryStore;
  readonly photos: MirroredPhotos;
  readonly now: Now;
}

/** An animal of a source as it is to be shown here. */
export interface MirroredAnimal extends Pick<TheirAnimal, 'id' | 'name' | 'status'> {
  /** Their id of its organization, which is shown here already. */
  readonly organizationId: number;
  /** Here. */
  readonly categoryId: Int64;
  readonly profile: TheirProfile;
  readonly photos: readonly MirroredPhoto[];
}

/** An animal that is not shown here. */
interface RefusedAnimal {
  readonly id: number;
  /** Why, as a sentence. */
  readonly refused: string;
}

export type Received = MirroredAnimal | RefusedAnimal;

/** Whether an animal lacks some of its bonds here: 1 or 0; null if it has none. */
type Bonds = 0 | 1 | null;

interface NewAnimal {
  readonly theirId: number;
  readonly pet: NewPet;
  readonly lacksBonds: Bonds;
}

/** Why animals are refused that may be shown later, though nothing changes at the source. */
export const LACKING_ROOM = {
  category: 'Its category is not there, or is one too many.',
  organization: 'Its organization is not shown here.',
  animals: `More than ${MOST_OF_SOURCE.animals} animals of a source are not shown.`,
} as const;

const EVERYTHING = { isOperator: true, organizationId: undefined };
const sweptAtOnce = 100;
/** Animals of a source whose bonds are looked at when others are gone. */
const mostBonded = 1_000;

export type Mirror = ReturnType<typeof openMirror>;

/** Writes what sources have into the tables of this service's own animals, so that every list, filter and page has it. */
export function openMirror({ account, pets, organizations, categories, photos, now }: MirrorParts) {
  /** Where their animals are here. */
  const rowsOf = async (tx: Queries, source: SourceRow, ids: readonly number[]) =>
    ids.length === 0
      ? []
      : tx
          .selectFrom('directory_animals')
          .selectAll()
          .where('source_id', '=', source.id)
          .where('their_id', 'in', ids)
          .execute();

  /** Their ids of organizations to ours. */
  async function ownOrganizations(tx: Queries, source: SourceRow, ids: readonly number[]) {
    if (ids.length === 0) return new Map<number, number>();
    const rows = await tx
      .selectFrom('directory_organizations')
      .select(['their_id', 'organization_id'])
      .where('source_id', '=', source.id)
      .where('their_id', 'in', ids)
      .execute();
    return new Map(rows.map((row) => [row.their_id, row.organization_id]));
  }

  async function add(tx: Queries, source: SourceRow, organizationId: number, added: readonly NewAnimal[]) {
    const owner = { accountId: await account(tx), organizationId };
    const ids = await pets.addAll(
      tx,
      owner,
      added.map(({ pet }) => pet),
      SERVICE,
    );
    await tx.updateTable('pets').set({ source_id: source.id }).where('id', 'in', ids).execute();
    await tx
      .insertInto('directory_animals')
      .values(
        added.map(({ theirId, lacksBonds }, i) => ({
          source_id: source.id,
          their_id: theirId,
          pet_id: ids[i] as number,
          round: source.round,
          lacks_bonds: lacksBonds,
        })),
      )
      .execute();
  }

  /** What is shown of animals, by our ids. */
  async function standingOf(tx: Queries, ids: readonly number[]) {
    const profiles = await pets.profiles.of(ids, { db: tx });
    const query = tx.selectFrom('pets').select(['id', 'name', 'category_id', 'status', 'organization_id']);
    const rows = ids.length === 0 ? [] : await query.where('id', 'in', ids).execute();
    return new Map(
      rows.flatMap(({ id, name, category_id: categoryId, status, organization_id: organizationId }) => {
        const profile = profiles.get(id);
        return profile === undefined ? [] : [[id, { pet: { name, categoryId, status, organizationId }, profile }]];
      }),
    );
  }

  /** @throws Overtaken if a category of these is not there any more */
  async function requireCategories(tx: Queries, animals: readonly MirroredAnimal[]): Promise<void> {
    for (const id of new Set(animals.map(({ categoryId }) => categoryId)))
      if (!(await categories.exists(tx, id))) throw new Overtaken();
  }

  /** Forgets that animals were refused. */
  async function forget(tx: Queries, source: SourceRow, theirIds: readonly number[]): Promise<void> {
    if (theirIds.length === 0) return;
    await tx
      .deleteFrom('directory_refusals')
      .where('source_id', '=', source.id)
      .where('their_id', 'in', theirIds)
      .execute();
  }

  /** Notes which animals are refused, for operators. */
  async function note(tx: Queries, source: SourceRow, refused: readonly RefusedAnimal[]): Promise<void> {
    if (refused.length === 0) return;
    const room = MOST_OF_SOURCE.refusals - (await countOf(tx, 'directory_refusals', source.id));
    const rows = refused.slice(0, Math.max(0, room)).map(({ id, refused: reason }) => ({
      source_id: source.id,
      their_id: id,
      reason,
      round: source.round,
    }));
    if (rows.length > 0) await tx.insertInto('directory_refusals').values(rows).execute();
  }

  /** Notes which animals lack a bond when these, by our ids, are gone: no event tells of it when they come back. */
  async function noteBonds(tx: Queries, source: SourceRow, ids: readonly number[]): Promise<void> {
    if (source.removed_at !== null) return;
    const bonded = tx.selectFrom('directory_animals').select('pet_id').where('source_id', '=', source.id);
    const rows = await bonded.where('lacks_bonds', '=', 0).limit(mostBonded).execute();
    const profiles = await pets.profiles.of(
      rows.map((row) => row.pet_id),
      { db: tx },
    );
    const gone = new Set(ids);
    const lacking = [...profiles].filter(([, { profile }]) => profile.bondedWith?.some((id) => gone.has(id)));
    if (lacking.length === 0) return;
    await tx
      .updateTable('directory_animals')
      .set({ lacks_bonds: 1 })
      .where(
        'pet_id',
        'in',
        lacking.map(([id]) => id),
      )
      .execute();
  }

  async function removeAnimals(tx: Queries, source: SourceRow, theirIds: readonly number[]): Promise<void> {
    await forget(tx, source, theirIds);
    const ids = (await rowsOf(tx, source, theirIds)).map((row) => row.pet_id);
    if (ids.length === 0) return;
    await noteBonds(tx, source, ids);
    await pets.removeAll(tx, ids, SERVICE);
    await tx.deleteFrom('directory_animals').where('pet_id', 'in', ids).execute();
  }

  /** Notes that the round has seen animals that stay. @param lacking whether they lack bonds, by our ids */
  async function noteSeen(
    tx: Queries,
    source: SourceRow,
    rows: Awaited<ReturnType<typeof rowsOf>>,
    lacking: ReadonlyMap<number, Bonds>,
  ): Promise<void> {
    for (const lacks of [null, 0, 1] as const) {
      const to = { round: source.round, lacks_bonds: lacks };
      const stale = rows.filter(
        (row) => lacking.get(row.pet_id) === lacks && (row.round !== to.round || row.lacks_bonds !== to.lacks_bonds),
      );
      const petIds = stale.map((row) => row.pet_id);
      if (petIds.length > 0) await tx.updateTable('directory_animals').set(to).where('pet_id', 'in', petIds).execute();
    }
  }

  /** Shows the photos of those animals that are shown here. @returns how many animals have others than before */
  async function putPhotos(tx: Queries, source: SourceRow, animals: readonly MirroredAnimal[]): Promise<number> {
    const theirs = new Map(animals.map((animal) => [animal.id, animal.photos]));
    const shown = await rowsOf(tx, source, [...theirs.keys()]);
    return photos.put(tx, source.id, new Map(shown.map((row) => [row.pet_id, theirs.get(row.their_id) ?? []])));
  }

  /** Removes these animals, which are `sweptAtOnce` at most. @returns whether there may be more */
  async function removeSome(tx: Queries, source: SourceRow, rows: readonly { readonly their_id: number }[]) {
    await removeAnimals(
      tx,
      source,
      rows.map((row) => row.their_id),
    );
    return rows.length === sweptAtOnce;
  }

  /** @returns whether there may be more */
  async function removeAnimalsOf(tx: Queries, source: SourceRow, organizationId: number): Promise<boolean> {
    const rows = await tx
      .selectFrom('pets')
      .innerJoin('directory_animals', 'pet_id', 'pets.id')
      .select('their_id')
      .where('organization_id', '=', organizationId)
      .limit(sweptAtOnce)
      .execute();
    return removeSome(tx, source, rows);
  }

  const see = async (tx: Queries, { round }: SourceRow, organizationId: number) => {
    await tx
      .updateTable('directory_organizations')
      .set({ round })
      .where('organization_id', '=', organizationId)
      .where('round', '<>', round)
      .execute();
  };

  /** Removes an organization with its animals. @returns whether there may be more to remove */
  async function removeOrganization(tx: Queries, source: SourceRow, theirId: number): Promise<boolean> {
    const id = (await ownOrganizations(tx, source, [theirId])).get(theirId);
    if (id === undefined) return false;
    const found = await organizations.find(EVERYTHING, id, tx);
    if (found === undefined) throw new Error('An organization of a source is missing here.');
    // All of it is gone at once for visitors.
    await organizations.change(tx, found, { listed: false }, SERVICE);
    if (await removeAnimalsOf(tx, source, id)) return true;
    // An operator has suspended it: it is still suspended when the source lists it again.
    if (found.organization.suspended && source.removed_at === null) {
      await see(tx, source, id);
      return false;
    }
    await organizations.remove(tx, id);
    await tx.deleteFrom('directory_organizations').where('organization_id', '=', id).execute();
    return false;
  }

  /** The category of this name, which is added if there is none; undefined if there are too many. */
  async function categoryNamed(tx: Queries, source: SourceRow, name: string): Promise<Int64 | undefined> {
    const found = await categories.unownedNamed(tx, name);
    if (found !== undefined) return found;
    const { all, own } = await categories.countOfSources(tx, source.id);
    if (all >= MOST_CATEGORIES || own >= MOST_OF_SOURCE.categories) return undefined;
    return (await categories.add(tx, {}, { name }, SERVICE, source.id))?.category.id;
  }

  return {
    removeAnimals,

    /** The category that stands for one of theirs: the same as before while theirs keeps its name, whatever operators call it here. Undefined if there are too many. */
    async categoryFor(tx: Queries, source: SourceRow, theirId: Int64, name: string): Promise<Int64 | undefined> {
      const hash = hashOf(name);
      const query = tx.selectFrom('directory_categories').selectAll().where('source_id', '=', source.id);
      const kept = await query.where('their_id', '=', theirId).executeTakeFirst();
      if (kept?.name_hash === hash) return kept.category_id;
      const own = await categoryNamed(tx, source, name);
      const hasRoom = async () =>
        (await countOf(tx, 'directory_categories', source.id)) < MOST_OF_SOURCE.knownCategories;
      if (own === undefined || (kept === undefined && !(await hasRoom()))) return own;
      const to = { name_hash: hash, category_id: own };
      await tx
        .insertInto('directory_categories')
        .values({ source_id: source.id, their_id: theirId, ...to })
        .onConflict((row) => row.columns(['source_id', 'their_id']).doUpdateSet(to))
        .execute();
      return own;
    },

    /** Removes some of the categories that were added for sources and that no animal has. */
    async removeUnusedCategories(tx: Queries): Promise<void> {
      for (const found of await categories.unusedOfSources(tx, sweptAtOnce))
        await categories.remove(tx, found, SERVICE);
    },

    /**
     * Shows an organization, or changes what is shown of it. Beyond the most that a source may have, it is left out.
     *
     * @returns whether it was written: not if it is as before, or left out
     */
    async putOrganization(
      tx: Queries,
      source: SourceRow,
      { id: theirId, ...all }: TheirOrganization,
    ): Promise<boolean> {
      const said = acceptable(all, ({ translations, locale }) => versionFault(translations, locale));
      const id = (await ownOrganizations(tx, source, [theirId])).get(theirId);
      const listed = source.hidden_at === null;
      if (id === undefined) {
        if ((await countOf(tx, 'directory_organizations', source.id)) >= MOST_OF_SOURCE.organizations) return false;
        const { organization } = await organizations.add(tx, { ...said, listed }, SERVICE);
        await tx.updateTable('organizations').set({ source_id: source.id }).where('id', '=', organization.id).execute();
        const row = { source_id: source.id, their_id: theirId, organization_id: organization.id, round: source.round };
        await tx.insertInto('directory_organizations').values(row).execute();
        return true;
      }
      const found = await organizations.find(EVERYTHING, id, tx);
      if (found === undefined) throw new Error('An organization of a source is missing here.');
      const absent = Object.fromEntries(DESCRIBED.map((member) => [member, null]));
      const changed = await organizations.change(tx, found, { ...absent, ...said, listed }, SERVICE);
      await see(tx, source, id);
      return changed !== found;
    },

    /**
     * Shows animals, or changes what is shown of them. Those that break a rule of this service are not shown, and noted.
     *
     * @returns how many are new here, and how many are shown in another way than before
     * @throws Overtaken if a category was removed here meanwhile
     */
    async putAnimals(tx: Queries, source: SourceRow, received: readonly Received[]) {
      const animals = received.flatMap((animal) => ('refused' in animal ? [] : animal));
      const refused = received.flatMap((animal) => ('refused' in animal ? animal : []));
      await requireCategories(tx, animals);
      const rows = await rowsOf(tx, source, [
        ...new Set(animals.flatMap(({ id, profile: { bondedWith = [] } }) => [id, ...bondedWith])),
      ]);
      const ids = new Map(rows.map((row) => [row.their_id, row.pet_id]));
      const own = await ownOrganizations(tx, source, [...new Set(animals.map(({ organizationId: id }) => id))]);
      const standing = await standingOf(
        tx,
        animals.flatMap(({ id }) => ids.get(id) ?? []),
      );
      const added = new Map<number, NewAnimal[]>();
      const coming: number[] = [];
      /** Of those that stay, whether they lack bonds. */
      const lacking = new Map<number, Bonds>();
      let changed = 0;
      const hasNew = animals.some(({ id }) => !ids.has(id));
      let room = hasNew ? MOST_OF_SOURCE.animals - (await countOf(tx, 'directory_animals', source.id)) : 0;
      for (const { id: theirId, organizationId: theirs, name, status, categoryId, profile: said } of animals) {
        const organizationId = own.get(theirs);
        const refuse = (reason: string) => void refused.push({ id: theirId, refused: reason });
        const profile = acceptable(profileOf(theirId, said, ids), (one) => faultOf(one, now()));
        const id = ids.get(theirId);
        const lacksBonds = bondsOf(profile.bondedWith, said.bondedWith);
        if (said.comingSoon === true) {
          coming.push(theirId);
        } else if (organizationId === undefined) {
          refuse(LACKING_ROOM.organization);
        } else if (Buffer.byteLength(JSON.stringify(profile)) > MOST_BYTES) {
          refuse(`Its profile has more than ${MOST_BYTES} bytes.`);
        } else if (id === undefined && room <= 0) {
          refuse(LACKING_ROOM.animals);
        } else if (id === undefined) {
          room -= 1;
          const ofOrganization = added.get(organizationId) ?? [];
          const pet = { name, categoryId, status, profile };
          added.set(organizationId, [...ofOrganization, { theirId, pet, lacksBonds }]);
        } else {
          lacking.set(id, lacksBonds);
          const before = standing.get(id);
          const to = { name, categoryId, status, organizationId };
          if (before && isDeepStrictEqual(before.pet, to) && isSameProfile(before.profile.profile, profile, now()))
            continue;
          changed += 1;
          const found = await pets.find(id, { db: tx });
          if (before === undefined || found === undefined) throw new Error('An animal of a source is missing here.');
          await pets.save({ tx, by: SERVICE }, found, { ...to, profile: { before: before.profile, after: profile } });
        }
      }
      await forget(
        tx,
        source,
        received.map(({ id }) => id),
      );
      for (const [organizationId, all] of added) await add(tx, source, organizationId, all);
      await noteSeen(tx, source, rows, lacking);
      await removeAnimals(tx, source, [...coming, ...refused.map(({ id }) => id)]);
      await note(tx, source, refused);
      changed += await putPhotos(tx, source, animals);
      return { added: [...added.values()].flat().length, changed };
    },

    /** Up to a hundred of their ids above `after`, in order: animals that are bonded with some that were not shown here when they were written. */
    async lackingBonds(db: Queries, source: SourceRow, after: number): Promise<number[]> {
      const query = db.selectFrom('directory_animals').select('their_id').where('source_id', '=', source.id);
      const rows = await query
        .where('lacks_bonds', '=', 1)
        .where('their_id', '>', after)
        .orderBy('their_id')
        .limit(sweptAtOnce)
        .execute();
      return rows.map((row) => row.their_id);
    },

    /** Up to a hundred of their ids above `after`, in order: animals that were refused. */
    async refused(db: Queries, source: SourceRow, after: number): Promise<number[]> {
      const query = db.selectFrom('directory_refusals').select('their_id').where('source_id', '=', source.id);
      const rows = await query.where('their_id', '>', after).orderBy('their_id').limit(sweptAtOnce).execute();
      return rows.map((row) => row.their_id);
    },

    /** Up to a hundred of their ids: animals, of one of their organizations or of all, that the source's round has not seen. */
    async unseen(db: Queries, source: SourceRow, organizationId: number | undefined): Promise<number[]> {
      let query = db
        .selectFrom('directory_animals')
        .select('directory_animals.their_id')
        .where('directory_animals.source_id', '=', source.id)
        .where('directory_animals.round', '<', source.round);
      if (organizationId !== undefined)
        query = query
          .innerJoin('pets', 'pets.id', 'pet_id')
          .innerJoin('directory_organizations', 'directory_organizations.organization_id', 'pets.organization_id')
          .where('directory_organizations.source_id', '=', source.id)
          .where('directory_organizations.their_id', '=', organizationId);
      const rows = await query.orderBy('directory_animals.their_id').limit(sweptAtOnce).execute();
      return rows.map((row) => row.their_id);
    },

    removeOrganization,

    /**
     * Removes an organization, or some of its animals, that the source's round has not seen, and forgets animals that were refused before.
     *
     * @param before instead of the source's round: `Infinity` for all
     * @returns whether there may be more
     */
    async removeOrganizationBefore(tx: Queries, source: SourceRow, before = source.round): Promise<boolean> {
      let query = tx.selectFrom('directory_organizations').select('their_id').where('source_id', '=', source.id);
      if (before !== Infinity) {
        query = query.where('round', '<', before);
        const refusals = tx.deleteFrom('directory_refusals').where('source_id', '=', source.id);
        await refusals.where('round', '<', before).execute();
      }
      const row = await query.orderBy('their_id').limit(1).executeTakeFirst();
      if (row === undefined) return false;
      await removeOrganization(tx, source, row.their_id);
      return true;
    },

    /** Shows or hides all that the source has. */
    async setListed(tx: Queries, source: SourceRow, listed: boolean): Promise<void> {
      const rows = await tx
        .selectFrom('directory_organizations')
        .select('organization_id')
        .where('source_id', '=', source.id)
        .execute();
      for (const { organization_id: id } of rows) {
        const found = await organizations.find(EVERYTHING, id, tx);
        if (found !== undefined) await organizations.change(tx, found, { listed }, SERVICE);
      }
    },
  };
}

function isSameProfile(before: NewPetProfile, after: NewPetProfile, nowMs: number): boolean {
  const { shown, staff } = changedMembers(before, normalized(after), nowMs);
  return shown.length === 0 && staff.length === 0;
}

/** The members that an organization may leave out. */
const DESCRIBED = Object.keys(TheirOrganization.properties).filter((member) => member !== 'id' && member !== 'name');

/** @param shown the bonds with animals that are shown here @param said all */
const bondsOf = (shown: readonly number[] = [], said: readonly number[] = []): Bonds =>
  said.length === 0 ? null : shown.length < said.length ? 1 : 0;

/** @param ids their ids to ours: an animal is bonded with those that are shown here */
function profileOf(theirId: number, said: TheirProfile, ids: ReadonlyMap<number, number>): NewPetProfile {
  const { waitingSince, comingSoon: _, bondedWith = [], ...shown } = said;
  const bonds = bondedWith.flatMap((id) => (id === theirId ? [] : (ids.get(id) ?? [])));
  return {
    ...shown,
    ...(bonds.length === 0 ? {} : { bondedWith: bonds }),
    ...(waitingSince === undefined ? {} : { staff: { intake: { date: waitingSince } } }),
  };
}
