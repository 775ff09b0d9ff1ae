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
      const body = new Uint8Array(await newImage());
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' };
      const path = `/v1/pets/${pet.id}/photos`;
      // An answer of which a part is missing acknowledges nothing.
      const photo = await fetch(first.production + path, { method: 'POST', headers, body })
        .then(async (answer) =>
          answer.status === 201 ? ((await answer.json()) as (typeof acknowledged)[0]) : undefined,
        )
        .catch(() => undefined);
      if (photo === undefined) return;
      acknowledged.push(photo);
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
