import type { Migration } from '../migration.ts';

/** The point of a photo that stays in view where a part of it is shown. */
export const focusOfPhotos: Migration = async (db) => {
  for (const name of ['focus_x', 'focus_y'])
    await db.schema.alterTable('pet_photos').addColumn(name, 'integer').execute();
};
