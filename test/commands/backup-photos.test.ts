import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { addPhotos } from '../../src/commands/local/backup-photos.ts';
import { copyDatabase } from '../../src/database/sqlite/copy.ts';
import { postPhoto } from '../pets/photos/images.ts';
import { addPet } from '../support/answers.ts';
import { command } from '../support/command.ts';
import { endAll, newFolder } from '../support/process.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';

afterAll(endAll);

interface Added {
  readonly id: number;
  readonly urls: Record<string, string>;
}

const nameOf = ({ urls }: Added): string => urls['share']!.split('/')[2]!;

async function withTwoPhotos() {
  const service = await startOnSqlite();
  const petId = await addPet(service, {});
  const add = async (): Promise<Added> => (await postPhoto(service, petId)).body;
  return { service, petId, photos: [await add(), await add()] as const };
}

const fetched = async ({ origin }: TestService, { urls }: Added) =>
  Promise.all(
    Object.values(urls).map(async (url) => {
      const answer = await fetch(origin + url);
      return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')];
    }),
  );

test('a backup has the photos, and restores them with the database', async () => {
  const { service, petId, photos } = await withTwoPhotos();
  const [removed, kept] = photos;
  const original = await fetched(service, kept);
  const file = join(await newFolder(), 'backup.sqlite');
  await copyDatabase(join(service.dataDir, 'production.sqlite'), file);
  // It is removed while the backup is made, with its files.
  expect((await service.call('DELETE', `/v1/pets/${petId}/photos/${removed.id}`)).status).toBe(204);
  expect(await addPhotos(file, 'production', service.settings, false)).toEqual({ photos: 1, missing: undefined });

  const dataDir = await newFolder();
  // As if a restore had been killed in the middle of a photo, and the disk had then damaged its folder.
  const place = join(dataDir, 'photos/production', nameOf(kept).slice(0, 2), nameOf(kept));
  for (const begun of [place, `${place}.partial`]) {
    await mkdir(begun, { recursive: true });
    await writeFile(join(begun, '300.webp'), 'half');
  }
  expect(await command(['restore', file], { DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' });
  const restored = await startOnSqlite({ dataDir });
  const list = await restored.call('GET', `/v1/pets/${petId}/photos`, { key: service.operatorKey });
  expect(list.body).toEqual([kept]);
  expect(await fetched(restored, kept)).toEqual(original);
  await restored.stop();
  const store = new SqliteDatabase(join(dataDir, 'production.sqlite'), { readonly: true });
  expect(store.prepare(`select count(*) from sqlite_schema where name = 'photo_files'`).pluck().get()).toBe(0);
  store.close();
  await service.close();
});

test('a backup without the files of a photo is refused, unless that is allowed', async () => {
  const { service, photos } = await withTwoPhotos();
  const folder = join(service.dataDir, 'photos/production');
  const name = nameOf(photos[0]);
  await rm(join(folder, name.slice(0, 2), name), { recursive: true });
  const file = join(await newFolder(), 'backup.sqlite');
  const backup = (...args: string[]) => command(['backup', file, ...args], { DATA_DIR: service.dataDir });

  const refused = await backup();
  expect([refused.code, refused.stdout, await readdir(dirname(file))]).toEqual([1, '', []]);
  const says = `1 of 2 photos have no files in ${folder}: ${name}.`;
  expect(refused.stderr).toContain(`petstore: ${says} There is no backup.`);
  expect(refused.stderr).toMatch(/--allow-missing-photos\.\n$/);

  // As if the disk was not mounted.
  await rename(folder, `${folder}-away`);
  expect((await backup()).stderr).toContain(`2 of 2 photos have no files in ${folder}: `);
  await rename(`${folder}-away`, folder);

  const allowed = await backup('--allow-missing-photos');
  expect([allowed.code, allowed.stderr]).toEqual([0, `The backup lacks photos: ${says}\n`]);
  const dataDir = await newFolder();
  const stderr = `1 of 2 photos have no files in the backup: ${name}.\n`;
  expect(await command(['restore', file], { DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr });
  const store = new SqliteDatabase(join(dataDir, 'production.sqlite'), { readonly: true });
  expect(store.prepare('select count(*) from pet_photos').pluck().get()).toBe(2);
  store.close();
  await service.close();
});
