import type { ExpressionBuilder } from 'kysely';
import type { CategoryStore } from '../categories/store.ts';
import type { Database, Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError, existing } from '../http/errors.ts';
import type { PhotoAdding } from '../pets/photo-adding.ts';
import { requireAcceptable } from '../pets/profile/rules.ts';
import type { PetStore, StoredPet } from '../pets/store.ts';
import type { Actor } from '../vocabulary/actors.ts';
import { MAX_BONDS } from '../vocabulary/animal-profile.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { Owner } from '../vocabulary/owner.ts';
import type { Animal } from './animals.ts';
import { bondKeys } from './bonds/adding.ts';
import { photoKeys } from './photos/adding.ts';
import type { Added, AddedOne, ImportTarget } from './target.ts';

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
  /** As in `petRoutes`. */
  readonly writeExpiry: (tx: Queries, pet: StoredPet) => Promise<void>;
}

const mostCategories = 1_000_000;
/** A statement has a bounded number of parameters. */
const rowsAtOnce = 5_000;

/**
 * Adds animals to the database. The transaction that adds an animal also stores its reference, so that each animal is added exactly once, however
 * often, regardless of how many imports read its file and which members of an organization run them. The reference outlives the animal: an animal that
 * was deleted is not added again. The photos and bonds that an animal is owed are rows of the same table, until they are there.
 */
export function databaseTarget(parts: DatabaseTargetParts): ImportTarget {
  const { database, pets, categories, owner, by, batch, requireRight, adding, writeExpiry } = parts;
  const { accountId, organizationId = null } = owner;
  const rowsOf = (references: readonly string[], petId: number | undefined) =>
    references.map((reference) => ({
      account_id: accountId,
      organization_id: organizationId,
      reference,
      pet_id: petId as number,
    }));
  const remember = async (tx: Queries, animals: readonly Animal[], petIds: readonly number[]) => {
    const rows = animals.flatMap((animal, i) =>
      rowsOf([animal.reference, ...photoKeys(animal), ...bondKeys(animal)], petIds[i]),
    );
    for (let start = 0; start < rows.length; start += rowsAtOnce)
      await insert(tx, rows.slice(start, start + rowsAtOnce));
  };
  const insert = (tx: Queries, rows: ReturnType<typeof rowsOf>) =>
    tx
      .insertInto('import_references')
      .values(rows)
      // The account has imported the reference for another owner: alone, or as a member of another organization.
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'reference']).doUpdateSet({
          organization_id: (of) => of.ref('excluded.organization_id'),
          pet_id: (of) => of.ref('excluded.pet_id'),
        }),
      )
      .execute();
  const isOwn = (of: ExpressionBuilder<Tables, 'import_references'>) =>
    organizationId === null
      ? of.and({ account_id: accountId }).and('organization_id', 'is', null)
      : of('organization_id', '=', organizationId);
  const found = (db: Queries, references: readonly string[]) =>
    db
      .selectFrom('import_references')
      .select(['reference', 'pet_id'])
      .where('reference', 'in', references)
      .where(isOwn);
  const knownIn = async (db: Queries, references: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set((await found(db, references).execute()).map(({ reference }) => reference));
  const petWith = async (petId: Int64, db?: Queries) =>
    existing(await pets.find(petId, { db }), 'pet_not_found', 'petId');
  /** Ends what an animal is owed, and does it: unless another import of the same file has done so, and the staff may have undone it. */
  const settle = async (tx: Queries, key: string, work: () => Promise<unknown>): Promise<void> => {
    const owed = tx.deleteFrom('import_references').where('reference', '=', key).where(isOwn);
    if ((await owed.returning('pet_id').execute()).length > 0) await work();
  };
  const addTo = async (tx: Queries, animals: readonly Animal[]): Promise<Added[]> => {
    // On PostgreSQL, looking first turns a race for a reference into an overlap, which the transaction retries.
    // https://www.postgresql.org/docs/current/transaction-iso.html#XACT-SERIALIZABLE
    const known = await knownIn(
      tx,
      animals.map(({ reference }) => reference),
    );
    const fresh = animals.filter(({ reference }) => !known.has(reference));
    if (fresh.length > 0) {
      const petIds = await pets.addAll(
        tx,
        owner,
        fresh.map(({ pet }) => pet),
        by,
      );
      await remember(tx, fresh, petIds);
    }
    return animals.map(({ reference }) => (known.has(reference) ? 'already' : 'added'));
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

    add: (animals) =>
      database.transaction(async (tx) => {
        await requireRight?.(tx);
        return addTo(tx, animals);
      }),

    async owed(animals) {
      const rows = await found(
        database.read,
        animals.flatMap(({ keys }) => keys),
      )
        // Not the references of removed animals.
        .where('pet_id', 'in', (of) => of.selectFrom('pets').select('pets.id').whereRef('pets.id', '=', 'pet_id'))
        .execute();
      const petIds = new Map(rows.map(({ reference, pet_id }) => [reference, pet_id]));
      return new Map(
        animals.flatMap(({ reference, keys }) => {
          const open = keys.filter((key) => petIds.has(key));
          const petId = petIds.get(open[0] ?? '');
          return petId === undefined ? [] : [[reference, { petId, keys: new Set(open) }] as const];
        }),
      );
    },

    addPhoto: ({ petId, key }, image, signal) =>
      settled(() =>
        adding.add({
          image,
          sender: { accountId, signal },
          by,
          find: (db) => petWith(petId, db),
          commit: (work) =>
            database.transaction(async (tx) => {
              await requireRight?.(tx);
              await settle(tx, key, () => work(tx));
            }),
        }),
      ),

    async petIds(references) {
      const rows = await found(database.read, references).execute();
      return new Map(rows.map(({ reference, pet_id }) => [reference, pet_id]));
    },

    addBond: ({ petId, key }, other) =>
      settled(() =>
        database.transaction(async (tx) => {
          await requireRight?.(tx);
          await settle(tx, key, async () => {
            const pet = await petWith(petId, tx);
            const before = existing(
              (await pets.profiles.of([pet.pet.id], { db: tx })).get(pet.pet.id),
              'pet_not_found',
              'petId',
            );
            const bondedWith = [...new Set([...(before.profile.bondedWith ?? []), Number(other)])];
            if (bondedWith.length > MAX_BONDS)
              throw new ApiError('invalid_body', `An animal is bonded with at most ${MAX_BONDS} others.`);
            const after = { ...before.profile, bondedWith };
            const about = { path: '', petId: pet.pet.id, before: before.profile, nowMs: Date.now() };
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
