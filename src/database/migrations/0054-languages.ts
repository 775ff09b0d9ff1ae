import type { Migration } from '../migration.ts';

/** Organizations say which languages they offer, and visitors which one they read: docs/decisions/0096-language-of-mails.md. */
export const languages: Migration = async (db) => {
  for (const [table, column] of [
    ['organizations', 'languages'],
    ['orders', 'locale'],
    ['messages', 'locale'],
    ['alerts', 'locale'],
  ] as const)
    await db.schema.alterTable(table).addColumn(column, 'text').execute();
};
