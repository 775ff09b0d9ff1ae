import { beforeAll, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { sharedService, startOnSqlite, testClock, type TestService } from '../support/service.ts';
import { get, newPair, petfinderClient } from './petfinder-scene.ts';

/** Everybody who opens a page has the token of the pair in it. */
let client: TestService;

const service = sharedService(startOnSqlite, { settings: { trustedProxies: ['127.0.0.1'] }, now: testClock().now });
beforeAll(async () => {
  client = await petfinderClient(service, await newPair(service));
  await service.call('PATCH', '/v1/organizations/1', { body: { listed: true } });
});

const from = (visitor: string) => ({
  headers: { 'x-forwarded-for': visitor, origin: 'https://shelter.example' },
});

test('each has a walk of their own', async () => {
  for (const name of ['Rex', 'Luna']) await addPet(service, { name });
  const pageFor = async (visitor: string, page: number) => {
    const { animals, pagination } = await get(client, `/v2/animals?limit=1&page=${page}`, from(visitor));
    return [animals[0].name, pagination.total_count];
  };
  expect(await pageFor('203.0.113.7', 1)).toEqual(['Luna', 2]);
  await addPet(service, { name: 'Late' });
  expect(await pageFor('203.0.113.8', 1)).toEqual(['Late', 3]);
  expect(await pageFor('203.0.113.7', 2)).toEqual(['Rex', 2]);
});

test('none uses up the requests of another one', async () => {
  const call = async (visitor: string) => (await client.call('HEAD', '/v2/types', from(visitor))).status;
  const statuses = new Set<number>();
  for (let i = 0; i < 300; i += 1) statuses.add(await call('203.0.113.9'));
  expect([...statuses]).toEqual([200]);
  expect(await call('203.0.113.9')).toBe(429);
  expect(await call('203.0.113.10')).toBe(200);
});
