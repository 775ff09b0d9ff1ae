import { describe, expect, test } from 'vitest';
import { buildCommandLine } from '../../src/composition/command-line.ts';
import { newMember } from '../organizations/members.ts';
import { getOrder, holdMs, moveOrder, newCaller, petStatus, placeOrder, withKey } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';
import { signUp, visitorsOf } from './callers.ts';

/** Suspending whoever holds animals frees them. */
describe.each(BACKENDS)('cancelling the orders of somebody, on %s', (_, start) => {
  const { now, advance } = testClock();

  const service = sharedService(start, { now });

  const suspend = async (accountId: number): Promise<void> => {
    const { status } = await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: true } });
    expect(status).toBe(200);
  };
  const pets = (count: number) => Promise.all(Array.from({ length: count }, () => addPet(service, {})));

  test('suspending an account cancels what it placed and approved, and frees the animals', async () => {
    const { key, accountId } = await service.newAccount();
    const holder = withKey(service, key);
    const other = await newCaller(service);
    const [placed, approved, delivered, ended, others] = (await pets(5)) as [number, number, number, number, number];
    const over = await placeOrder(holder, ended);
    advance(holdMs);
    const ids = [];
    for (const petId of [placed, approved, delivered]) ids.push(await placeOrder(holder, petId));
    await moveOrder(service, ids[1]!, 'approve');
    for (const move of ['approve', 'deliver']) await moveOrder(service, ids[2]!, move);
    const kept = await placeOrder(other, others);
    const { body: last } = await service.call('GET', '/v1/events');

    await suspend(accountId);

    const states = await Promise.all([...ids, over, kept].map(async (id) => (await getOrder(service, id)).body.status));
    expect(states).toEqual(['cancelled', 'cancelled', 'delivered', 'expired', 'placed']);
    for (const petId of [placed, approved, ended]) expect(await petStatus(service, petId)).toBe('available');
    expect(await petStatus(service, delivered)).toBe('sold');
    expect(await petStatus(service, others)).toBe('pending');
    const { body: events } = await service.call('GET', `/v1/events?after=${last.at(-1).sequence}`);
    const cancelled = events.filter(({ type }: { type: string }) => type === 'order.cancelled');
    expect(cancelled.map(({ data }: { data: { id: number } }) => data.id)).toEqual(ids.slice(0, 2));
    for (const { actor } of cancelled) expect(actor).toMatchObject({ type: 'account', accountId: 1 });
    await placeOrder(other, placed);
  });

  test("suspending a member keeps the orders for its organization's animals, and cancels what else came through its keys", async () => {
    const { body: shelter } = await service.call('POST', '/v1/organizations', {
      body: { name: 'Riverside', listed: true },
    });
    const member = await newMember(service, shelter.id, 'staff');
    const colleague = await newMember(service, shelter.id, 'staff');
    const [elsewhere = 0, visited = 0] = await pets(2);
    const own = [await addPet(service, {}, colleague.key), await addPet(service, {}, member.key)];
    const desk = await Promise.all(own.map((petId) => placeOrder(member, petId)));
    const taken = [await placeOrder(member, elsewhere)];
    const website = await visitorsOf(member);
    const reserved = await addPet(service, {}, colleague.key);
    desk.push(await placeOrder(website, reserved, { adopter: { name: 'Bob', email: 'bob@mail.example' } }));
    taken.push(await placeOrder(website, visited, { adopter: { name: 'Ann', email: 'ann@mail.example' } }));
    await suspend(member.accountId);
    const states = async (ids: readonly number[]) =>
      Promise.all(ids.map(async (id) => (await getOrder(service, id)).body.status));
    expect(await states(desk)).toEqual(['placed', 'placed', 'placed']);
    expect(await states(taken)).toEqual(['cancelled', 'cancelled']);
    for (const petId of [elsewhere, visited]) expect(await petStatus(service, petId)).toBe('available');
    for (const id of desk) await moveOrder(colleague, id, 'approve');
  });

  test('an account that is suspended and leaves its organization at once keeps the orders of the desk', async () => {
    const member = await newMember(service, 1, 'staff');
    const id = await placeOrder(member, await addPet(service, {}));
    const body = { suspended: true, organization: null };
    expect((await service.call('PATCH', `/v1/admin/accounts/${member.accountId}`, { body })).status).toBe(200);
    expect((await getOrder(service, id)).body.status).toBe('placed');
  });

  test('`petstore accounts suspend` frees animals, too', async () => {
    const { key, accountId } = await service.newAccount();
    const holder = withKey(service, key);
    const [held = 0, visited = 0] = await pets(2);
    const ids = [await placeOrder(holder, held)];
    const website = await visitorsOf(holder);
    ids.push(await placeOrder(website, visited, { adopter: { name: 'Ann', email: 'anna@mail.example' } }));
    const { send } = buildCommandLine(await service.beside(), 'production', service.settings);
    const change = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"suspended":true}' };
    const answer = await send(`${service.origin}/v1/admin/accounts/${accountId}`, change);
    expect(await answer.json()).toMatchObject({ id: accountId, suspended: true });
    for (const id of ids) expect((await getOrder(service, id)).body.status).toBe('cancelled');
    for (const petId of [held, visited]) expect(await petStatus(service, petId)).toBe('available');
  });

  test('cancelling a withdrawn organization frees animals of others only, and keeps the orders of visitors', async () => {
    const { body: other } = await service.call('POST', '/v1/organizations', {
      body: { name: 'Hillside', listed: true },
    });
    const member = await newMember(service, other.id, 'staff');
    const [held = 0, visited = 0] = await pets(2);
    const { body: own } = await member.call('POST', '/v1/pets', { body: { name: 'Own', categoryId: 1 } });
    const ids = [await placeOrder(member, held), await placeOrder(member, own.id)];
    ids.push(
      await placeOrder(await visitorsOf(member), visited, { adopter: { name: 'Ann', email: 'a@mail.example' } }),
    );
    const answer = await service.call('PATCH', `/v1/organizations/${other.id}`, { body: { listed: false } });
    expect(answer.status).toBe(200);
    const states = await Promise.all(ids.map(async (id) => (await getOrder(service, id)).body.status));
    expect(states).toEqual(['cancelled', 'placed', 'placed']);
    expect(await petStatus(service, held)).toBe('available');
  });

  describe('POST /store/orders/cancel-all', () => {
    const cancelAll = (caller: TestService, adopterEmail: unknown, headers = {}) =>
      caller.call('POST', '/v1/store/orders/cancel-all', { body: { adopterEmail }, headers });
    const adopterAt = (email: string) => ({ adopter: { name: 'Ann Lee', email } });

    test('staff cancel all of one person at once, for animals of their organization', async () => {
      const staff = await newMember(service, 1, 'staff');
      const shelter = await newCaller(service);
      const { body: elsewhere } = await shelter.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
      const [first = 0, second = 0, third = 0, fourth = 0] = await pets(4);
      const website = await newCaller(service);
      const expired = await placeOrder(website, fourth, adopterAt('ann@mail.example'));
      advance(holdMs);
      const placed = await placeOrder(website, first, adopterAt('ann@mail.example'));
      const approved = await placeOrder(service, second, adopterAt('Ann@Mail.example'));
      await moveOrder(staff, approved, 'approve');
      const other = await placeOrder(website, third, adopterAt('anna@mail.example'));
      const atOther = await placeOrder(website, elsewhere.id, adopterAt('ann@mail.example'));

      const once = { 'idempotency-key': 'all of ann' };
      const answer = await cancelAll(staff, 'ANN@mail.example', once);
      expect([answer.status, answer.body]).toEqual([200, { orderIds: [placed, approved] }]);
      expect((await cancelAll(staff, 'ANN@mail.example', once)).text).toBe(answer.text);
      expect((await cancelAll(staff, 'ann@mail.example')).body).toEqual({ orderIds: [] });
      const states = await Promise.all(
        [placed, approved, other, atOther, expired].map(async (id) => (await getOrder(service, id)).body.status),
      );
      expect(states).toEqual(['cancelled', 'cancelled', 'placed', 'placed', 'expired']);
      expect(await petStatus(service, second)).toBe('available');

      expect((await cancelAll(website, 'ann@mail.example')).body).toEqual({ orderIds: [] });
      expect((await cancelAll(shelter, 'ann@mail.example')).body).toEqual({ orderIds: [atOther] });
      expect((await cancelAll(service, 'anna@mail.example')).body).toEqual({ orderIds: [other] });
    });

    test('who may not know the adopter learns nothing by guessing', async () => {
      const stranger = await signUp(service);
      const { body: pet } = await stranger.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
      const id = await placeOrder(await newCaller(service), pet.id, adopterAt('bea@mail.example'));
      expect((await cancelAll(stranger, 'bea@mail.example')).body).toEqual({ orderIds: [] });
      expect((await getOrder(service, id)).body.status).toBe('placed');
      expect((await cancelAll(service, 'bea@mail.example')).body).toEqual({ orderIds: [id] });
    });

    test('needs a secret key and an address', async () => {
      expectError(await cancelAll(await visitorsOf(service), 'ann@mail.example'), 403, 'forbidden', 'secret key');
      for (const email of [undefined, 7, 'ann', '']) {
        expectError(await cancelAll(service, email), 400, 'invalid_body', '`adopterEmail`');
      }
    });
  });
});
