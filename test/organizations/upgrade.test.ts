import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withKey } from '../support/adoption.ts';
import { idsOf } from '../support/answers.ts';
import { type Answer, BACKENDS, type TestService, runningClock } from '../support/service.ts';
import { type Member, newMember } from './members.ts';
import { storeOfPreviousVersion } from './previous-version.ts';

describe.each(BACKENDS)('a store of version 1.0.0, on %s', (engine, start) => {
  let service: TestService;
  let operator: TestService;
  let ann: TestService;
  let partner: TestService;
  let board: TestService;
  /** A new member of the first organization. */
  let staff: Member;

  beforeAll(async () => {
    const { dataDir, keys } = await storeOfPreviousVersion(engine);
    // A second start finds the organization that the first one made.
    await (await start({ now: runningClock(), dataDir, settings: { organizationName: 'Riverside Shelter' } })).stop();
    service = await start({ now: runningClock(), dataDir });
    [operator, ann, partner, board] = [
      withKey(service, keys.operator),
      withKey(service, keys.ann),
      withKey(service, keys.partner),
      withKey(service, keys.board),
    ] as [TestService, TestService, TestService, TestService];
    staff = await newMember(service, 1, 'staff');
  });
  afterAll(() => service.close());

  const accountOf = async (caller: TestService) => (await caller.call('GET', '/v1/account')).body;

  test('has one organization, which is listed: the operator’s', async () => {
    expect((await operator.call('GET', '/v1/organizations')).body).toEqual([
      { id: 1, name: 'Riverside Shelter', listed: true, suspended: false },
    ]);
    expect((await service.call('GET', '/page-settings', { key: null })).body.organization).toEqual({
      id: 1,
      name: 'Riverside Shelter',
    });
    expect(await accountOf(operator)).toMatchObject({ organization: { id: 1, role: 'manager' }, approved: true });
    expect((await operator.call('GET', '/v1/organizations/1/members')).body).toMatchObject([
      { role: 'staff' },
      { email: 'operator@localhost', role: 'manager' },
    ]);
  });

  test('others belong to none; those that an operator made are approved', async () => {
    for (const [caller, approved] of [
      [ann, false],
      [partner, true],
    ] as const) {
      const account = await accountOf(caller);
      expect([account.approved, account.organization, account.awaiting]).toEqual([approved, undefined, undefined]);
    }
  });

  test('an account key reads all animals, and each has its owner', async () => {
    const { body } = await operator.call('GET', '/v1/pets?expand=owner');
    expect(body.map(({ name, owner }: Answer['body']) => [name, owner.organization?.id, owner.account.id])).toEqual([
      ['Łucja O’Kim', undefined, 4],
      ['Max', 1, 1],
      ['Tom', undefined, 3],
      ['Rex', 1, 1],
    ]);
    expect(idsOf(await ann.call('GET', '/v1/pets'))).toEqual([4, 3, 2, 1]);
    // Version 1.0.0 compared names with their accents and apostrophes.
    expect(idsOf(await ann.call('GET', '/v1/pets?q=lucja%20okim'))).toEqual([4]);
  });

  test('a visitor sees the operator’s animals and categories only', async () => {
    expect(idsOf(await board.call('GET', '/v1/pets'))).toEqual([3, 1]);
    expect(idsOf(await board.call('GET', '/v1/categories'))).toEqual([8, 1]);
    expect((await board.call('GET', '/v1/pets/2')).status).toBe(404);
  });

  test('members have the rights of the operator’s animals, categories and orders', async () => {
    const change = async (path: string, caller: TestService = staff) =>
      (await caller.call('PATCH', path, { body: { name: 'New' } })).status;
    expect([await change('/v1/pets/3'), await change('/v1/pets/2')]).toEqual([200, 403]);
    expect([await change('/v1/categories/8'), await change('/v1/categories/9')]).toEqual([200, 403]);
    expect([await change('/v1/pets/2', ann), await change('/v1/categories/9', ann)]).toEqual([200, 200]);
    const orders = (await staff.call('GET', '/v1/store/orders')).body;
    expect(orders.map(({ petId, adopter }: Answer['body']) => [petId, adopter?.email])).toEqual([
      [1, 'bo@home.example'],
      [3, 'bo@home.example'],
    ]);
  });

  test('what the operator has imported, no member imports again', async () => {
    const { database } = await service.beside();
    const references = database.read.selectFrom('import_references').select(['owner', 'reference', 'pet_id']);
    expect(await references.orderBy('pet_id').execute()).toEqual([
      { owner: 1, reference: 'A-1', pet_id: 1 },
      { owner: -4, reference: 'A-1', pet_id: 4 },
    ]);
  });

  test('a stranger no longer reads who has reserved an animal on the board', async () => {
    const orders = (await ann.call('GET', '/v1/store/orders')).body;
    expect(orders.map(({ petId, adopter }: Answer['body']) => [petId, adopter])).toEqual([[2, undefined]]);
    expect(idsOf(await partner.call('GET', '/v1/store/orders'))).toHaveLength(1);
    const told = (caller: TestService) => caller.call('GET', '/v1/events?types=order.placed');
    expect((await told(ann)).body).toEqual([]);
    expect((await told(operator)).body.map(({ data }: Answer['body']) => data.petId)).toEqual([3]);
    const { body: sent } = await ann.call('GET', '/v1/webhooks/1/deliveries');
    expect(sent.map(({ type }: Answer['body']) => type)).toEqual(['pet.created']);
  });
});
