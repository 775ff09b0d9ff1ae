import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { buildEnvironment } from '../../src/composition/environment.ts';
import type { Dialect } from '../../src/database/migration.ts';
import { broughtEvents } from '../../src/database/migrations/0071-brought-events.ts';
import { eventStore } from '../../src/events/store.ts';
import { COMMAND_LINE } from '../../src/vocabulary/actors.ts';
import { EVENT_KINDS } from '../../src/vocabulary/event-kinds.ts';
import { type Member, newMember } from '../organizations/members.ts';
import { newCaller, withKey } from '../support/adoption.ts';
import { addPet, expectError, pagesOf } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, BACKENDS, linksOf, type TestService } from '../support/service.ts';
import { operatorOf } from '../support/windows.ts';
import { appendEvents } from './streams.ts';

describe.each(BACKENDS)('GET /audit on %s', (engine, start) => {
  let service: TestService;
  /** The database itself, beside the service. */
  let beside: Awaited<ReturnType<typeof buildEnvironment>>;
  /** Members of a second organization. */
  let manager: Member;
  let staff: Member;
  let organizationId: number;

  beforeAll(async () => {
    service = await start();
    beside = await service.beside();
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

  describe('with `petId`', () => {
    let mine: number;
    let colleague: Member;
    const typesOf = ({ body }: Answer): string[] => body.map(({ type }: { type: string }) => type);

    beforeAll(async () => {
      colleague = await newMember(service, organizationId, 'staff');
      mine = (await colleague.call('POST', '/v1/pets', { body: { name: 'Birch', categoryId: 1 } })).body.id;
      await colleague.call('PATCH', `/v1/pets/${mine}/profile`, { body: { sex: 'male', staff: { notes: 'Shy.' } } });
      const { id } = (await service.call('POST', '/v1/store/orders', { body: { petId: mine } })).body;
      await addPet(service, { name: 'Another' });
      await manager.call('POST', `/v1/store/orders/${id}/approve`);
    });

    test('has what happened to the animal and with its orders, newest first, for its own people and operators', async () => {
      const found = await audit(`?petId=${mine}`, colleague);
      expect(typesOf(found)).toEqual([
        'order.approved',
        'order.placed',
        'pet.status_changed',
        'pet_record.updated',
        'pet.updated',
        'pet.created',
      ]);
      expect(found.body.map(({ actor }: { actor: { accountId: number } }) => actor.accountId)).toEqual([
        manager.accountId,
        1,
        1,
        ...Array.from({ length: 3 }, () => colleague.accountId),
      ]);
      expect(found.body[3].data.changed).toEqual(['profile.staff.notes']);
      for (const caller of [manager, service]) expect((await audit(`?petId=${mine}`, caller)).body).toEqual(found.body);
      const page = await audit(`?petId=${mine}&limit=2`, colleague);
      expect([...page.body, ...(await colleague.call('GET', linksOf(page)['next']!)).body]).toEqual(
        found.body.slice(0, 4),
      );
      expect(typesOf(await audit(`?petId=${mine}&accountId=${manager.accountId}`, colleague))).toEqual([
        'order.approved',
      ]);
      expect(typesOf(await audit(`?petId=${mine}&organizationId=${organizationId}`, colleague))).toEqual(
        typesOf(found),
      );
      expect(typesOf(await audit(`?petId=${mine}&organizationId=1`))).toEqual([]);
    });

    test('what happened with an organization that gave it away stays with that organization', async () => {
      const { id } = (await colleague.call('POST', '/v1/pets', { body: { name: 'Given', categoryId: 1 } })).body;
      const adopter = { name: 'Bob Fox', email: 'bob@x.example' };
      const order = (await colleague.call('POST', '/v1/store/orders', { body: { petId: id, adopter } })).body;
      await colleague.call('POST', `/v1/store/orders/${order.id}/cancel`);
      const other = (await service.call('POST', '/v1/organizations', { body: { name: 'Hillside' } })).body;
      const taker = await newMember(service, other.id, 'manager');
      await service.call('PATCH', `/v1/pets/${id}`, { body: { organizationId: other.id } });
      await taker.call('PATCH', `/v1/pets/${id}`, { body: { name: 'Taken' } });
      const found = await audit(`?petId=${id}`, taker);
      expect(typesOf(found)).toEqual([
        'pet.updated',
        'pet.updated',
        'pet.status_changed',
        'pet.status_changed',
        'pet.created',
      ]);
      expect(found.text).not.toContain('Bob Fox');
      expect((await audit(`?petId=${id}`)).text).toContain('Bob Fox');
    });

    test('what adopters said to the organization or the account that gave it away stays there', async () => {
      const other = (await service.call('POST', '/v1/organizations', { body: { name: 'Meadow' } })).body.id;
      const taker = await newMember(service, other, 'manager');
      for (const giver of [colleague, await newCaller(service)]) {
        const id = await addWanted(giver);
        await service.call('PATCH', `/v1/pets/${id}`, { body: { organizationId: other } });
        const found = await audit(`?petId=${id}`, taker);
        expect(typesOf(found).filter((type) => !type.startsWith('pet.'))).toEqual([]);
        expect(typesOf(found)).toContain('pet.created');
        for (const name of ['Bob Fox', 'Cleo Day']) {
          expect(found.text).not.toContain(name);
          expect((await audit(`?petId=${id}`)).text).toContain(name);
        }
      }
    });

    /** An animal for which one person has applied, and another has had an order. */
    async function addWanted(owner: TestService): Promise<number> {
      const pet = { name: 'Wanted', categoryId: 1, profile: { adoption: 'apply' } };
      const { id } = (await owner.call('POST', '/v1/pets', { body: pet })).body;
      const wish = (name: string) => ({ petId: id, adopter: { name, email: 'someone@x.example' } });
      const order = await owner.call('POST', '/v1/store/orders', { body: wish('Bob Fox') });
      await owner.call('POST', `/v1/store/orders/${order.body.id}/cancel`);
      const applied = await owner.call('POST', '/v1/applications', { body: wish('Cleo Day') });
      expect(applied.status, applied.text).toBe(201);
      return id;
    }

    test('what happened before its account brought it into an organization is there for the members', async () => {
      const alone = await newCaller(service);
      const id = await addWanted(alone);
      const before = typesOf(await audit(`?petId=${id}`, alone));
      expect(before).toEqual(expect.arrayContaining(['application.submitted', 'order.cancelled', 'order.placed']));
      expectError(await audit(`?petId=${id}`, colleague), 403, 'forbidden');
      const { sequence: first } = (await audit(`?petId=${id}`)).body.at(-1);
      const adopters = async (caller: TestService) => {
        const { body } = await caller.call('GET', `/v1/events?after=${first - 1}&limit=100`);
        // The service still closes the applications of the other tests' animals.
        const text = JSON.stringify(body.filter(({ data }: { data: { petId?: number } }) => data.petId === id));
        return ['Bob Fox', 'Cleo Day'].filter((name) => text.includes(name));
      };
      expect(await adopters(alone)).toEqual(['Bob Fox', 'Cleo Day']);
      const { accountId } = (await audit(`?petId=${id}`)).body[0].actor;
      const parties = { id: organizationId, role: 'staff', bringAnimals: true } as const;
      await beside.database.transaction((tx) => beside.memberships.join(tx, accountId, parties, COMMAND_LINE));
      expect(typesOf(await audit(`?petId=${id}`, colleague))).toEqual(before);
      expect(await adopters(colleague)).toEqual(['Bob Fox', 'Cleo Day']);
      await beside.database.transaction((tx) => beside.memberships.leave(tx, accountId, organizationId, COMMAND_LINE));
      // Whoever has added it for the organization and left is no longer one of its people.
      await eventually(async () => (await audit(`?petId=${id}`, alone)).status === 403);
      expect(await adopters(alone)).toEqual([]);

      // As earlier versions have left them.
      await beside.database.transaction((tx) =>
        sql`update events set organization_id = null, account_id = ${accountId}, other_account_id = ${accountId}
          where pet_id = ${id} and kind not like 'pet%'`.execute(tx),
      );
      expect(await adopters(colleague)).toEqual([]);
      await beside.database.transaction((tx) =>
        broughtEvents(tx, { numbersAfterCommit: engine === 'PostgreSQL' } as Dialect),
      );
      expect(await adopters(alone)).toEqual([]);
      expect(await adopters(colleague)).toEqual(['Bob Fox', 'Cleo Day']);
    });

    test('a removed animal has its history for operators alone', async () => {
      const { id } = (await colleague.call('POST', '/v1/pets', { body: { name: 'Gone', categoryId: 1 } })).body;
      await colleague.call('DELETE', `/v1/pets/${id}`);
      expect(typesOf(await audit(`?petId=${id}`))).toEqual(['pet.deleted', 'pet.created']);
      for (const caller of [colleague, manager])
        expectError(await audit(`?petId=${id}`, caller), 404, 'pet_not_found', '`petId`');
      expect((await audit('?petId=9007199254740991')).body).toEqual([]);
    });

    test('401 and 403: others, publishable keys, keys without the scope, and keys of the other environment', async () => {
      const other = (await service.call('POST', '/v1/organizations', { body: { name: 'Hill', listed: true } })).body.id;
      for (const caller of [await newCaller(service), await newMember(service, other, 'manager')])
        expectError(await audit(`?petId=${mine}`, caller), 403, 'forbidden', 'animal');
      expectError(await audit(`?petId=${mine}&organizationId=1`, colleague), 403, 'forbidden', '`organizationId`');
      const body = { kind: 'publishable', scopes: ['pets:read'], origins: ['https://shelter.example'] };
      const { key } = (await colleague.call('POST', '/v1/account/keys', { body })).body;
      expectError(await audit(`?petId=${mine}`, withKey(service, key)), 403, 'insufficient_scope');
      expectError(await audit(`?petId=${mine}`, await withScopes('pets:read')), 403, 'insufficient_scope');
      const foreign = withKey(service, colleague.key.replace('psk_live_', 'psk_test_'));
      expectError(await audit(`?petId=${mine}`, foreign), 401, 'invalid_api_key');
      const narrow = await withScopes('account', 'pets:read');
      expect(typesOf(await audit(`?petId=${mine}`, narrow)).filter((type) => type.startsWith('order.'))).toEqual([]);
    });

    test('finds them among very many events of others without reading these, and very many of its own in steps', async () => {
      const filter = { kinds: new Set(EVENT_KINDS), organizationId: undefined, actor: undefined, petId: mine };
      const whole = await eventStore(beside.database).audit(filter, 1_000, undefined);
      let queries = 0;
      const { read } = beside.database;
      const counting = {
        selectFrom: (...table: Parameters<typeof read.selectFrom>) => {
          queries += 1;
          return read.selectFrom(...table);
        },
      };
      const readIn = async (scanRows: number) => {
        queries = 0;
        const found = await eventStore({
          ...beside.database,
          read: counting as unknown as typeof read,
          scanRows,
        }).audit(filter, 100, undefined);
        expect(found).toEqual(whole);
        return queries;
      };
      // The ends of the outbox, and two queries for each step.
      expect(await readIn(whole.length + 1)).toBe(4);
      expect(await readIn(2)).toBe(2 + 2 * Math.ceil((whole.length + 1) / 2));
    });
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

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('who has which keys is read by operators and by the account itself, not by its managers and colleagues', async () => {
    const member = await newMember(service, organizationId, 'staff');
    const before = (await newest()).sequence;
    const { id } = (await member.call('POST', '/v1/account/keys', { body: {} })).body;
    const rolled = (await member.call('POST', `/v1/account/keys/${id}/roll`)).body;
    await member.call('DELETE', `/v1/account/keys/${rolled.id}`);
    const types = 'types=api_key.created,api_key.rolled,api_key.revoked';
    const feed = `/v1/events?after=${before}&${types}`;
    const found = (await audit(`?${types}&accountId=${member.accountId}&limit=3`)).body;
    const facts = found.map(({ type, data, actor }: { type: string; data: { id: number }; actor: object }) => [
      type,
      data.id,
      actor,
    ]);
    const by = { type: 'account', accountId: member.accountId, keyId: expect.any(Number) };
    expect(facts).toEqual([
      ['api_key.revoked', rolled.id, by],
      ['api_key.rolled', rolled.id, by],
      ['api_key.created', id, by],
    ]);
    for (const secret of [rolled.key, member.key]) expect(JSON.stringify(found)).not.toContain(secret.slice(9, -4));
    expect((await member.call('GET', feed)).body).toEqual(found.toReversed());
    expect((await audit(`?${types}`, manager)).body).toEqual([]);
    for (const colleague of [manager, staff]) expect((await colleague.call('GET', feed)).body).toEqual([]);
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
    ['petId=0', '`petId`'],
    ['petId=rex', '`petId`'],
  ])('400: %s', async (query, naming) => {
    expectError(await audit(`?${query}`), 400, 'invalid_parameter', naming);
  });
});
