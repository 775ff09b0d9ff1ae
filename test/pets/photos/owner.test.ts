import { rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPhotoFiles } from '../../../src/composition/photo-files.ts';
import { addPet } from '../../support/answers.ts';
import { administrate, dropTestDatabase } from '../../support/postgres.ts';
import { endAll, newFolder, petstore } from '../../support/process.ts';
import { BACKENDS, startOnPostgres, startOnSqlite, type TestService } from '../../support/service.ts';
import { openStorage } from './bucket.ts';
import { postPhoto } from './images.ts';

const anothers = /The photos belong to another database, says the \w+ \S*photos\/production\/owner/;

let storage: Awaited<ReturnType<typeof openStorage>>;
beforeAll(async () => {
  storage = await openStorage();
});
afterAll(async () => {
  await storage.close();
  await endAll();
});

const filesOf = (service: TestService) => buildPhotoFiles('production', service.settings);
const withPhoto = async (service: TestService): Promise<{ petId: number; id: number; url: string }> => {
  const petId = await addPet(service, {});
  const { body } = await postPhoto(service, petId);
  return { petId, id: body.id, url: service.origin + body.urls['600'] };
};

describe.each(BACKENDS)('a bucket with the photos of a database on %s', (_, start) => {
  test('is refused to others until they may have it, and then to the first', async () => {
    const settings = { photosUrl: storage.url.replace('/photos?', `/${start.name}/photos?`) };
    const first = await start({ settings });
    const { petId, id, url } = await withPhoto(first);
    // Processes that share a database share its photos.
    if (start === startOnPostgres) await (await start({ settings, dataDir: first.dataDir })).stop();
    await expect(startOnSqlite({ settings })).rejects.toThrow(anothers);

    const { mark } = await filesOf(first);
    await mark!.write('');
    await first.call('DELETE', `/v1/pets/${petId}/photos/${id}`);
    expect((await fetch(url)).status).toBe(404);
    expect(await Array.fromAsync((await filesOf(first)).list())).toHaveLength(1);
  });
});

test('a folder with the photos of a database is refused to another', async () => {
  const first = await startOnSqlite();
  const dataDir = await newFolder();
  await symlink(join(first.dataDir, 'photos'), join(dataDir, 'photos'));
  await expect(startOnSqlite({ dataDir })).rejects.toThrow(anothers);
  // As of a version without marks.
  await rm(join(first.dataDir, 'photos/production/owner'));
  await first.stop();
  const again = await startOnSqlite({ dataDir: first.dataDir });
  expect(await (await filesOf(again)).mark!.read()).toMatch(/^[0-9a-f]{32}$/);
});

test('a copy of a PostgreSQL database is another database', async () => {
  const settings = { photosUrl: storage.url.replace('/photos?', '/copied/photos?') };
  const first = await startOnPostgres({ settings });
  await first.stop();
  const dataDir = await newFolder();
  const copy = `${basename(dataDir)}-production`;
  await administrate(`create database "${copy}" template "${basename(first.dataDir)}-production"`);
  await expect(startOnPostgres({ dataDir, settings })).rejects.toThrow(anothers);
  await dropTestDatabase(copy);
});

test('a restored backup has the photos of the database that it replaces, and of others if it is told so', async () => {
  const service = await startOnSqlite();
  const { url } = await withPhoto(service);
  const file = join(await newFolder(), 'backup.sqlite');
  const backup = await petstore(['backup', file], { DATA_DIR: service.dataDir });
  expect(backup.stderr).toBe('');
  await service.stop();
  const restore = (dataDir: string, ...args: string[]) => petstore(['restore', file, ...args], { DATA_DIR: dataDir });
  expect(await restore(service.dataDir, '--force')).toMatchObject({ code: 0, stderr: '' });
  const again = await startOnSqlite({ dataDir: service.dataDir });

  const dataDir = await newFolder();
  await symlink(join(service.dataDir, 'photos'), join(dataDir, 'photos'));
  const refused = await restore(dataDir);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/another database.*--replaces-owner/)]);
  expect(await restore(dataDir, '--replaces-owner')).toMatchObject({ code: 0, stderr: '' });
  await again.stop();
  await expect(startOnSqlite({ dataDir: service.dataDir })).rejects.toThrow(anothers);
  const other = await startOnSqlite({ dataDir });
  expect((await fetch(url.replace(service.origin, other.origin))).status).toBe(200);
  await other.stop();
});
