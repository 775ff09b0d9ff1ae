import { beforeAll, describe, expect, test } from 'vitest';
import { callTool, textsOf } from '../mcp/scene.ts';
import { newCaller, withKey } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { type Answer, sharedService, startOnSqlite, testClock, type TestService } from '../support/service.ts';

const strictly = { prefer: 'handling=strict' };

describe('Prefer: handling', () => {
  let owner: TestService;

  const service = sharedService(startOnSqlite, { now: testClock().now });
  beforeAll(async () => {
    owner = await newCaller(service);
  });

  const add = (body: object, headers: Record<string, string> = strictly): Promise<Answer> =>
    owner.call('POST', '/v1/pets', { headers, body: { name: 'Rex', categoryId: 1, ...body } });
  const applied = ({ headers }: Answer) => headers.get('preference-applied');

  test('strict: 400 names an unknown member and the one that may be meant, whatever it holds', async () => {
    const petId = await addPet(service, {});
    for (const [method, path, body, named] of [
      ['POST', '/v1/store/orders', { petId, adoptor: { name: 'Ann' } }, '`adoptor`. Did you mean `adopter`?'],
      ['POST', '/v1/store/orders', { petId, adopter: { nmae: 'A' } }, '`adopter.nmae`. Did you mean `adopter.name`?'],
      ['POST', '/v1/pets', { profile: { goodwith: {} } }, '`profile.goodwith`. Did you mean `profile.goodWith`?'],
      ['PATCH', `/v1/pets/${petId}`, { profile: { goodWith: { cat: 'yes' } } }, '`profile.goodWith.cat`. Did you mean'],
      ['PATCH', '/v1/organizations/1', { application: [{ texts: 'x' }] }, 'no field `application.0.texts`.'],
      ['PATCH', '/v1/organizations/1', { address: { ctiy: 'x' } }, '`address.ctiy`. Did you mean `address.city`?'],
      ['POST', '/v1/messages', { message: 'Hi', elephant: null }, 'no field `elephant`.'],
      ['POST', '/v1/pets', { constructor: 1 }, '`constructor`'],
      ['POST', '/v1/pets', { ['x'.repeat(5_000)]: 1 }, `\`${'x'.repeat(64)}…\``],
      ['DELETE', `/v1/pets/${petId}`, { id: 1 }, 'no field `id`.'],
    ] as const) {
      const answer = await service.call(method, path, { headers: strictly, body });
      expectError(answer, 400, 'invalid_body', named);
      expect(applied(answer)).toBe('handling=strict');
    }
    expect((await service.call('GET', `/v1/pets/${petId}`)).status).toBe(200);
  });

  test('strict: 400 names an unknown query parameter', async () => {
    for (const [path, named] of [
      ['/v1/pets?statuss=sold', '`statuss`. Did you mean `status`?'],
      ['/v1/pets?Limit=5', '`Limit`. Did you mean `limit`?'],
      ['/v1/pets/1?status=sold&expnad=owner', '`status`.'],
      ['/v1/account?x', '`x`.'],
    ] as const)
      expectError(await owner.call('GET', path, { headers: strictly }), 400, 'invalid_parameter', named);
  });

  test('strict: what is known passes, as without it', async () => {
    const answer = await add({ profile: { goodWith: { cats: 'yes' }, location: { city: 'Łódź' } } });
    expect([answer.status, applied(answer)]).toEqual([201, 'handling=strict']);
    const listed = await owner.call('GET', '/v1/pets?limit=1&status=available&categoryId=1', { headers: strictly });
    expect([listed.status, applied(listed)]).toEqual([200, 'handling=strict']);
  });

  test('lenient is the default: unknown names are ignored', async () => {
    const plain = await add({ statuss: 'sold' }, {});
    expect([plain.status, applied(plain)]).toEqual([201, null]);
    expect((await owner.call('GET', '/v1/pets?statuss=sold')).status).toBe(200);
  });

  test.each([
    ['handling=lenient', 'lenient'],
    ['HANDLING = "strict"', 'strict'],
    ['respond-async, wait=10, Handling=Strict; a=b', 'strict'],
    ['handling=strict, handling=lenient', 'strict'],
    ['note="a, handling=strict", handling=lenient', 'lenient'],
    ['note="a, handling=strict"', undefined],
    [String.raw`note="a\", handling=strict", handling=lenient`, 'lenient'],
    ['note="a, handling=strict', undefined],
    ['handling; a=strict', undefined],
    ['handling', undefined],
    ['handling=stricter', undefined],
    ['return=minimal', undefined],
  ])('%s', async (prefer, handling) => {
    const answer = await add({ statuss: 'sold' }, { prefer });
    expect(answer.status).toBe(handling === 'strict' ? 400 : 201);
    expect(applied(answer)).toBe(handling === undefined ? null : `handling=${handling}`);
  });

  test('the rights come first', async () => {
    const answer = await service.call('POST', '/v1/pets', { key: null, headers: strictly, body: { nam: 1 } });
    expectError(answer, 401, 'missing_api_key');
  });

  test('an Idempotency-Key is bound to the payload, not to the preference', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await add({}, key);
    const again = await add({}, { ...key, ...strictly });
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    expectError(await add({ statuss: 'sold' }, { ...key, ...strictly }), 400, 'invalid_body', '`statuss`');
    expect((await add({ statuss: 'sold' }, key)).body).toEqual(first.body);
  });

  test('pages of other origins may ask for it', async () => {
    const origin = { origin: 'https://shelter.example' };
    const preflight = await service.call('OPTIONS', '/v1/pets', { key: null, headers: origin });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Prefer');
    const answer = await owner.call('GET', '/v1/pets', { headers: { ...origin, ...strictly } });
    expect(answer.headers.get('access-control-expose-headers')).toContain('Preference-Applied');
  });

  test('tools of agents are always strict', async () => {
    const misspelled = await callTool(service, 'createPet', { nmae: 'Rex', categoryId: 1 });
    expect(textsOf(misspelled).body).toContain('Did you mean `name`?');
    const { body } = await callTool(service, 'listPets', { statuss: 'sold' });
    expect(JSON.stringify(body)).toContain('The tool has no argument `statuss`. Did you mean `status`?');
  });

  test('the request log has the names that were ignored, and no values', async () => {
    const { key } = await service.newAccount();
    const other = withKey(service, key);
    const send = (query: string, body: object, headers = {}) =>
      other.call('POST', `/v1/pets?${query}`, { headers, body: { name: 'Rex', categoryId: 1, ...body } });
    await send('', {});
    await send('expnad=owner', { adoptor: 'Ann', profile: { goodwith: { cats: 'yes' } } });
    await send('', {});
    await send('', { 'ann@example.org': 1, [key]: 1, [`k${key.slice(0, 12)}`]: 1, 'a,b': 1, b: 1, c: 1, d: 1, e: 1 });
    await send('', { adoptor: 'Ann' }, strictly);
    await send('', { adoptor: 'Ann', categoryId: 'x' });
    const { body } = await other.call('GET', '/v1/account/requests');
    const lines = (body as { status: number; ignored?: string[] }[]).map(({ status, ignored }) => [status, ignored]);
    expect(lines.toReversed()).toEqual([
      [201, undefined],
      [201, ['adoptor', 'profile.goodwith', '?expnad']],
      [201, undefined],
      [201, ['*', 'b']],
      [400, undefined],
      [400, ['adoptor']],
    ]);
    expect(JSON.stringify(body)).not.toContain('Ann');
  });
});

describe('the organization of a new animal', () => {
  const service = sharedService(startOnSqlite, { now: testClock().now });

  test('is named by operators, and by others only as their own', async () => {
    const { body: shelter } = await service.call('POST', '/v1/organizations', { body: { name: 'Away' } });
    const add = (organizationId: number, caller = service) =>
      caller.call('POST', '/v1/pets?expand=owner', { body: { name: 'Rex', categoryId: 1, organizationId } });
    expect((await add(shelter.id)).body.owner.organization).toEqual({ id: shelter.id, name: 'Away' });
    expect((await add(1)).body.owner.organization.id).toBe(1);
    expectError(await add(999), 400, 'invalid_body', '`organizationId`');
    expectError(await add(shelter.id, await newCaller(service)), 403, 'forbidden', 'Only an operator');
    const plain = await service.call('POST', '/v1/pets', {
      body: { name: 'Max', categoryId: 1, organizationId: shelter.id },
    });
    const { body } = await service.call('GET', `/v1/pets?ids=${plain.body.id}&organizationId=${shelter.id}`);
    expect(body).toEqual([plain.body]);
  });
});
