import { expect, test } from 'vitest';
import type { ExportedPet } from '../../src/exporting/syndicated.ts';
import { listed } from './files.ts';

const photos = Array.from({ length: 8 }, (_, i) => ({ urls: { share: `/photos/${i}/share.jpg` } }));
const pet: ExportedPet = {
  id: 7,
  name: 'Rex',
  categoryId: 1,
  status: 'available',
  profile: { species: 'Dog' },
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

test("RescueGroups' file names four photos, with whole addresses", async () => {
  const rows = await listed([pet, { ...pet, photos: photos.slice(0, 1) }], 'rescuegroups');
  expect(rows.map(({ pic1, pic2, pic3, pic4 }) => [pic1, pic2, pic3, pic4])).toEqual([
    [0, 1, 2, 3].map(at),
    [at(0), '', '', ''],
  ]);
});

test("Adopt-a-Pet's file names none: the site takes them as files", async () => {
  const [row = {}] = await listed([pet], 'adopt-a-pet');
  expect(Object.values(row).filter((cell) => cell.includes('/photos/'))).toEqual([]);
});
