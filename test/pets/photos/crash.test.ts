import { afterAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { endAll, migratedFolder, request, serve } from '../../support/process.ts';
import { newImage } from './images.ts';

afterAll(endAll);

test('after kill -9 in the middle of uploads every acknowledged photo has all of its files', async () => {
  const folder = await migratedFolder(['production']);
  const first = await serve({ DATA_DIR: folder }, ['--environment', 'production']);
  const key = first.keys.production ?? '';
  const pets = await Promise.all(
    Array.from({ length: 4 }, () =>
      request(`${first.production}/v1/pets`, key, { body: { name: 'Rex', categoryId: 1 } }),
    ),
  );
  const acknowledged: { readonly urls: Record<string, string> }[] = [];
  const uploads = pets.map(async ({ body: pet }) => {
    for (let i = 0; i < 12; i += 1) {
      const answer = await fetch(`${first.production}/v1/pets/${pet.id}/photos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' },
        body: new Uint8Array(await newImage()),
      }).catch(() => undefined);
      if (answer?.status !== 201) return;
      acknowledged.push((await answer.json()) as (typeof acknowledged)[0]);
    }
  });
  await eventually(async () => acknowledged.length >= 5);
  await first.stop('SIGKILL');
  await Promise.all(uploads);

  const second = await serve({ DATA_DIR: folder }, ['--environment', 'production']);
  for (const { urls } of acknowledged)
    for (const url of Object.values(urls))
      expect([url, (await fetch(second.production + url)).status]).toEqual([url, 200]);
  await second.stop();
});
