import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Petstore } from '../../client/src/petstore.ts';
import { image, newImage } from '../pets/photos/images.ts';
import { addPet } from '../support/answers.ts';
import { command } from '../support/command.ts';
import { endAll, newFolder } from '../support/process.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';

afterAll(endAll);

describe('photos', () => {
  let service: TestService;
  let petId: number;
  beforeAll(async () => {
    service = await startOnSqlite();
    petId = await addPet(service, {});
  });
  afterAll(() => service.close());

  const env = () => ({ PETSTORE_BASE_URL: `${service.origin}/v1`, PETSTORE_API_KEY: service.operatorKey });
  const run = (...args: string[]) => command(['pets', 'photos', ...args], env());
  const id = () => String(petId);

  test('are added from files, listed, moved and removed at the command line', async () => {
    const folder = await newFolder();
    const [rex, back] = [join(folder, 'rex.png'), join(folder, 'back.JPG')];
    await writeFile(rex, await image(40, 20).png().toBuffer());
    await writeFile(back, await newImage());
    const added = await command(['pets', 'photos', 'add', id(), rex, '--alt', 'A brown dog', '--json'], env());
    expect([added.code, added.stderr]).toEqual([0, '']);
    const photo = JSON.parse(added.stdout);
    expect(photo).toMatchObject({ alt: 'A brown dog', width: 40, height: 20 });
    const other = await run('add', id(), back);
    expect(other.stdout).toContain('/1200.webp');
    expect(other.code, other.stderr).toBe(0);
    const moved = await run('move', id(), String(photo.id), '1');
    expect(moved.code, moved.stderr).toBe(0);
    const listed = (await run('list', id())).stdout.trim().split('\n');
    expect(listed.map((line) => line.split('\t').at(-1))).toEqual(['', 'A brown dog']);
    expect((await run('remove', id(), String(photo.id))).stdout).toBe(`Removed photo ${photo.id}.\n`);
    expect((await run('list', id(), '--json')).stdout.trim().split('\n')).toHaveLength(1);
  });

  test('that cannot be read or are no image are refused with the reason', async () => {
    expect(await run('add', id(), 'nowhere.jpg')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nowhere.jpg cannot be read'),
    });
    const notes = join(await newFolder(), 'notes.txt');
    await writeFile(notes, 'no image');
    expect((await run('add', id(), notes)).stderr).toContain(
      'The image must be a JPEG, PNG, WebP, GIF, AVIF or HEIC file.',
    );
  });

  test('are sent by the client as a Blob or a File, with a description', async () => {
    const { photos, pets } = new Petstore({ baseUrl: `${service.origin}/v1`, apiKey: service.operatorKey });
    const pet = await pets.create({ name: 'Ida', categoryId: 2 });
    const bytes = new Uint8Array(await newImage());
    const photo = await photos.add(pet.id, new Blob([bytes], { type: 'image/jpeg' }), { alt: 'Asleep & warm' });
    expect(photo.alt).toBe('Asleep & warm');
    const again = await photos.add(pet.id, new File([bytes], 'ida.jpg', { type: 'image/jpeg' }));
    expect(again).toEqual(photo);
    expect(await photos.list(pet.id)).toEqual([photo]);
    expect((await photos.update(pet.id, photo.id, { alt: null })).alt).toBeUndefined();
    expect(await pets.list({ ids: [pet.id], expand: ['photos'] }).page()).toMatchObject({ items: [{ photos: [{}] }] });
    await photos.delete(pet.id, photo.id);
    expect(await photos.list(pet.id)).toEqual([]);
  });
});
