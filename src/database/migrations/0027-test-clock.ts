import type { Migration } from '../migration.ts';

/** How far the clock of staging is ahead: docs/decisions/0058-test-clock.md. */
export const testClock: Migration = async (db) => {
  await db.schema
    .createTable('test_clock')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('ahead_ms', 'bigint', (column) => column.notNull())
    .addColumn('from_ms', 'bigint', (column) => column.notNull())
    .addColumn('target_ms', 'bigint')
    .addColumn('actor', 'text')
    .execute();
};
