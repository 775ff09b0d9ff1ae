import type { CategoryStore } from '../categories/store.ts';
import type { Database, Queries } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { PetStore } from '../pets/store.ts';
import { CategoryUnknown } from './categories.ts';
import type { Sink } from './sink.ts';

interface DirectParts {
  readonly database: Database;
  readonly pets: PetStore;
  readonly categories: CategoryStore;
  /** Whose the animals are. */
  readonly accountId: number;
  /** The rule of a category's name: the API's sentence where it is broken. */
  readonly nameRule: (name: string) => { value: unknown } | { reason: string };
}

const most = 1_000_000;

/**
 * Puts animals straight into the store. The reference of an animal is kept in the transaction that adds it, so that it is added exactly once,
 * however often and by however many the file is imported. It stays when the animal is removed: what was removed does not come back.
 */
export function directSink({ database, pets, categories, accountId, nameRule }: DirectParts): Sink {
  const remember = prepared<{ reference: string; petId: number }, object>(database.read, (db, p) =>
    db.insertInto('import_references').values({ account_id: accountId, reference: p.reference, pet_id: p.petId }),
  );
  const knownIn = async (db: Queries, references: readonly string[]): Promise<ReadonlySet<string>> => {
    const rows = await db
      .selectFrom('import_references')
      .select('reference')
      .where('account_id', '=', accountId)
      .where('reference', 'in', references)
      .execute();
    return new Set(rows.map(({ reference }) => reference));
  };

  return {
    batch: 1_000,
    categories: () => categories.list(most, undefined),

    async addCategory(name) {
      const checked = nameRule(name);
      if ('reason' in checked) return new CategoryUnknown(checked.reason);
      const added = await database.transaction((tx) => categories.add(tx, accountId, { name }));
      if (added === undefined) throw new Error('A category without a given id was not added.');
      return added.category.id;
    },

    known: (references) => knownIn(database.read, references),

    add: (animals) =>
      database.transaction(async (tx) => {
        const known = await knownIn(
          tx,
          animals.map(({ reference }) => reference),
        );
        const results: ('added' | 'already')[] = [];
        for (const { reference, pet } of animals) {
          if (!known.has(reference)) {
            const added = await pets.add(tx, accountId, pet);
            await remember(tx, { reference, petId: added.pet.id });
          }
          results.push(known.has(reference) ? 'already' : 'added');
        }
        return results;
      }),
  };
}
