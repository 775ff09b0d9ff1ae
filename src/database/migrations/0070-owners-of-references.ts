import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Keys the references of imports by the owner of the animals instead of the account that imports: docs/decisions/0016-importing.md. */
export const ownersOfReferences: Migration = async (db, { numbersAfterCommit: isPostgres }) => {
  const run = (text: string) => sql.raw(text).execute(db);
  await db.schema
    .createTable('owned_references')
    .addColumn('owner', 'bigint', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('pet_id', 'bigint', (column) => column.notNull())
    .addColumn('import_id', 'bigint')
    .addColumn('noted_at', 'bigint')
    .addColumn('written', 'text')
    .addPrimaryKeyConstraint('import_references_pk', ['owner', 'reference'])
    .execute();
  // Where an account has brought a reference that its organization had: the one of an animal that is still there, or else the newer one.
  await run(`insert into owned_references (owner, reference, pet_id, import_id, noted_at, written)
    select owner, reference, pet_id, import_id, noted_at, written from (
      select of_owner.*, row_number() over (partition by owner, reference order by is_gone, pet_id desc) as place from (
        select import_references.*, coalesce(organization_id, -account_id) as owner,
          case when exists (select 1 from pets where pets.id = pet_id
            and coalesce(pets.organization_id, -pets.account_id) = coalesce(import_references.organization_id, -import_references.account_id))
          then 0 else 1 end as is_gone
        from import_references
      ) as of_owner
    ) as placed where place = 1`);
  await db.schema.dropTable('import_references').execute();
  await db.schema.alterTable('owned_references').renameTo('import_references').execute();
  await run(
    `create index import_references_by_import on import_references (import_id, pet_id) where import_id is not null`,
  );
  const position = isPostgres ? 'strpos' : 'instr';
  const terms = ['reference', 'written'].flatMap((name) =>
    ['@', '%40', 'msg_'].map((mark) => `${position}(${name}, '${mark}') > 0`),
  );
  await run(
    `create index import_references_mentioning on import_references (owner, reference) where ${terms.join(' or ')}`,
  );
};
