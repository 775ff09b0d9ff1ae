import { expect, test } from 'vitest';
import { PLANS } from '../../../src/vocabulary/plans.ts';
import { invited, signedIn } from '../../organizations/members.ts';
import { ann, openPage, type Page, signUp } from '../../pages/page.ts';
import { expectError } from '../../support/answers.ts';
import { sharedService, startOnSqlite, testClock, type TestService } from '../../support/service.ts';

const clock = testClock();
let people = 0;
const service = sharedService(startOnSqlite, { now: clock.now });

/** Somebody who is signed in, and whose key is in the wrong hands. */
async function newcomer(): Promise<{ page: Page; key: string; keyId: number }> {
  people += 1;
  clock.advance(61_000);
  const account = { ...ann, email: `ann-${people}@shelter.example` };
  const { key } = await signUp(service, account);
  const page = openPage(service);
  await page.signIn(account.email, account.password);
  return { page, key, keyId: (await page.call('GET', '/v1/account/keys')).body[0].id };
}
async function useUp(key: string, requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent += 1) {
    if (sent % 60 === 0) clock.advance(61_000);
    expect((await service.call('GET', '/v1/store/inventory', { key })).status).toBe(200);
  }
}

test('have requests left when a leaked key has used the minute up, and can revoke it', async () => {
  const { page, key, keyId } = await newcomer();
  await useUp(key, 60);
  expectError(await page.call('GET', '/v1/pets'), 429, 'rate_limit_exceeded');
  expect((await page.call('GET', '/v1/account')).status).toBe(200);
  expect((await page.call('GET', '/v1/account/keys')).body).toHaveLength(1);
  const fresh = await page.call('POST', '/v1/account/keys', { body: { name: 'Shop' } });
  expect(fresh.status).toBe(201);
  expect((await page.call('POST', `/v1/account/keys/${fresh.body.id}/roll`)).status).toBe(201);
  expect((await page.call('DELETE', `/v1/account/keys/${keyId}`)).status).toBe(204);
  expectError(await service.call('GET', '/v1/pets', { key }), 401, 'invalid_api_key');
});

test('have others for its webhooks, to see what became of deliveries and to send them again', async () => {
  const { page, key } = await newcomer();
  const wanted = { url: 'https://shelter.example/hooks', events: ['pet.created'], disabled: true };
  const { body: webhook } = await page.call('POST', '/v1/webhooks', { body: wanted });
  const { body: sent } = await page.call('POST', `/v1/webhooks/${webhook.id}/test`);
  await useUp(key, 60);
  expectError(await page.call('GET', '/v1/pets'), 429, 'rate_limit_exceeded');
  expect((await page.call('GET', '/v1/webhooks/deliveries')).body).toMatchObject([{ id: sent.id }]);
  const body = { deliveryIds: [sent.id] };
  const again = await page.call('POST', '/v1/webhooks/deliveries/redeliver-several', { body });
  expect([again.status, again.headers.get('x-ratelimit-limit')]).toEqual([202, '300']);
  expect((await page.call('GET', '/v1/account')).headers.get('x-ratelimit-limit')).toBe('60');
  expectError(await service.call('GET', '/v1/webhooks', { key }), 429, 'rate_limit_exceeded');
});

test('have requests left when it has used the day up', async () => {
  const { page, key, keyId } = await newcomer();
  await useUp(key, PLANS.free.perDay);
  clock.advance(61_000);
  expectError(await service.call('GET', '/v1/account/keys', { key }), 429, 'daily_quota_exceeded');
  expectError(await page.call('GET', '/v1/pets'), 429, 'daily_quota_exceeded');
  expect((await page.call('GET', '/v1/account/keys')).status).toBe(200);
  expect((await page.call('DELETE', `/v1/account/keys/${keyId}`)).status).toBe(204);
  // What was used is the account's, whoever asks.
  const { body } = await page.call('GET', '/v1/account/usage');
  expect(body.day).toMatchObject({ limit: PLANS.free.perDay, remaining: 0 });
});

