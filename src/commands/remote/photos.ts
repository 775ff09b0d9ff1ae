import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Int64, Photo } from '../../../client/src/petstore.ts';
import { Failure, reasonOf } from '../../failure.ts';
import { type Column, printFacts, printRows } from '../rows.ts';
import type { JsonOption, Terminal } from '../terminal.ts';
import { withPetstore } from './connect.ts';

interface AddPhotoOptions extends JsonOption {
  readonly alt?: string;
}

const columns: readonly Column<Photo>[] = [
  { title: 'id', of: ({ id }) => id, right: true },
  { title: 'width', of: ({ width }) => width, right: true },
  { title: 'height', of: ({ height }) => height, right: true },
  { title: 'shows', of: ({ alt }) => alt, shrinks: true },
];

export async function listPhotos(terminal: Terminal, petId: Int64, { json = false }: JsonOption): Promise<void> {
  await withPetstore(async ({ photos }) => {
    printRows(terminal, await photos.list(petId), columns, { json, none: 'No photos.' });
  });
}

export async function addPhoto(
  terminal: Terminal,
  petId: Int64,
  file: string,
  { alt, json = false }: AddPhotoOptions,
): Promise<void> {
  const image = await readImage(file);
  await withPetstore(async ({ photos }) => {
    show(terminal, await photos.add(petId, image, alt === undefined ? {} : { alt }), json);
  });
}

export async function movePhoto(
  terminal: Terminal,
  petId: Int64,
  photoId: Int64,
  position: number,
  { json = false }: JsonOption,
): Promise<void> {
  await withPetstore(async ({ photos }) => {
    show(terminal, await photos.update(petId, photoId, { position }), json);
  });
}

export async function removePhoto(
  terminal: Terminal,
  petId: Int64,
  photoId: Int64,
  { json = false }: JsonOption,
): Promise<void> {
  await withPetstore(({ photos }) => photos.delete(petId, photoId));
  if (json) terminal.printJson({ id: photoId, removed: true });
  else terminal.print(`Removed photo ${photoId}.`);
}

/** Its bytes decide what it is, so a name without a known ending is no obstacle. */
async function readImage(file: string): Promise<Blob> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}.`, { exit: 'usage' });
  });
  const ending = extname(file).slice(1).toLowerCase();
  const isKnown = ['png', 'webp', 'gif', 'avif', 'heic', 'heif'].includes(ending);
  return new Blob([new Uint8Array(bytes)], { type: `image/${isKnown ? ending : 'jpeg'}` });
}

function show(terminal: Terminal, photo: Photo, json: boolean): void {
  if (json) return terminal.printJson(photo);
  printFacts(terminal, [
    ['Photo', photo.id],
    ['Size', `${photo.width} × ${photo.height} pixels`],
    ['Shows', photo.alt],
    ['File', photo.urls['1200']],
  ]);
}
