import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Client } from '@petfinder/petfinder-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { sharedService, startOnSqlite } from '../support/service.ts';
import { newClient, newPair, type Pair } from './petfinder-scene.ts';

const modules = createRequire(import.meta.url);

let pair: Pair;
let client: Client;
let id: number;

const service = sharedService(startOnSqlite);
beforeAll(async () => {
  pair = await newPair(service);
  await service.call('PATCH', '/v1/organizations/1', {
    body: { listed: true, address: { city: 'Springfield', region: 'IL', country: 'US' } },
  });
  id = await addPet(service, { profile: { species: 'Dog', breed: { primary: 'Beagle' } } });
  await addPet(service, { profile: { species: 'Dog', breed: { primary: 'Pug' } } });
  client = newClient(service, pair);
});

test('does every call of its documentation', async () => {
  const { data: types } = await client.animalData.types();
  expect(types.types).toHaveLength(8);
  expect((await client.animalData.type('Dog')).data.type.name).toBe('Dog');
  expect((await client.animalData.breeds('cat')).data.breeds).toHaveLength(67);
  const { data: found } = await client.animal.search({
    type: 'Dog',
    breed: ['Beagle', 'Akita'],
    page: 1,
    limit: 100,
  });
  expect(found.animals.map((animal: { id: number }) => animal.id)).toEqual([id]);
  expect((await client.animal.search()).data.pagination.total_count).toBe(2);
  const after = new Date(Date.now() + 60_000);
  expect((await client.animal.search({ after })).data.animals).toEqual([]);
  expect((await client.animal.show(id)).data.animal.breeds.primary).toBe('Beagle');
  const { data: list } = await client.organization.search({ state: 'IL' });
  const [{ id: organizationId }] = list.organizations;
  expect((await client.organization.show(organizationId)).data.organization.id).toBe('IL1');
});

test('signs in by itself, or uses a token that it is given', async () => {
  const { access_token: token } = (await newClient(service, pair).authenticate())!.data;
  expect(await newClient(service, pair).authenticate(token)).toBeUndefined();
  expect((await newClient(service, pair).animalData.types()).data.types).toHaveLength(8);
});

test('gets its own errors', async () => {
  const failure = await client.animal.search({ type: 'Fox' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    status: 400,
    message: 'Invalid Request',
    details: 'The request contains invalid parameters.',
    invalidParams: [{ in: 'query', path: 'type', message: 'Fox is not a valid animal type.' }],
  });
  await expect(client.animal.show(99)).rejects.toMatchObject({ status: 404, details: 'Not Found' });
  await expect(client.organization.show('ABC1234')).rejects.toMatchObject({ status: 404 });
  const stranger = newClient(service, { clientId: 'a', clientSecret: 'b' });
  await expect(stranger.animal.search()).rejects.toMatchObject({
    status: 401,
    details: 'Client authentication failed',
  });
});

describe('on a page of another origin', () => {
  let browser: Browser;
  let site: Server;
  let origin: string;

  beforeAll(async () => {
    // As its documentation says: two scripts, and no build.
    const scripts = await Promise.all(
      ['axios/dist/axios.min.js', '@petfinder/petfinder-js/dist/petfinder.min.js'].map((file) =>
        readFile(modules.resolve(file), 'utf8'),
      ),
    );
    const html = `<!doctype html><link rel="icon" href="data:,"><title>Pets</title>${scripts.map((script) => `<script>${script}</script>`).join('')}`;
    site = createServer((__, response) => response.setHeader('content-type', 'text/html').end(html));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    browser = await openBrowser([service.origin]);
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  test('lists the animals, and reads why a request is refused', async () => {
    const page = await browser.open(origin);
    const seen = await page.evaluate(
      async ({ apiKey, secret, baseUrl }) => {
        type Library = { Client: new (options: object) => Client };
        const { petfinder } = globalThis as unknown as { petfinder: Library };
        const inPage = new petfinder.Client({ apiKey, secret, baseUrl });
        const { animals } = (await inPage.animal.search({ breed: ['Beagle'] })).data;
        const refusal = await inPage.animal
          .search({ type: 'Fox' })
          .catch((error: unknown) => (error as { details: string }).details);
        const organizations = (await inPage.organization.search()).data.organizations;
        return [animals.length, organizations.length, refusal];
      },
      { apiKey: pair.clientId, secret: pair.clientSecret, baseUrl: `${service.origin}/v2` },
    );
    expect(seen).toEqual([1, 1, 'The request contains invalid parameters.']);
    browser.assertClean();
  });
});