test("have limits of their own, which all of the account's sessions share and which its answers show", async () => {
  const { page, key } = await newcomer();
  const { headers } = await page.call('GET', '/v1/account');
  const left = Number(headers.get('x-ratelimit-remaining'));
  expect(headers.get('x-ratelimit-limit')).toBe('60');
  expect(headers.get('ratelimit-policy')).toBe('"minute";q=60;w=60, "day";q=1000;w=86400');
  for (let i = 0; i < left; i += 1) expect((await page.call('GET', '/v1/account')).status).toBe(200);
  const refused = await page.call('GET', '/v1/account');
  expectError(refused, 429, 'rate_limit_exceeded');
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  const second = openPage(service);
  await second.signIn(`ann-${people}@shelter.example`, ann.password);
  expectError(await second.call('GET', '/v1/account/keys'), 429, 'rate_limit_exceeded');
  // A key pays as it ever did, and so does a session for all else.
  expect((await service.call('GET', '/v1/account', { key })).headers.get('x-ratelimit-remaining')).toBe('59');
  expect((await page.call('GET', '/v1/pets')).headers.get('x-ratelimit-remaining')).toBe('58');
});

/** An invited manager, whose account has the plan of all new ones, and a key of it. */
async function colleague(of: TestService = service) {
  people += 1;
  clock.advance(61_000);
  const { body: organization } = await of.call('POST', '/v1/organizations', { body: { name: `Shelter ${people}` } });
  const token = await invited(of, organization.id, { role: 'manager' });
  const who = { email: `bea-${people}@shelter.example`, password: ann.password };
  expect((await openPage(of).call('POST', '/session/join', { body: { token, ...who } })).status).toBe(200);
  const page = await signedIn(of, who);
  const { body: key } = await page.call('POST', '/v1/account/keys', { body: { name: 'Website' } });
  return { page, key: key.key as string, keyId: key.id as number, organizationId: organization.id as number };
}

const remainingOf = async (page: Page, path: string) =>
  Number((await page.call('GET', path)).headers.get('x-ratelimit-remaining'));

test('of members have limits for a day in the console, whatever the plan, and leave those of keys alone', async () => {
  const { page, key, organizationId } = await colleague();
  const inbox = `/v1/organizations/${organizationId}/messages`;
  const watched = ['/v1/store/order-counts', '/v1/application-counts', inbox];
  for (let round = 0; round < 400; round += 1) {
    clock.advance(10_000);
    for (const path of watched) expect((await page.call('GET', path)).status).toBe(200);
  }
  expect((await page.call('GET', '/v1/pets')).headers.get('ratelimit-policy')).toBe(
    '"minute";q=1000;w=60, "day";q=100000;w=86400',
  );
  const { headers } = await service.call('GET', '/v1/pets', { key });
  expect(headers.get('ratelimit-policy')).toBe('"minute";q=60;w=60, "day";q=1000;w=86400');
  expect(headers.get('x-ratelimit-remaining')).toBe('59');
  expect((await page.call('GET', '/v1/account/usage')).body.day).toMatchObject({ limit: 1_000, remaining: 999 });
});

test('of members have at least the limits of their plan', async () => {
  const operator = openPage(service);
  const body = { token: service.operatorLink.split('token=')[1], password: ann.password };
  expect((await operator.call('POST', '/session/reset-password', { body })).status).toBe(200);
  const { headers } = await operator.call('GET', '/v1/pets');
  expect(headers.get('ratelimit-policy')).toBe('"minute";q=10000;w=60, "day";q=10000000;w=86400');
});

test('are not used up by pages that ask again and again', async () => {
  const { page, keyId, organizationId } = await colleague();
  const left = await remainingOf(page, '/v1/account');
  const ofWebhooks = await remainingOf(page, '/v1/webhooks');
  for (let asked = 0; asked < 100; asked += 1) {
    expect((await page.call('GET', `/v1/organizations/${organizationId}/listing-sites`)).status).toBe(200);
    expect((await page.call('GET', '/v1/webhooks/health')).status).toBe(200);
    expect((await page.call('GET', '/v1/webhooks/deliveries')).status).toBe(200);
  }
  expect(await remainingOf(page, '/v1/account')).toBe(left - 1);
  expect(await remainingOf(page, '/v1/webhooks')).toBe(ofWebhooks - 1);
  expect((await page.call('DELETE', `/v1/account/keys/${keyId}`)).status).toBe(204);
});

test("are not used up by staging's mails, for an account without an organization either", async () => {
  const staging = await startOnSqlite({ environment: 'staging', now: clock.now });
  await signUp(staging);
  const page = await signedIn(staging, ann);
  for (let asked = 0; asked < 1_001; asked += 1) {
    clock.advance(5_000);
    expect((await page.call('GET', '/v1/test/mails')).status).toBe(200);
  }
  expect(await remainingOf(page, '/v1/account')).toBe(59);
});
