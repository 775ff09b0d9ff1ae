import { describe, expect, test } from 'vitest';
import { PARTNER_LIMITS } from '../../../src/vocabulary/plans.ts';
import { newCaller, withKey } from '../../support/adoption.ts';
import { expectError } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../../support/service.ts';

const path = '/v1/admin/partner-keys';

describe.each(BACKENDS)('partner keys, on %s', (_, start) => {
  const clock = testClock();
  const service = sharedService(start, { now: clock.now });
  const make = async (name = 'Directory of Ohio', caller: TestService = service) => {
    const answer = await caller.call('POST', path, { body: { name } });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const list = async (): Promise<{ id: number; lastUsedAt?: string }[]> => (await service.call('GET', path)).body;

  test('an operator makes one with a name; it is shown once, and listed until it is revoked', async () => {
    const { key, ...made } = await make();
    expect(key).toMatch(/^ptk_live_\w{38}$/);
    expect(made).toMatchObject({ name: 'Directory of Ohio', kind: 'partner', scopes: ['pets:read'] });
    expect(await list()).toContainEqual(made);
    const read = () => service.call('GET', '/v1/pets', { key });
    expect((await read()).status).toBe(200);
    expect((await service.call('DELETE', `${path}/${made.id}`)).status).toBe(204);
    expect((await read()).status).toBe(401);
    expect((await list()).map(({ id }) => id)).not.toContain(made.id);
    expect((await service.call('DELETE', `${path}/${made.id}`)).body.code).toBe('api_key_not_found');
  });

  test('its list shows when it was last used', async () => {
    const { id, key } = await make();
    await service.call('GET', '/v1/organizations', { key });
    const used = await eventually(async () => (await list()).find((one) => one.id === id)?.lastUsedAt);
    expect(Math.abs(Date.parse(used) - clock.now())).toBeLessThan(60_000);
  });

  test('revokes no other kind of key, and survives a new key of the board', async () => {
    const { key } = await make();
    const own = await service.call('POST', '/v1/account/keys', { body: {} });
    expect((await service.call('DELETE', `${path}/${own.body.id}`)).status).toBe(404);
    expect((await service.call('POST', '/v1/admin/board-key')).status).toBe(201);
    expect((await service.call('GET', '/v1/pets', { key })).status).toBe(200);
  });

  test('only operators make, list and revoke them, with the scope that they have, and no account makes one for itself', async () => {
    const { id } = await make();
    const caller = await newCaller(service);
    for (const answer of [
      await caller.call('POST', path, { body: { name: 'Directory' } }),
      await caller.call('GET', path),
      await caller.call('DELETE', `${path}/${id}`),
    ])
      expect(answer.status).toBe(403);
    const own = await caller.call('POST', '/v1/account/keys', { body: { kind: 'partner' } });
    expect([own.status, own.body.code]).toEqual([400, 'invalid_body']);
    const narrow = await service.call('POST', '/v1/account/keys', { body: { scopes: ['account'] } });
    const refused = await withKey(service, narrow.body.key).call('POST', path, { body: { name: 'Directory' } });
    expectError(refused, 403, 'insufficient_scope', '`pets:read`');
  });

  test('each has a limit of its own, which neither the address nor another key shares', async () => {
    const [one, other] = [withKey(service, (await make()).key), withKey(service, (await make()).key)];
    clock.advance(61_000);
    const answers = await Promise.all(
      Array.from({ length: PARTNER_LIMITS.perMinute + 1 }, () => one.call('GET', '/v1/vocabularies/species')),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ body }) => body.code)).toEqual(['rate_limit_exceeded']);
    const after = await other.call('GET', '/v1/pets');
    expect([after.status, after.headers.get('x-ratelimit-limit')]).toEqual([200, String(PARTNER_LIMITS.perMinute)]);
    clock.advance(61_000);
    expect((await one.call('GET', '/v1/pets')).status).toBe(200);
  });
});
