import { sql } from 'kysely';
import type { CategoryStore } from '../categories/store.ts';
import type { Database, Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError, existing } from '../http/errors.ts';
import { chunks } from '../kit/chunks.ts';
import { requireMayBecome, saveChange } from '../pets/changing.ts';
import type { PhotoAdding } from '../pets/photo-adding.ts';
import { requireAcceptable } from '../pets/profile/rules.ts';
import type { PetStore, StoredPet } from '../pets/store.ts';
import type { Now } from '../time/clock.ts';
import type { Actor } from '../vocabulary/actors.ts';
import { MAX_BONDS } from '../vocabulary/animal-profile.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { ifOf, type Owner, ownerKey } from '../vocabulary/owner.ts';
import type { Animal } from './animals.ts';
import { bondKeys } from './bonds/adding.ts';
import { photoKeys } from './photos/adding.ts';
import type { Added, AddedOne, ImportTarget, OwedOne } from './target.ts';
import type { ImportStore } from './undoing/store.ts';
import { type Written, writtenOfNew } from './updating.ts';

export interface DatabaseTargetParts {
  readonly database: Database;
  readonly pets: PetStore;
  readonly categories: CategoryStore;
  /** To whom the animals will belong. */
  readonly owner: Owner;
  readonly by: Actor;
  /** How many animals one transaction adds, with four statements: at most 1,000. */
  readonly batch: number;
  /** Throws in each transaction if the import may not go on. */
  readonly requireRight?: (tx: Queries) => Promise<void>;
  readonly adding: Pick<PhotoAdding, 'add'>;
  readonly imports: ImportStore;
  /** The name of the file, for the record of the import. */
  readonly file?: string | undefined;
  /** Unix milliseconds, as the animals' own times. */
  readonly now: Now;
  /** As in `petRoutes`. */
  readonly writeExpiry: (tx: Queries, pet: StoredPet) => Promise<void>;
}

const mostCategories = 1_000_000;
/** A statement has a bounded number of parameters. */
const rowsAtOnce = 5_000;

/**
 * Adds animals to the database. The transaction that adds an animal also stores its reference, so that each animal is added exactly once, however
 * often, regardless of how many imports read its file and which members of an organization run them. If the animal is removed, or given to
 * another owner, nothing of it is read or changed any more, and its reference may be imported again. The photos and bonds that an animal is owed are rows of the same table, until they are there.
 */
