import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../../database/database.ts';
import { newest } from '../../database/newest.ts';
import type { Tables } from '../../database/tables.ts';
import type { Now } from '../../time/clock.ts';
import type { Actor } from '../../vocabulary/actors.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import type { Owner } from '../../vocabulary/owner.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import { ABOUT_PETS } from '../../vocabulary/wishes.ts';
import type { Import } from './schema.ts';

/** An import with what the API does not show. */
export interface StoredImport {
  readonly made: Import;
  readonly owner: Owner;
}

/** Animals that an import has added. */
interface NewImport {
  readonly owner: Owner;
  readonly by: Actor;
  /** The name of the file. */
  readonly file: string | undefined;
  readonly animals: number;
}

/** The record of imports: what each has added, and whether somebody else has touched that since. */
export type ImportStore = ReturnType<typeof importStore>;

export function importStore({ read }: Pick<Database, 'read'>, now: Now) {
  const rows = (db: Queries) => db.selectFrom('imports').selectAll();

  /** The reference of an animal that no other has written since an import did. */
  const untouched = sql<SqlBool>`(noted_at >= (select pets.updated_at from pets where pets.id = import_references.pet_id)
    and noted_at >= coalesce((select pet_profiles.updated_at from pet_profiles where pet_profiles.pet_id = import_references.pet_id), 0)
    and ${sql.join(ABOUT_PETS.map(isNotIn), sql` and `)})`;
  /** The references of the animals that it has added, in an index. */
  const added = (tx: Queries, importId: number) =>
    tx.selectFrom('import_references').where('import_id', '=', importId).where('noted_at', 'is not', null);

  return {
    /**
     * Notes that an import has added animals.
     *
     * @param importId undefined at first
     * @returns its id: another one if it was undone meanwhile
     */
    async note(tx: Queries, importId: number | undefined, { owner, by, file, animals }: NewImport): Promise<number> {
      if (importId !== undefined) {
        const counted = await tx
          .updateTable('imports')
          .set(({ eb }) => ({ animals: eb('animals', '+', animals) }))
          .where('id', '=', importId)
          .where('undone_at', 'is', null)
          .executeTakeFirst();
        if (counted.numUpdatedRows > 0n) return importId;
      }
      const { id } = await tx
        .insertInto('imports')
        .values({
          account_id: owner.accountId,
          organization_id: owner.organizationId ?? null,
          actor: JSON.stringify(by),
          file: file ?? null,
          animals,
          created_at: now(),
          undone_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Runs the work of an import on an animal that it has added. If somebody has touched the animal before, it stays touched. */
    async writing(tx: Queries, petId: Int64, reference: string, work: () => Promise<unknown>): Promise<void> {
      const ofPet = tx
        .updateTable('import_references')
        .where('reference', '=', reference)
        .where('pet_id', '=', petId as number);
      const { numUpdatedRows } = await ofPet.set({ noted_at: now() }).where(untouched).executeTakeFirst();
      await work();
      if (numUpdatedRows > 0n) await ofPet.set({ noted_at: now() }).execute();
    },

    /** Up to `count` imports with ids below `before`, the highest id first. @param organizationId of this organization only */
    async list(count: number, before: Int64 | undefined, organizationId: number | undefined): Promise<Import[]> {
      const all = rows(read);
      const own = organizationId === undefined ? all : all.where('organization_id', '=', organizationId);
      return (await newest(own, count, before)).map((row) => storedOf(row).made);
    },

    async find(tx: Queries, id: Int64): Promise<StoredImport | undefined> {
      const row = await rows(tx)
        .where('id', '=', id as number)
        .executeTakeFirst();
      return row && storedOf(row);
    },

    /** The ids of up to `count` animals that it has added, whose references are not forgotten. Some may have been removed. */
    async animals(tx: Queries, importId: number, count: number): Promise<number[]> {
      const rows = await added(tx, importId).select('pet_id').orderBy('pet_id').limit(count).execute();
      return rows.map(({ pet_id: id }) => id);
    },

    /** The ids of those that somebody has touched since: changed, ordered, applied for, asked about, or given photos. */
    async touched(tx: Queries, importId: number, among?: readonly number[]): Promise<number[]> {
      let query = added(tx, importId)
        .innerJoin('pets', 'pets.id', 'import_references.pet_id')
        .select('pets.id')
        .where(sql<SqlBool>`not ${untouched}`)
        .orderBy('pets.id');
      if (among !== undefined) query = query.where('import_references.pet_id', 'in', among);
      return (await query.execute()).map(({ id }) => id);
    },

    /** Forgets the references of these animals, which may be imported again. */
    async forget(tx: Queries, importId: number, ids: readonly number[]): Promise<void> {
      await tx.deleteFrom('import_references').where('import_id', '=', importId).where('pet_id', 'in', ids).execute();
    },

    /** Notes that it is undone. */
    async end(tx: Queries, importId: number): Promise<void> {
      await tx
        .updateTable('imports')
        .set({ undone_at: now() })
        .where('id', '=', importId)
        .where('undone_at', 'is', null)
        .execute();
    },
  };
}

const isNotIn = (table: (typeof ABOUT_PETS)[number]) =>
  sql<SqlBool>`not exists (select 1 from ${sql.table(table)} as asked where asked.pet_id = import_references.pet_id)`;

function storedOf(row: Selectable<Tables['imports']>): StoredImport {
  const { id, file, animals, organization_id: organizationId, undone_at: undoneAt } = row;
  return {
    owner: { accountId: row.account_id, organizationId: organizationId ?? undefined },
    made: {
      id,
      ...(file === null ? {} : { file }),
      animals,
      ...(organizationId === null ? {} : { organizationId }),
      by: JSON.parse(row.actor) as Import['by'],
      createdAt: timestamp(row.created_at),
      ...(undoneAt === null ? {} : { undoneAt: timestamp(undoneAt) }),
    },
  };
}
