import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventStore } from '../../src/events/store.ts';
import { openEnvironment } from '../../src/open-environment.ts';
import { EVENT_KINDS } from '../../src/vocabulary/event-kinds.ts';
import { type Member, newMember } from '../organizations/members.ts';
import { newCaller, withKey } from '../support/adoption.ts';
import { addPet, expectError, pagesOf } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, BACKENDS, patientMs, type TestService } from '../support/service.ts';
import { operatorOf } from '../support/windows.ts';
import { appendEvents } from './streams.ts';

describe.each(BACKENDS)('GET /audit on %s', (_, start) => {
  let service: TestService;
  /** The database itself, beside the service. */
  let beside: Awaited<ReturnType<typeof openEnvironment>>;
  /** Members of a second organization. */
  let manager: TestService;
  let staff: Member;
  let organizationId: number;

  beforeAll(async () => {
    service = await start();
    beside = await openEnvironment('production', service.settings, { deadlineMs: patientMs });
    organizationId = (await service.call('POST', '/v1/organizations', { body: { name: 'Riverside' } })).body.id;
    manager = await newMember(service, organizationId, 'manager');
    staff = await newMember(service, organizationId, 'staff');
  });
  afterAll(async () => {
    await beside.database.close();
    await service.close();
  });

  const audit = (query = '', caller = service) => caller.call('GET', `/v1/audit${query}`);
  const withScopes = async (...scopes: string[]): Promise<TestService> =>
    withKey(service, (await service.call('POST', '/v1/account/keys', { body: { scopes } })).body.key);
  const newest = async (query = '') => (await audit(`?limit=1${query}`)).body[0];

  test('names who changed what: a key, a session, a visitor, the command line, and the service', async () => {
    const petId = await addPet(service, { name: 'Rex' });
    const { sequence, ...created } = await newest('&types=pet.created');
    expect(created).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'pet.created',
      timestamp: expect.any(String),
      actor: { type: 'account', accountId: 1, keyId: 1 },
      data: { id: petId, name: 'Rex', categoryId: 1, status: 'available' },
    });
    expect((await service.call('GET', `/v1/events?after=${sequence - 1}&limit=1`)).body).toEqual([
      { sequence, ...created },
    ]);

    const page = await operatorOf(service);
    await page.call('PATCH', `/v1/pets/${petId}`, { body: { name: 'Max' } });
    expect((await newest('&types=pet.updated')).actor).toEqual({ type: 'account', accountId: 1 });

    const shown = { kind: 'publishable', scopes: ['pets:read', 'orders:write'], origins: ['https://shelter.example'] };
    const { key } = (await service.call('POST', '/v1/account/keys', { body: shown })).body;
    const adopter = { name: 'Ann Lee', email: 'ann@example.org' };
    const order = await service.call('POST', '/v1/store/orders', { key, body: { petId, adopter } });
    expect(order.status, order.text).toBe(201);
    expect((await newest('&types=order.placed')).actor).toEqual({ type: 'visitor' });

    await service.newAccount();
    expect((await newest('&types=api_key.created')).actor).toEqual({ type: 'command_line' });

    await service.call('POST', '/v1/messages', { body: { message: 'Hello' } });
    const delivered = await eventually(() => newest('&types=message.delivered'));
    expect(delivered.actor).toEqual({ type: 'service' });
  });

  test('has the newest first, page by page, and each event once while others are written', async () => {
    for (let i = 0; i < 5; i++) await addPet(service, { name: `Rex ${i}` });
    const sequencesOf = ({ body }: Answer): number[] => body.map((event: { sequence: number }) => event.sequence);
    const known = sequencesOf(await audit('?types=pet.created&limit=5'));
    const pages = await pagesOf(service, '/v1/audit?limit=2&types=pet.created,pet.updated', async () => {
      await addPet(service, { name: 'Later' });
    });
    const sequences = pages.flatMap(sequencesOf);
    expect(sequences.slice(0, 5)).toEqual(known);
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => b - a));
    const next = /cursor=([^&>]+)/.exec(pages[0]!.headers.get('link')!)![1];
    expectError(await audit(`?limit=2&types=pet.created&cursor=${next}`), 400, 'invalid_cursor');
  });

  test('a manager reads what concerns the organization, an operator everything or one organization', async () => {
    const { id: petId } = (await staff.call('POST', '/v1/pets', { body: { name: 'Moose', categoryId: 1 } })).body;
    await addPet(service, { name: 'Of another' });
    await service.call('PATCH', `/v1/pets/${petId}`, { body: { name: 'Elk' } });
    const facts = async (query: string, caller = service) =>
      (await audit(`${query}&types=pet.created,pet.updated&limit=3`, caller)).body.map(
        ({ data, actor }: { data: { name: string }; actor: { accountId: number } }) => [data.name, actor.accountId],
      );
    const own = [
      ['Elk', 1],
      ['Moose', staff.accountId],
    ];
    expect(await facts('?', manager)).toEqual(own);
    expect(await facts(`?organizationId=${organizationId}`, manager)).toEqual(own);
    expect(await facts(`?organizationId=${organizationId}`)).toEqual(own);
    expect(await facts(`?accountId=${staff.accountId}`)).toEqual(own.slice(1));
    expect(await facts(`?accountId=1`, manager)).toEqual(own.slice(0, 1));
    expect(await facts('?')).toEqual([own[0], ['Of another', 1], own[1]]);
    expect(await facts('?organizationId=999')).toEqual([]);
    expect(await facts(`?accountId=${staff.accountId}0`)).toEqual([]);
  });

  test('a manager reads which keys of members are made, replaced and revoked', async () => {
    const member = await newMember(service, organizationId, 'staff');
    const before = (await newest()).sequence;
    const { id } = (await member.call('POST', '/v1/account/keys', { body: {} })).body;
    const rolled = (await member.call('POST', `/v1/account/keys/${id}/roll`)).body;
    await member.call('DELETE', `/v1/account/keys/${rolled.id}`);
    await service.call('POST', '/v1/account/keys', { body: {} });
    const found = (await audit('?types=api_key.created,api_key.rolled,api_key.revoked&limit=4', manager)).body;
    const facts = found
      .filter(({ sequence }: { sequence: number }) => sequence > before)
      .map(({ type, data, actor }: { type: string; data: { id: number }; actor: object }) => [type, data.id, actor]);
    const by = { type: 'account', accountId: member.accountId, keyId: expect.any(Number) };
    expect(facts).toEqual([
      ['api_key.revoked', rolled.id, by],
      ['api_key.rolled', rolled.id, by],
      ['api_key.created', id, by],
    ]);
    for (const secret of [rolled.key, member.key]) expect(JSON.stringify(found)).not.toContain(secret.slice(9, -4));
  });

  test('403: staff, accounts without an organization, and managers of another', async () => {
    const alone = await newCaller(service);
    for (const caller of [staff, alone]) expectError(await audit('', caller), 403, 'forbidden', 'managers');
    expectError(await audit('?organizationId=1', manager), 403, 'forbidden', '`organizationId`');
  });

  test('shows the events that the scopes of the key may read', async () => {
    await addPet(service, {});
    const narrow = await withScopes('account');
    const types: string[] = (await audit('?limit=100', narrow)).body.map(({ type }: { type: string }) => type);
    expect(types).toContain('api_key.created');
    expect(types.filter((type) => !/^(?:api_key|account)\./.test(type))).toEqual([]);
    expectError(await audit('?types=pet.created', narrow), 403, 'insufficient_scope', '`pets:read`');
    expectError(await audit('', await withScopes('pets:read')), 403, 'insufficient_scope', '`account`');
  });

  test.each([
    ['limit=0', '`limit`'],
    ['organizationId=x', '`organizationId`'],
    ['organizationId=0', '`organizationId`'],
    ['accountId=1.5', '`accountId`'],
    ['types=pet.born', '`types'],
  ])('400: %s', async (query, naming) => {
    expectError(await audit(`?${query}`), 400, 'invalid_parameter', naming);
  });

  test('leaves out events of earlier versions, and finds few among very many in bounded steps', async () => {
    await appendEvents(beside, { kind: 'pet.created', count: 300, accountId: null });
    const whole = eventStore(beside.database);
    const inSteps = eventStore({ ...beside.database, scanRows: 7 });
    const filter = { kinds: new Set(EVENT_KINDS), organizationId: undefined, actor: staff.accountId };
    const before = (await whole.last()) + 1;
    const expected = await whole.audit({ ...filter, actor: undefined }, 1_000, undefined);
    expect(expected.length).toBeLessThan(before - 300);
    expect(await inSteps.audit({ ...filter, actor: undefined }, 1_000, before)).toEqual(expected);
    expect(await inSteps.audit({ ...filter, actor: undefined }, 3, expected[4]!.sequence)).toEqual(
      expected.slice(5, 8),
    );
    let turns = 0;
    const countTurns = () => {
      turns += 1;
      counting = setImmediate(countTurns);
    };
    let counting = setImmediate(countTurns);
    expect(await inSteps.audit(filter, 5, undefined)).toHaveLength(1);
    clearImmediate(counting);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(before / 7));
  });
});
