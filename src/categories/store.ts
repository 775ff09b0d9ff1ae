import type { Database, Queries } from '../database/database.ts';
import { isPublicCategory, isTrusted, type PublicOnly } from '../database/listed.ts';
import { newest } from '../database/newest.ts';
import type { Outbox } from '../database/outbox.ts';
import type { Tables } from '../database/tables.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { Owner } from '../vocabulary/owner.ts';
import type { Category, CategoryPatch, NewCategory } from './schema.ts';

/** A category with the fields that the API does not show. */
export interface StoredCategory {
  readonly category: Category;
  /** Empty for the categories that every database starts with, and for those of sources. */
  readonly owner: Partial<Owner>;
}

export type CategoryStore = ReturnType<typeof categoryStore>;

export function categoryStore({ read }: Database, outbox: Outbox) {
  /** All categories, or those that visitors see. */
  const select = (db: Queries, publicOnly: PublicOnly) => {
    const query = db.selectFrom('categories').selectAll();
    return publicOnly === false ? query : query.where(isPublicCategory(publicOnly));
  };
  /** Reads in the transaction, or what is committed. @param publicOnly finds only what visitors see */
  const find = async (
    id: Int64,
    db: Queries = read,
    publicOnly: PublicOnly = false,
  ): Promise<StoredCategory | undefined> => {
    const row = await select(db, publicOnly).where('id', '=', id).executeTakeFirst();
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

    /** Up to `count` categories with ids below `before`, the highest id first. @param publicOnly lists only what visitors see */
    async list(count: number, before: Int64 | undefined, publicOnly: PublicOnly = false): Promise<Category[]> {
      return (await newest(select(read, publicOnly), count, before)).map((row) => storedOf(row).category);
    },

    /** The names that visitors may read, of categories of animals that they see; by their ids. */
    async namesOfSeen(ids: readonly Int64[]): Promise<ReadonlyMap<Int64, string>> {
      if (ids.length === 0) return new Map();
      // Whether they have such an animal, which takes longer to find out, is known.
      const query = read.selectFrom('categories').select(['id', 'name']).where(isTrusted('categories'));
      const rows = await query.where('id', 'in', ids).execute();
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    /** A category of this name that belongs to nobody: every database starts with it, or it was added for a source. */
    unownedNamed: async (tx: Queries, name: string): Promise<Int64 | undefined> => {
      const query = tx.selectFrom('categories').select('id').where('name', '=', name).where('account_id', 'is', null);
      return (await query.orderBy('id').limit(1).executeTakeFirst())?.id;
    },

    /** How many were added for sources of the directory: in all, and for this one. */
    async countOfSources(tx: Queries, sourceId: number): Promise<{ readonly all: number; readonly own: number }> {
      const rows = await tx
        .selectFrom('categories')
        .select(['source_id', ({ fn }) => fn.countAll().as('count')])
        .where('source_id', 'is not', null)
        .groupBy('source_id')
        .execute();
      const sum = (some: typeof rows) => some.reduce((total, { count }) => total + Number(count), 0);
      return { all: sum(rows), own: sum(rows.filter((row) => row.source_id === sourceId)) };
    },

    /** The names of up to `count` categories, from the lowest id on, that every database starts with, or whose owner visitors see. */
    trustedNames: (count: number): Promise<{ id: Int64; name: string }[]> =>
      read
        .selectFrom('categories')
        .select(['id', 'name'])
        .where(isTrusted('categories'))
        .orderBy('id')
        .limit(count)
        .execute(),

    /**
     * Undefined if the given id is taken.
     *
     * @param sourceId of the source that it is for
     */
    async add(
      tx: Queries,
      owner: Partial<Owner>,
      { id, name, description }: NewCategory,
      by: Actor,
      sourceId: number | null = null,
    ) {
      if (id !== undefined && (await exists(tx, id))) return undefined;
      const row = {
        id: id ?? (await freeId(tx)),
        name,
        description: description ?? null,
        account_id: owner.accountId ?? null,
        organization_id: owner.organizationId ?? null,
        source_id: sourceId,
      };
      await tx.insertInto('categories').values(row).execute();
      const added = storedOf(row);
      await outbox.append(tx, 'category.created', added.category, { by, ...owner });
      return added;
    },

    async save(tx: Queries, found: StoredCategory, patch: CategoryPatch, by: Actor): Promise<StoredCategory> {
      const { category } = found;
      const name = patch.name ?? category.name;
      const description = patch.description === undefined ? (category.description ?? null) : patch.description;
      if (name === category.name && description === (category.description ?? null)) return found;
      await tx.updateTable('categories').set({ name, description }).where('id', '=', category.id).execute();
      const saved = { ...found, category: categoryOf({ id: category.id, name, description }) };
      await outbox.append(tx, 'category.updated', saved.category, { by, ...found.owner });
      return saved;
    },

    /** Whether any animal belongs to it. */
    async isUsed(tx: Queries, id: Int64): Promise<boolean> {
      return (
        (await tx.selectFrom('pets').select('id').where('category_id', '=', id).limit(1).executeTakeFirst()) !==
        undefined
      );
    },

    /** Up to `count` of those that were added for sources of the directory, and that no animal has. */
    async unusedOfSources(tx: Queries, count: number): Promise<StoredCategory[]> {
      const rows = await tx
        .selectFrom('categories')
        .selectAll()
        .where('source_id', 'is not', null)
        .where((of) => {
          const animals = of.selectFrom('pets').select('pets.id').whereRef('category_id', '=', 'categories.id');
          return of.not(of.exists(animals));
        })
        .limit(count)
        .execute();
      return rows.map(storedOf);
    },

    async remove(tx: Queries, { category, owner }: StoredCategory, by: Actor) {
      await tx.deleteFrom('categories').where('id', '=', category.id).execute();
      await outbox.append(tx, 'category.deleted', category, { by, ...owner });
    },
  };
}

const categoryOf = ({
  id,
  name,
  description,
}: Pick<Tables['categories'], 'id' | 'name' | 'description'>): Category => ({
  id,
  name,
  ...(description === null ? {} : { description }),
});

const storedOf = (row: Tables['categories']): StoredCategory => ({
  category: categoryOf(row),
  owner: row.account_id === null ? {} : { accountId: row.account_id, organizationId: row.organization_id ?? undefined },
});
