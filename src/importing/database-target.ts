import type { CategoryStore } from '../categories/store.ts';
import type { Database, Queries } from '../database/database.ts';
import type { PetStore } from '../pets/store.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Owner } from '../vocabulary/owner.ts';
import type { Animal } from './animals.ts';
import type { Added, ImportTarget } from './target.ts';

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
}

const mostCategories = 1_000_000;

/**
 * Adds animals to the database. The transaction that adds an animal also stores its reference, so that each animal is added exactly once, however
 * often, by however many imports and by whichever members of an organization its file is read. The reference outlives the animal: an animal that
 * was deleted is not added again.
 */
export function databaseTarget(parts: DatabaseTargetParts): ImportTarget {
  const { database, pets, categories, owner, by, batch, requireRight } = parts;
  const { accountId, organizationId = null } = owner;
  const remember = (tx: Queries, animals: readonly Animal[], petIds: readonly number[]) =>
    tx
      .insertInto('import_references')
      .values(
        animals.map(({ reference }, i) => ({
          account_id: accountId,
          organization_id: organizationId,
          reference,
          pet_id: petIds[i] as number,
        })),
      )
      // The account has imported the reference for another owner: alone, or as a member of another organization.
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'reference']).doUpdateSet({
          organization_id: (of) => of.ref('excluded.organization_id'),
          pet_id: (of) => of.ref('excluded.pet_id'),
        }),
      )
      .execute();
  const knownIn = async (db: Queries, references: readonly string[]): Promise<ReadonlySet<string>> => {
    const rows = await db
      .selectFrom('import_references')
      .select('reference')
      .where('reference', 'in', references)
      .where((of) =>
        organizationId === null
          ? of.and({ account_id: accountId }).and('organization_id', 'is', null)
          : of('organization_id', '=', organizationId),
      )
      .execute();
    return new Set(rows.map(({ reference }) => reference));
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
  };
}
