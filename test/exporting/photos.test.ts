import { expect, test } from 'vitest';
import type { ExportedPet } from '../../src/exporting/syndicated.ts';
import { listed } from './files.ts';

const photos = Array.from({ length: 8 }, (_, i) => ({ urls: { share: `/photos/${i}/share.jpg` } }));
const pet: ExportedPet = {
  id: 7,
  name: 'Rex',
  categoryId: 1,
  status: 'available',
  profile: { species: 'Dog', breed: { primary: 'Boxer' }, sex: 'male', size: 'large', age: 'adult' },
  photos,
};
const at = (i: number) => `https://shelter.example/photos/${i}/share.jpg`;

test("Petfinder's file names six photos, or five and a video", async () => {
  const columns = ['photo1', 'photo2', 'photo3', 'photo4', 'photo5', 'photo6'];
  const url = 'https://vimeo.com/1';
  const rows = await listed([pet, { ...pet, profile: { ...pet.profile, videos: [{ url }] } }], 'petfinder');
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
    [0, 1, 2, 3, 4, 5].map(at),
    [...[0, 1, 2, 3, 4].map(at), url],
  ]);
});

test.each([
  ['rescuegroups', ['photo1', 'photo2', 'photo3', 'photo4']],
  ['adopt-a-pet', ['PhotoURL', 'PhotoURL2', 'PhotoURL3', 'PhotoURL4']],
] as const)('the file of %s names four photos, with whole addresses', async (format, columns) => {
  const rows = await listed([pet, { ...pet, photos: photos.slice(0, 1) }], format);
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([[0, 1, 2, 3].map(at), [at(0), '', '', '']]);
});
