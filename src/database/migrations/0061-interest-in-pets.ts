import type { Migration } from '../migration.ts';

/** How often visitors look at pets, and like them: docs/decisions/0108-interest-without-cookies.md. */
export const interestInPets: Migration = async (db) => {
  await db.schema
    .createTable('pet_interest')
    .addColumn('pet_id', 'bigint', (column) => column.notNull().references('pets.id').onDelete('cascade'))
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('views', 'bigint', (column) => column.notNull())
    .addColumn('hearts', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('pet_interest_pk', ['pet_id', 'day'])
    .execute();
  await db.schema.createIndex('pet_interest_by_day').on('pet_interest').column('day').execute();
};