export function databaseTarget(parts: DatabaseTargetParts): ImportTarget {
  const { database, pets, categories, owner, by, batch, requireRight, adding, writeExpiry, imports, file, now } = parts;
  const ownerId = ownerKey(owner);
  /** Its record, once it has added an animal. */
  let importId: number | undefined;
  const remember = async (tx: Queries, animals: readonly Animal[], petIds: readonly number[], id: number) => {
    const shared = { owner: ownerId, import_id: id };
    const notedAt = now();
    const rows = animals.flatMap((animal, i) => {
      const row = { ...shared, pet_id: petIds[i] as number };
      const owed = [...photoKeys(animal), ...bondKeys(animal)];
      return [
        { ...row, reference: animal.reference, noted_at: notedAt, written: JSON.stringify(writtenOfNew(animal)) },
        ...owed.map((reference) => ({ ...row, reference, noted_at: null, written: null })),
      ];
    });
    for (const some of chunks(rows, rowsAtOnce)) await insert(tx, some);
  };
  const insert = (tx: Queries, rows: readonly Tables['import_references'][]) =>
    tx
      .insertInto('import_references')
      .values(rows)
      // The owner has had an animal with the reference.
      .onConflict((conflict) =>
        conflict.columns(['owner', 'reference']).doUpdateSet({
          pet_id: (of) => of.ref('excluded.pet_id'),
          import_id: (of) => of.ref('excluded.import_id'),
          noted_at: (of) => of.ref('excluded.noted_at'),
          written: (of) => of.ref('excluded.written'),
        }),
      )
      .execute();
  const found = (db: Queries, references: readonly string[]) =>
    db
      .selectFrom('import_references')
      .select(['reference', 'pet_id', 'written'])
      .innerJoin('pets', 'pets.id', 'pet_id')
      .where('reference', 'in', references)
      .where('owner', '=', ownerId)
      // Not the references of animals that were removed or given away.
      .where(sql`coalesce(pets.organization_id, -pets.account_id)`, '=', ownerId);
  const knownIn = async (db: Queries, references: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set((await found(db, references).execute()).map(({ reference }) => reference));
  const ownPet = async (petId: Int64, db?: Queries): Promise<StoredPet | undefined> =>
    ifOf(owner, await pets.find(petId, { db }));
  const petWith = async (petId: Int64, db?: Queries) => existing(await ownPet(petId, db), 'pet_not_found', 'petId');
  /** Ends what an animal is owed, and does it: unless another import of the same file has done so, and the staff may have undone it. */
  const settle = async (
    tx: Queries,
    { key, petId, reference }: OwedOne,
    work: () => Promise<unknown>,
  ): Promise<void> => {
    const owed = tx.deleteFrom('import_references').where('owner', '=', ownerId).where('reference', '=', key);
    if ((await owed.returning('pet_id').execute()).length > 0) await imports.writing(tx, petId, reference, work);
  };
  /** @returns also the id of its record */
  const addTo = async (tx: Queries, animals: readonly Animal[]): Promise<readonly [number | undefined, Added[]]> => {
    // On PostgreSQL, looking first turns a race for a reference into an overlap, which the transaction retries.
    // https://www.postgresql.org/docs/current/transaction-iso.html#XACT-SERIALIZABLE
    const known = await knownIn(
      tx,
      animals.map(({ reference }) => reference),
    );
    const fresh = animals.filter(({ reference }) => !known.has(reference));
    let id = importId;
    if (fresh.length > 0) {
      id = await imports.note(tx, importId, { owner, by, file, animals: fresh.length });
      const petIds = await pets.addAll(
        tx,
        owner,
        fresh.map(({ pet }) => pet),
        by,
      );
      await remember(tx, fresh, petIds, id);
    }
    return [id, animals.map(({ reference }) => (known.has(reference) ? 'already' : 'added'))];
  };

  return {
    batch,
    categories: () => categories.list(mostCategories, undefined),

    async addCategory(name) {
      const added = await database.transaction(async (tx) => {
        await requireRight?.(tx);
        return categories.add(tx, owner, { name }, by);
      });
      if (added === undefined) throw new Error('A category without a given id was not added.');
      return { value: added.category.id };
    },

    known: (references) => knownIn(database.read, references),

    async add(animals) {
      const [id, added] = await database.transaction(async (tx) => {
        await requireRight?.(tx);
        return addTo(tx, animals);
      });
      importId = id;
      return added;
    },

    async owed(animals) {
      const rows = await found(
        database.read,
        animals.flatMap(({ keys }) => keys),
      ).execute();
      const petIds = new Map(rows.map(({ reference, pet_id }) => [reference, pet_id]));
      return new Map(
        animals.flatMap(({ reference, keys }) => {
          const open = keys.filter((key) => petIds.has(key));
          const petId = petIds.get(open[0] ?? '');
          return petId === undefined ? [] : [[reference, { petId, keys: new Set(open) }] as const];
        }),
      );
    },

    addPhoto: (of, image, signal) =>
      settled(() =>
        adding.add({
          image,
          sender: { accountId: owner.accountId, signal },
          by,
          find: (db) => petWith(of.petId, db),
          commit: (work) =>
            database.transaction(async (tx) => {
              await requireRight?.(tx);
              await settle(tx, of, () => work(tx));
            }),
        }),
      ),

    async petIds(references) {
      const rows = await found(database.read, references).execute();
      return new Map(rows.map(({ reference, pet_id }) => [reference, pet_id]));
    },

    async imported(references) {
      const rows = await found(database.read, references).execute();
      const writtenIn = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as Written));
      return new Map(
        rows.map(({ reference, pet_id: petId, written }) => [reference, { petId, written: writtenIn(written) }]),
      );
    },

    async current(petIds) {
      const ids = petIds as readonly number[];
      const profiles = await pets.profiles.of(ids, {});
      const found = await Promise.all(ids.map((id) => ownPet(id)));
      return new Map(
        found.flatMap((stored) => {
          if (stored === undefined) return [];
          const { id, ...pet } = stored.pet;
          const { profile = {}, hiddenBecause } = profiles.get(id) ?? {};
          const shown =
            hiddenBecause === undefined ? profile : { ...profile, staff: { ...profile.staff, hiddenBecause } };
          return [[id, { ...pet, profile: shown }] as const];
        }),
      );
    },

    change: ({ petId, reference, patch, written }) =>
      settled(() =>
        database.transaction(async (tx) => {
          await requireRight?.(tx);
          const pet = await petWith(petId, tx);
          await imports.writing(tx, petId, reference, async () => {
            await writeExpiry(tx, pet);
            await requireMayBecome(tx, pets, pet, patch.status ?? pet.pet.status);
            await saveChange({ tx, by }, pet, patch, { pets, now });
          });
          const of = tx
            .updateTable('import_references')
            .where('owner', '=', ownerId)
            .where('reference', '=', reference);
          await of.set({ written: JSON.stringify(written) }).execute();
        }),
      ),

    addBond: (of, other) =>
      settled(() =>
        database.transaction(async (tx) => {
          await requireRight?.(tx);
          await settle(tx, of, async () => {
            const pet = await petWith(of.petId, tx);
            const before = existing(
              (await pets.profiles.of([pet.pet.id], { db: tx })).get(pet.pet.id),
              'pet_not_found',
              'petId',
            );
            const bondedWith = [...new Set([...(before.profile.bondedWith ?? []), Number(other)])];
            if (bondedWith.length > MAX_BONDS)
              throw new ApiError('invalid_body', `An animal is bonded with at most ${MAX_BONDS} others.`);
            const after = { ...before.profile, bondedWith };
            const about = { path: '', petId: pet.pet.id, before: before.profile, nowMs: now() };
            await requireAcceptable(tx, pets.profiles, after, about);
            await writeExpiry(tx, pet);
            await pets.save({ tx, by }, pet, { profile: { before, after } });
          });
        }),
      ),
  };
}

/** The outcome of what an animal is owed. */
async function settled(work: () => Promise<unknown>): Promise<AddedOne> {
  try {
    await work();
    return 'added';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'pet_not_found' ? 'gone' : { reason: error.message };
  }
}
