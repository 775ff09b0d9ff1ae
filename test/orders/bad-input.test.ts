import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveOrder, newCaller, petStatus, placeOrder } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { sharedService, startOnSqlite, type TestService } from '../support/service.ts';

/** What is wrong with an order is named, and nothing of it is done. */
let adopter: TestService;
let petId: number;

const service = sharedService(startOnSqlite);
beforeAll(async () => {
  adopter = await newCaller(service);
});
beforeEach(async () => {
  petId = await addPet(service, {});
});

/** The order is refused, and neither it nor a held animal is left. */
async function expectRefused(body: unknown, status: number, code: string, naming: string, headers = {}): Promise<void> {
  const state = async () => {
    const answers = [
      await service.call('GET', '/v1/store/orders?limit=100'),
      await service.call('GET', `/v1/pets?ids=${petId}`),
      await service.call('GET', '/v1/store/inventory'),
    ];
    return answers.map(({ text, headers }) => [text, headers.get('etag')]);
  };
  const before = await state();
  expectError(await adopter.call('POST', '/v1/store/orders', { body, headers }), status, code, naming);
  expect(await state()).toEqual(before);
}

test.each([
  ['nobody', { name: '', email: 'ann@example.org' }, '`adopter.name`'],
  ['only white space', { name: ' \t ', email: 'ann@example.org' }, '`adopter.name`'],
  ['a name of 256 characters', { name: 'a'.repeat(256), email: 'ann@example.org' }, '`adopter.name`'],
  ['a name with a control character', { name: 'A\u0000nn', email: 'ann@example.org' }, '`adopter.name`'],
  ['no name', { email: 'ann@example.org' }, '`adopter.name`'],
  ['no email', { name: 'Ann' }, '`adopter.email`'],
  ['an empty email', { name: 'Ann', email: '' }, '`adopter.email`'],
  ['an email without @', { name: 'Ann', email: 'ann.example.org' }, '`adopter.email`'],
  ['an email without a domain', { name: 'Ann', email: 'ann@' }, '`adopter.email`'],
  ['two emails', { name: 'Ann', email: 'ann@example.org,bea@example.org' }, '`adopter.email`'],
  ['an email with a header', { name: 'Ann', email: 'ann@example.org\nBcc: bea@example.org' }, '`adopter.email`'],
  ['an email of 255 characters', { name: 'Ann', email: `${'a'.repeat(243)}@example.org` }, '`adopter.email`'],
  ['a number as email', { name: 'Ann', email: 7 }, '`adopter.email`'],
  ['null', null, '`adopter`'],
  ['a string', 'Ann', '`adopter`'],
  ['a list', ['Ann'], '`adopter`'],
])('400 invalid_body: the adopter is %s', async (_, person, naming) => {
  await expectRefused({ petId, adopter: person }, 400, 'invalid_body', naming);
});

test.each([
  ['10,001 characters', 'a'.repeat(10_001)],
  ['10,001 characters of four bytes', '🐈'.repeat(10_001)],
  ['empty', ''],
  ['with a control character', 'bell \u0007'],
  ['with half a character', 'half \ud83d'],
  ['null', null],
  ['a number', 7],
])('400 invalid_body: the note is %s', async (_, note) => {
  await expectRefused({ petId, note }, 400, 'invalid_body', '`note`');
});

test.each(['"1"', '1.5', '9223372036854775808', '-9223372036854775809', '1e30', 'null', 'true', '[1]'])(
  '400 invalid_body: petId is %s',
  async (text) => {
    await expectRefused(`{"petId":${text}}`, 400, 'invalid_body', '`petId`');
  },
);

test.each([
  ['no member', {}, 'invalid_body', '`petId`'],
  ['a list', [], 'invalid_body', 'JSON object'],
  ['nothing', '', 'invalid_body', 'JSON object'],
  ['cut off', '{"petId":1', 'invalid_json', ''],
  ['a member twice', '{"petId":1,"petId":2}', 'invalid_json', 'twice'],
  ['a __proto__', '{"petId":1,"__proto__":{}}', 'invalid_json', '__proto__'],
])('400: the body has %s', async (_, body, code, naming) => {
  await expectRefused(body, 400, code, naming);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/merge-patch+json'])(
  '400 unsupported_media_type: %s',
  async (contentType) => {
    const headers = { 'content-type': contentType };
    await expectRefused(JSON.stringify({ petId }), 400, 'unsupported_media_type', '', headers);
  },
);

test.each(['0', '-1', '999999', '9007199254740993', '9223372036854775807', '-9223372036854775808'])(
  '404 pet_not_found: there is no pet %s',
  async (id) => {
    await expectRefused(`{"petId":${id}}`, 404, 'pet_not_found', '`petId`');
  },
);

test('404 pet_not_found: a removed pet', async () => {
  await service.call('DELETE', `/v1/pets/${petId}`);
  const answer = await adopter.call('POST', '/v1/store/orders', { body: { petId } });
  expectError(answer, 404, 'pet_not_found', '`petId`');
});

test('409 pet_not_available: sold, pending, held', async () => {
  await service.call('PATCH', `/v1/pets/${petId}`, { body: { status: 'sold' } });
  await expectRefused({ petId }, 409, 'pet_not_available', '`sold`');
  await service.call('PATCH', `/v1/pets/${petId}`, { body: { status: 'available' } });
  await service.call('PATCH', `/v1/pets/${petId}`, { body: { status: 'pending' } });
  await expectRefused({ petId }, 409, 'pet_not_available', '`pending`');
  await service.call('PATCH', `/v1/pets/${petId}`, { body: { status: 'available' } });
  await placeOrder(service, petId);
  await expectRefused({ petId }, 409, 'pet_not_available', '`pending`');
});

test('413 payload_too_large', async () => {
  await expectRefused({ petId, note: 'a'.repeat(70_000) }, 413, 'payload_too_large', '');
});

test('validation comes before the lookup of the pet', async () => {
  await expectRefused({ petId: 999_999, note: '' }, 400, 'invalid_body', '`note`');
});

describe('the transitions', () => {
  test('need no body, and ignore any JSON body', async () => {
    const id = await placeOrder(adopter, petId);
    const answer = await moveOrder(service, id, 'approve', { body: { status: 'delivered', petId: 1 } });
    expect(answer.body).toMatchObject({ petId, status: 'approved' });
  });

  test('400: a body that is not JSON', async () => {
    const id = await placeOrder(adopter, petId);
    expectError(await moveOrder(service, id, 'approve', { body: '{' }), 400, 'invalid_json');
    const headers = { 'content-type': 'text/plain' };
    expectError(await moveOrder(service, id, 'approve', { body: 'x', headers }), 400, 'unsupported_media_type');
    expect((await service.call('GET', `/v1/store/orders/${id}`)).body.status).toBe('placed');
    expect(await petStatus(service, petId)).toBe('pending');
  });

  test('404 for an unknown transition, 405 for another method', async () => {
    const id = await placeOrder(adopter, petId);
    expectError(await moveOrder(service, id, 'expire'), 404, 'route_not_found');
    expectError(await service.call('GET', `/v1/store/orders/${id}/approve`), 405, 'method_not_allowed');
    const answer = await service.call('DELETE', `/v1/store/orders/${id}`);
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toMatch(/^GET\b/);
  });
});
