import type { Selectable } from 'kysely';
import { counted } from '../../database/count-up-to.ts';
import type { Database, Queries } from '../../database/database.ts';
import { hasPublicPage } from '../../database/listed.ts';
import type { Tables } from '../../database/tables.ts';
import type { RealNow } from '../../time/clock.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { PHOTO_WIDTHS } from '../../vocabulary/photos.ts';
import { WITH_PHOTOS } from '../query/facets.ts';
import type { DecodedPhoto } from './decoding/answers.ts';
import type { Photo, PhotoPatch } from './schema.ts';

type Row = Selectable<Tables['pet_photos']>;

/** The photos of animals, without their files. */
export type PhotoStore = ReturnType<typeof photoStore>;

export function photoStore({ read }: Database, now: RealNow) {
  const rowsOf = (db: Queries, petId: Int64): Promise<Row[]> =>
    db
      .selectFrom('pet_photos')
      .selectAll()
      .where('pet_id', '=', petId as number)
      .orderBy('position')
      .execute();

  /** Gives the photos the positions of this order. @returns whether one has another than before */
  async function renumber(tx: Queries, rows: readonly Row[]): Promise<boolean> {
    const moved = [...rows.entries()].filter(([position, row]) => row.position !== position);
    for (const [position, { id }] of moved)
      await tx.updateTable('pet_photos').set({ position }).where('id', '=', id).execute();
    return moved.length > 0;
  }

  return {
    /** In their order. */
    list: async (petId: Int64, db: Queries = read): Promise<Photo[]> => (await rowsOf(db, petId)).map(photoOf),

    /** In their order, by the id of the pet. */
    async ofPets(ids: readonly number[], db: Queries = read): Promise<ReadonlyMap<number, Photo[]>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('pet_photos')
        .selectAll()
        .where('pet_id', 'in', ids)
        .orderBy('pet_id')
        .orderBy('position')
        .execute();
      return new Map([...Map.groupBy(rows, (row) => row.pet_id)].map(([id, own]) => [id, own.map(photoOf)]));
    },

    /** Which of these pets have a photo. */
    async having(ids: readonly number[]): Promise<ReadonlySet<number>> {
      const rows = await read
        .selectFrom('pet_facets')
        .select('pet_id')
        .where('facet', '=', WITH_PHOTOS)
        .where('pet_id', 'in', ids)
        .execute();
      return new Set(rows.map(({ pet_id }) => pet_id));
    },

    /** The photo that was made of this image. @param hash SHA-256 of the image, in base64url */
    async findImage(petId: number, hash: string, db: Queries = read): Promise<Photo | undefined> {
      const row = (await rowsOf(db, petId)).find((found) => found.hash === hash);
      return row && photoOf(row);
    },

    /** Adds a photo behind the others. @param name of its files */
    async add(
      tx: Queries,
      petId: number,
      {
        name,
        hash,
        alt,
        decoded,
      }: { name: string; hash: string; alt: string | undefined; decoded: Omit<DecodedPhoto, 'files'> },
    ): Promise<Photo> {
      const { width, height, thumbhash } = decoded;
      const position = ((await rowsOf(tx, petId)).at(-1)?.position ?? -1) + 1;
      const row = await tx
        .insertInto('pet_photos')
        .values({ pet_id: petId, position, name, hash, alt: alt ?? null, width, height, thumbhash, created_at: now() })
        .returningAll()
        .executeTakeFirstOrThrow();
      if (position === 0) await tx.insertInto('pet_facets').values({ facet: WITH_PHOTOS, pet_id: petId }).execute();
      return photoOf(row);
    },

    /** @param patch the position must be a photo's @returns whether it changes anything */
    async change(tx: Queries, petId: number, id: number, { alt, focus, position }: PhotoPatch): Promise<boolean> {
      const rows = await rowsOf(tx, petId);
      const row = rows.find((found) => found.id === id);
      if (row === undefined) throw new Error('There is no photo to change.');
      const isDescribed = alt !== undefined && alt !== row.alt;
      if (isDescribed) await tx.updateTable('pet_photos').set({ alt }).where('id', '=', id).execute();
      const { x = null, y = null } = focus ?? {};
      const isFocused = focus !== undefined && (x !== row.focus_x || y !== row.focus_y);
      if (isFocused) await tx.updateTable('pet_photos').set({ focus_x: x, focus_y: y }).where('id', '=', id).execute();
      const others = rows.filter((other) => other !== row);
      const isMoved = position !== undefined && (await renumber(tx, others.toSpliced(position, 0, row)));
      return isDescribed || isFocused || isMoved;
    },

    /** @returns the name of its files, which nothing names any more */
    async remove(tx: Queries, petId: number, id: number): Promise<string> {
      const { name } = await tx
        .deleteFrom('pet_photos')
        .where('id', '=', id)
        .returning('name')
        .executeTakeFirstOrThrow();
      const rest = await rowsOf(tx, petId);
      await renumber(tx, rest);
      if (rest.length === 0)
        await tx.deleteFrom('pet_facets').where('facet', '=', WITH_PHOTOS).where('pet_id', '=', petId).execute();
      return name;
    },

    /** Whether there is a photo with this name, and visitors see its animal, or its page. */
    async standing(name: string): Promise<'public' | 'private' | 'unknown'> {
      const row = await read
        .selectFrom('pet_photos')
        .innerJoin('pets', 'pets.id', 'pet_photos.pet_id')
        .select(hasPublicPage(now()).as('is_public'))
        .where('pet_photos.name', '=', name)
        .executeTakeFirst();
      if (row === undefined) return 'unknown';
      return row.is_public ? 'public' : 'private';
    },

    /** The names that a photo has, and when it was added: Unix milliseconds. */
    async named(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await read
        .selectFrom('pet_photos')
        .select(['name', 'created_at'])
        .where('name', 'in', names)
        .execute();
      return new Map(rows.map((row) => [row.name, row.created_at]));
    },

    /** How many photos were added before this time. */
    count: (beforeMs: number): Promise<number> =>
      counted(read.selectFrom('pet_photos').where('created_at', '<', beforeMs)),
  };
}

function photoOf({ id, name, alt, focus_x: x, focus_y: y, width, height, thumbhash }: Row): Photo {
  const path = (file: string) => `/photos/${name}/${file}`;
  const urls = Object.fromEntries(PHOTO_WIDTHS.map((size) => [size, path(`${size}.webp`)])) as Record<
    `${(typeof PHOTO_WIDTHS)[number]}`,
    string
  >;
  return {
    id,
    ...(alt === null ? {} : { alt }),
    ...(x === null || y === null ? {} : { focus: { x, y } }),
    width,
    height,
    thumbhash,
    urls: { ...urls, share: path('share.jpg') },
  };
}
