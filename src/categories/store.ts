import type { Database, Queries } from '../database/database.ts';
import type { Outbox } from '../database/outbox.ts';
import type { Tables } from '../database/tables.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { Category, CategoryPatch, NewCategory } from './schema.ts';

/** A category with the fields that the API does not show. */
export interface StoredCategory {
  readonly category: Category;
  /** The account that added it; undefined for the categories that every database starts with. */
  readonly accountId: number | undefined;
}

export type CategoryStore = ReturnType<typeof categoryStore>;

export function categoryStore({ read }: Database, outbox: Outbox) {
  /** Reads in the transaction, or what is committed. */
  const find = async (id: Int64, db: Queries = read): Promise<StoredCategory | undefined> => {
    const row = await db.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : storedOf(row);
  };
  const exists = async (db: Queries, id: Int64): Promise<boolean> => (await find(id, db)) !== undefined;

  /** Skips ids that clients have chosen. */
  async function freeId(tx: Queries): Promise<number> {
    for (;;) {
      const { next } = await tx
        .updateTable('id_counters')
        .set(({ eb }) => ({ next: eb('next', '+', 1) }))
        .where('name', '=', 'categories')
        .returning('next')
        .executeTakeFirstOrThrow();
      if (!(await exists(tx, next - 1))) return next - 1;
    }
  }

  return {
    find,
    exists,

    /** Up to `count` categories with ids below `before`, the highest id first. */
    async list(count: number, before: Int64 | undefined): Promise<Category[]> {
      let query = read.selectFrom('categories').selectAll();
      if (before !== undefined) query = query.where('id', '<', before);
      return (await query.orderBy('id', 'desc').limit(count).execute()).map((row) => storedOf(row).category);
    },

    /** Undefined if the given id is taken. */
    async add(tx: Queries, accountId: number, { id, name, description }: NewCategory) {
      if (id !== undefined && (await exists(tx, id))) return undefined;
      const row = {
        id: id ?? (await freeId(tx)),
        name,
        description: description ?? null,
        account_id: accountId,
      };
      await tx.insertInto('categories').values(row).execute();
      const added = storedOf(row);
      await outbox.append(tx, 'category.created', added.category);
      return added;
    },

    async save(tx: Queries, found: StoredCategory, patch: CategoryPatch): Promise<StoredCategory> {
      const { category } = found;
      const name = patch.name ?? category.name;
      const description = patch.description === undefined ? (category.description ?? null) : patch.description;
      if (name === category.name && description === (category.description ?? null)) return found;
      await tx.updateTable('categories').set({ name, description }).where('id', '=', category.id).execute();
      const saved = storedOf({ id: category.id, name, description, account_id: found.accountId ?? null });
      await outbox.append(tx, 'category.updated', saved.category);
      return saved;
    },

    /** Whether any animal belongs to it. */
    async isUsed(tx: Queries, id: Int64): Promise<boolean> {
      return (
        (await tx.selectFrom('pets').select('id').where('category_id', '=', id).limit(1).executeTakeFirst()) !==
        undefined
      );
    },

    async remove(tx: Queries, { category }: StoredCategory) {
      await tx.deleteFrom('categories').where('id', '=', category.id).execute();
      await outbox.append(tx, 'category.deleted', category);
    },
  };
}

function storedOf({ id, name, description, account_id: accountId }: Tables['categories']): StoredCategory {
  return {
    category: { id, name, ...(description === null ? {} : { description }) },
    accountId: accountId ?? undefined,
  };
}
