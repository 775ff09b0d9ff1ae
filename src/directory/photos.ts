import type { Insertable } from 'kysely';
import type { Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { PhotoStore } from '../pets/photos/store.ts';
import type { PetStore } from '../pets/store.ts';
import { SERVICE } from '../vocabulary/actors.ts';
import { MOST_PHOTOS_COPIED } from '../vocabulary/directory.ts';
import { admission } from './admission.ts';
import { TheirPhoto } from './their-schema.ts';

/** A photo of an animal at its source. */
export type MirroredPhoto = Pick<Insertable<Tables['directory_photos']>, 'name' | 'alt' | 'focus_x' | 'focus_y'>;

const photoIn = admission(TheirPhoto);

/** The photos of an animal that are to be copied, in their order. What is not admitted is left out. */
export function photosIn(received: unknown): readonly MirroredPhoto[] {
  const found = new Map<string, MirroredPhoto>();
  for (const item of Array.isArray(received) ? received.slice(0, MOST_PHOTOS_COPIED) : []) {
    const { urls, alt = null, focus } = photoIn(item) ?? {};
    const name = urls?.['600'].split('/')[2];
    if (name !== undefined) found.set(name, { name, alt, focus_x: focus?.x ?? null, focus_y: focus?.y ?? null });
  }
  return [...found.values()];
}

/** What a row repeats of the source. */
const saidIn = ({ name, alt, focus_x, focus_y }: MirroredPhoto) => ({ name, alt, focus_x, focus_y });
const isSame = (some: readonly MirroredPhoto[], others: readonly MirroredPhoto[]): boolean =>
  JSON.stringify(some.map(saidIn)) === JSON.stringify(others.map(saidIn));

export type MirroredPhotos = ReturnType<typeof mirroredPhotos>;

/** The photos that the animals of sources have there, and their copies, which come later. */
export function mirroredPhotos({ pets, photos }: { readonly pets: PetStore; readonly photos: PhotoStore }) {
  const rowsOf = (tx: Queries, petIds: readonly number[]) =>
    tx.selectFrom('directory_photos').selectAll().where('pet_id', 'in', petIds).orderBy('position').execute();

  /** Removes the copies that the animal no longer has at the source, and gives the others their order and words. @returns whether something changes */
  async function arrange(tx: Queries, petId: number): Promise<boolean> {
    // Two photos with the same image share a copy, in the place of the first.
    const copies = new Map<number, Awaited<ReturnType<typeof rowsOf>>[number]>();
    for (const row of await rowsOf(tx, [petId]))
      if (row.photo_id !== null && !copies.has(row.photo_id)) copies.set(row.photo_id, row);
    const present = await photos.list(petId, tx);
    const gone = present.filter(({ id }) => !copies.has(id));
    // The sweep removes their files.
    for (const { id } of gone) await photos.remove(tx, petId, id);
    const kept = [...copies].filter(([copyId]) => present.some(({ id }) => id === copyId));
    let isChanged = gone.length > 0;
    for (const [position, [id, { alt, focus_x: x, focus_y: y }]] of kept.entries()) {
      const focus = x === null || y === null ? null : { x, y };
      if (await photos.change(tx, petId, id, { alt, focus, position })) isChanged = true;
    }
    return isChanged;
  }

  return {
    arrange,

    /**
     * Notes the photos that animals, which are shown here, have at their source. What is no longer among them is gone at once.
     *
     * @returns how many animals had others before
     */
    async put(tx: Queries, sourceId: number, animals: ReadonlyMap<number, readonly MirroredPhoto[]>): Promise<number> {
      if (animals.size === 0) return 0;
      const known = Map.groupBy(await rowsOf(tx, [...animals.keys()]), (row) => row.pet_id);
      const changed = [...animals].filter(([petId, all]) => !isSame(all, known.get(petId) ?? []));
      const rows = changed.flatMap(([petId, all]) =>
        all.map((photo, position) => ({
          ...NEW,
          source_id: sourceId,
          pet_id: petId,
          due_at: position,
          ...known.get(petId)?.find(({ name }) => name === photo.name),
          ...photo,
          position,
        })),
      );
      const before = changed.map(([petId]) => petId).filter((petId) => known.has(petId));
      if (before.length > 0) await tx.deleteFrom('directory_photos').where('pet_id', 'in', before).execute();
      if (rows.length > 0) await tx.insertInto('directory_photos').values(rows).execute();
      for (const petId of before) {
        const found = (await arrange(tx, petId)) ? await pets.find(petId, { db: tx }) : undefined;
        if (found !== undefined) await pets.noteChange(tx, found, ['photos'], SERVICE);
      }
      return before.length;
    },
  };
}

const NEW = { photo_id: null, bytes: 0, tries: 0 };
