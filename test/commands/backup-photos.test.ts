import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { postPhoto } from '../pets/photos/images.ts';
import { addPet } from '../support/answers.ts';
import { endAll, newFolder, petstore } from '../support/process.ts';
import { startOnSqlite } from '../support/service.ts';

afterAll(endAll);

test('a backup has the photos, and restores them with the database', async () => {
  const service = await startOnSqlite();
  const petId = await addPet(service, {});
  const add = async (): Promise<{ id: number; urls: Record<string, string> }> => (await postPhoto(service, petId)).body;
  const fetched = async (origin: string, urls: Record<string, string>) =>
    Promise.all(
      Object.values(urls).map(async (url) => {
        const answer = await fetch(origin + url);
        return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')];
      }),
    );
  const [lost, kept] = [await add(), await add()];
  const original = await fetched(service.origin, kept.urls);
  // As if it was removed while the backup was made.
  await rm(join(service.dataDir, 'photos/production', lost.urls['share']!.slice(8, 10)), { recursive: true });

  const file = join(await newFolder(), 'backup.sqlite');
  const made = await petstore(['backup', file, '--json'], { DATA_DIR: service.dataDir });
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(JSON.parse(made.stdout)).toMatchObject({ photos: 1, rows: { pet_photos: 2 } });
  const dataDir = await newFolder();
  expect(await petstore(['restore', file], { DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' });

  const restored = await startOnSqlite({ dataDir });
  const list = await restored.call('GET', `/v1/pets/${petId}/photos`, { key: service.operatorKey });
  expect(list.body).toEqual([kept]);
  expect(await fetched(restored.origin, kept.urls)).toEqual(original);
  await restored.stop();
  const store = new SqliteDatabase(join(dataDir, 'production.sqlite'), { readonly: true });
  expect(store.prepare(`select count(*) from sqlite_schema where name = 'photo_files'`).pluck().get()).toBe(0);
  store.close();
  await service.close();
});
