import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { join } from '../../organizations/members.ts';
import { expectError } from '../../support/answers.ts';
import { type Answer, sharedService, startOnSqlite, testClock } from '../../support/service.ts';

const keysPath = '/v1/account/keys';

const clock = testClock();

const service = sharedService(startOnSqlite, { now: clock.now });

const create = (key: string, body: unknown = {}) => service.call('POST', keysPath, { key, body });

test('403 insufficient_scope: no key lets anybody sign in to more than it may, or reads about a person without the scopes', async () => {
  const operator = (await create(service.operatorKey, { scopes: ['account'] })).body.key;
  const { accountId, key } = await service.newAccount();
  await join(service, accountId, { id: 1, role: 'manager' });
  const manager = (await create(key, { scopes: ['account', 'pets:read', 'orders:read'] })).body.key;
  const { accountId: other } = await service.newAccount();
  const refused = async (by: string, method: string, path: string, scope: string, body?: object) =>
    expectError(await service.call(method, path, { key: by, body }), 403, 'insufficient_scope', `\`${scope}\``);

  await refused(manager, 'POST', '/v1/organizations/1/invitations', 'pets:write', { role: 'staff' });
  for (const body of [{ role: 'operator' }, { organization: { id: 1, role: 'staff' } }])
    await refused(operator, 'PATCH', `/v1/admin/accounts/${other}`, 'pets:read', body);
  await refused(operator, 'POST', '/v1/admin/people/correct', 'pets:read', {
    email: 'operator@localhost',
    newEmail: 'eve@elsewhere.example',
  });
  await refused(operator, 'GET', '/v1/admin/people?email=ann@example.org', 'orders:read');
  expect((await service.call('GET', '/v1/organizations/1/invitations', { key })).body).toEqual([]);
  const { body } = await service.call('GET', `/v1/admin/accounts/${other}`, { key: operator });
  expect([body.role, body.organization]).toEqual(['member', undefined]);
  expect((await service.call('GET', '/v1/admin/accounts?email=operator@localhost')).body).toHaveLength(1);

  const allowed = { plan: 'pro', approved: true, organization: null };
  const path = `/v1/admin/accounts/${other}`;
  expect((await service.call('PATCH', path, { key: operator, body: allowed })).status).toBe(200);
});

test('a request that waits for its body loses its rights, too: 401 revoked, 403 suspended', async () => {
  const body = '{}';
  const answered = async (key: string, meanwhile: () => Promise<Answer>) => {
    const sent = request(`${service.origin}${keysPath}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      },
    });
    sent.flushHeaders();
    // The key was valid, and the service waits.
    await once(sent, 'continue');
    expect((await meanwhile()).status).toBeLessThan(300);
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  const { key, keyId, accountId } = await service.newAccount();
  const { body: other } = await create(key);
  expect(await answered(key, () => create(other.key))).toBe(201);
  expect(await answered(key, () => service.call('DELETE', `${keysPath}/${keyId}`, { key: other.key }))).toBe(401);
  const suspend = () => service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: true } });
  expect(await answered(other.key, suspend)).toBe(403);
});
