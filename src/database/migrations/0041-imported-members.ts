import type { Migration } from '../migration.ts';

/** What the last import has written of each member of an animal: docs/decisions/0084-importing-changes.md. */
export const importedMembers: Migration = async (db, { numbersAfterCommit: isPostgres }) => {
  await db.schema.alterTable('import_references').addColumn('written', 'text').execute();
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('../sql.ts');
  const position = isPostgres ? 'strpos' : 'instr';
  const terms = ['reference', 'written'].flatMap((name) =>
    ['@', '%40', 'msg_'].map((mark) => `${position}(${name}, '${mark}') > 0`),
  );
  await db.schema.dropIndex('import_references_mentioning').execute();
  await sql
    .raw(
      `create index import_references_mentioning on import_references (account_id, reference) where ${terms.join(' or ')}`,
    )
    .execute(db);
};
