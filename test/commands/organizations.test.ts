import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, jsonOf } from '../support/command.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';

let service: TestService;
let env: { DATA_DIR: string };
const json = (...args: string[]) => jsonOf(['organizations', ...args], env);
const run = (...args: string[]) => command(['organizations', ...args], env);
const shownToVisitors = async () => (await service.call('GET', '/page-settings')).body.organization;

beforeAll(async () => {
  const settings = { organizationName: 'Riverside Shelter', organizationPhone: '+1 555 0100' };
  service = await startOnSqlite({ settings });
  env = { DATA_DIR: service.dataDir };
});
afterAll(() => service.close());

test('the settings name the first organization, which list and show print', async () => {
  const first = { id: 1, name: 'Riverside Shelter', phone: '+1 555 0100', listed: true, suspended: false };
  expect(await json('list')).toEqual([first]);
  expect(await json('show', '1')).toEqual([first]);
  expect(await shownToVisitors()).toMatchObject({ name: 'Riverside Shelter' });
  const { stdout } = await run('show', '1');
  expect(stdout).toMatch(/^Organization\t1\nName\tRiverside Shelter\nState\tlisted\nPhone\t\+1 555 0100\n$/);
});

test('create and update apply while the service is running, with the rules of the API', async () => {
  const [added] = await json('create', 'Lakeside', '--email', 'hello@lakeside.example');
  expect(added).toEqual({
    id: 2,
    name: 'Lakeside',
    email: 'hello@lakeside.example',
    listed: false,
    suspended: false,
  });
  expect(await json('update', '2', '--listed', '--email', '', '--name', 'Lake')).toEqual([
    { id: 2, name: 'Lake', listed: true, suspended: false },
  ]);
  expect(await shownToVisitors()).toBeUndefined();
  expect(await json('update', '2', '--suspended')).toMatchObject([{ suspended: true }]);
  expect(await shownToVisitors()).toMatchObject({ id: 1 });
  expect(await json('update', '2', '--no-suspended', '--no-listed')).toMatchObject([
    { listed: false, suspended: false },
  ]);
  const urls = { paymentUrl: 'https://pay.example/lake', donationUrl: 'https://give.example/' };
  expect(await json('update', '2', '--payment-url', urls.paymentUrl, '--donation-url', urls.donationUrl)).toMatchObject(
    [urls],
  );
  const [without] = await json('update', '2', '--payment-url', '', '--donation-url', '');
  for (const name of Object.keys(urls)) expect(without).not.toHaveProperty(name);
  for (const [args, words] of [
    [['update', '2', '--website', 'javascript:alert(1)'], 'The field `website` must be a URL'],
    [['update', '2'], 'at least one change'],
    [['create', ' '], 'The field `name` must be a string of 1 to 255 characters'],
    [['invite', '2', '--role', 'staff', '--email', 'bea'], 'The field `email` must be an email address'],
  ] as const) {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  }
  const missing = await run('show', '99');
  expect([missing.code, missing.stderr]).toEqual([
    1,
    expect.stringContaining('There is no organization 99 in production.'),
  ]);
});

test('an invitation from the command line lets somebody join; members lists them', async () => {
  const { stdout } = await run('invite', '2', '--role', 'manager');
  const token = /\/portal\/join#token=(ppi_[\w-]{43})\n$/.exec(stdout)?.[1];
  const answer = await service.call('POST', '/session/join', {
    key: null,
    headers: { 'sec-fetch-site': 'same-origin', 'x-petstore-page': '1' },
    body: { token, email: 'ann@lakeside.example', password: 'seven quiet otters' },
  });
  expect(answer.status).toBe(200);
  expect(await json('members', '2')).toMatchObject([{ email: 'ann@lakeside.example', role: 'manager' }]);
  const operators = await json('members', '1');
  expect(operators).toMatchObject([{ id: 1, email: 'operator@localhost', role: 'manager', suspended: false }]);
});

test('suspending from the command line refuses the members at the running service, and cancels what they ordered from others', async () => {
  const { key } = await service.newAccount({ plan: 'pro', email: 'ann@lakeside.example' });
  const pet = await service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
  const order = await service.call('POST', '/v1/store/orders', { key, body: { petId: pet.body.id } });
  expect([pet.status, order.status]).toEqual([201, 201]);
  await json('update', '2', '--suspended');
  await expect.poll(async () => (await service.call('GET', '/v1/account', { key })).status).toBe(403);
  expect((await service.call('GET', `/v1/store/orders/${order.body.id}`)).body.status).toBe('cancelled');
  const { body: found } = await service.call('GET', `/v1/pets?ids=${pet.body.id}`);
  expect(found).toMatchObject([{ status: 'available' }]);
});
