import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ORDER_TRANSITIONS } from '../../src/vocabulary/order-lifecycle.ts';
import { getOrder, moveOrder, newCaller, orderIn, petStatus, placeOrder, withKey } from '../support/adoption.ts';
import { addPet, expectError, idsOf, pagesOf } from '../support/answers.ts';
import { linksOf, sharedService, startOnSqlite, testClock, type TestService } from '../support/service.ts';
import { visitorsOf } from './callers.ts';

/** Who sees an order, who may move it, and what the list shows to whom. */
let callers: Record<'shelter' | 'adopter' | 'stranger' | 'operator', TestService>;
let petId: number;
const { now, advance } = testClock();
const addPetOfShelter = async (): Promise<number> => {
  const { body } = await callers.shelter.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
  return body.id;
};

const service = sharedService(startOnSqlite, { now });
beforeAll(async () => {
  callers = {
    shelter: await newCaller(service),
    adopter: await newCaller(service),
    stranger: await newCaller(service),
    operator: service,
  };
});
beforeEach(async () => {
  petId = await addPetOfShelter();
});

describe('rights', () => {
  const FROM = { approve: 'placed', deliver: 'approved', cancel: 'placed', return: 'delivered' } as const;

  /** An order that this move is right for. */
  async function orderFor(move: keyof typeof FROM): Promise<number> {
    const id = await placeOrder(callers.adopter, petId);
    if (FROM[move] !== 'placed') await moveOrder(callers.shelter, id, 'approve');
    if (FROM[move] === 'delivered') await moveOrder(callers.shelter, id, 'deliver');
    return id;
  }

  test.each([
    ['shelter', 'approve'],
    ['shelter', 'deliver'],
    ['shelter', 'cancel'],
    ['shelter', 'return'],
    ['adopter', 'cancel'],
    ['operator', 'approve'],
    ['operator', 'deliver'],
    ['operator', 'cancel'],
    ['operator', 'return'],
  ] as const)('the %s may %s', async (who, move) => {
    const id = await orderFor(move);
    const { to } = ORDER_TRANSITIONS[move];
    expect((await moveOrder(callers[who], id, move)).body).toMatchObject({ id, status: to });
    expect((await getOrder(callers.adopter, id)).body.status).toBe(to);
  });

  test.each([
    ['adopter', 'approve', 403, 'forbidden'],
    ['adopter', 'deliver', 403, 'forbidden'],
    ['adopter', 'return', 403, 'forbidden'],
    ['stranger', 'approve', 404, 'order_not_found'],
    ['stranger', 'deliver', 404, 'order_not_found'],
    ['stranger', 'cancel', 404, 'order_not_found'],
    ['stranger', 'return', 404, 'order_not_found'],
  ] as const)('the %s may not %s: %i %s', async (who, move, status, code) => {
    const id = await orderFor(move);
    const [before, pet] = [await getOrder(callers.adopter, id), await petStatus(service, petId)];
    expectError(await moveOrder(callers[who], id, move), status, code);
    expect((await getOrder(callers.adopter, id)).text).toBe(before.text);
    expect(await petStatus(service, petId)).toBe(pet);
  });

  test('the adopter may cancel an approved order', async () => {
    const id = await placeOrder(callers.adopter, petId);
    await moveOrder(callers.shelter, id, 'approve');
    expect((await moveOrder(callers.adopter, id, 'cancel')).body.status).toBe('cancelled');
    expect(await petStatus(service, petId)).toBe('available');
  });

  test('a publishable key places orders and can do nothing else with them, not even by replaying a request of staff', async () => {
    const page = await visitorsOf(service);
    const adopter = { name: 'Ann Lee', email: 'ann@example.org' };
    const id = await placeOrder(page, await addPet(service, {}), { adopter });
    const once = { headers: { 'idempotency-key': 'once' } };
    expect((await moveOrder(service, id, 'approve', once)).status).toBe(200);
    expectError(await moveOrder(page, id, 'approve', once), 403, 'forbidden', 'secret key');
    for (const move of ['deliver', 'cancel', 'return']) {
      expectError(await moveOrder(page, id, move), 403, 'forbidden', 'secret key');
    }
    expect((await getOrder(service, id)).body.status).toBe('approved');
  });

  test('a key that may not read orders changes them without learning who adopts, not even by a replay', async () => {
    const body = { scopes: ['orders:write'] };
    const { key } = (await callers.shelter.call('POST', '/v1/account/keys', { body })).body;
    const writer = withKey(service, key);
    const adopter = { name: 'Ann Lee', email: 'ann@example.org' };
    const place = async () => placeOrder(callers.shelter, await addPetOfShelter(), { adopter, note: 'Saturday' });
    const id = await place();
    for (const move of ['approve', 'deliver', 'return']) {
      const { status, body: order, text } = await moveOrder(writer, id, move);
      expect([status, order.id, order.adopterWithheld]).toEqual([200, id, true]);
      for (const personal of ['Ann', 'example.org', 'Saturday']) expect(text).not.toContain(personal);
    }
    expect((await getOrder(callers.shelter, id)).body).toMatchObject({ status: 'returned', adopter });

    const once = { headers: { 'idempotency-key': 'once' } };
    const other = await place();
    expect((await moveOrder(callers.shelter, other, 'cancel', once)).body.adopter).toEqual(adopter);
    expectError(await moveOrder(writer, other, 'cancel', once), 422, 'idempotency_key_reused');
    const last = await place();
    const short = await moveOrder(writer, last, 'cancel', once);
    expect((await moveOrder(writer, last, 'cancel', once)).text).toBe(short.text);
  });

  test('403 comes before 412 and 409', async () => {
    const id = await orderIn('cancelled', { caller: callers.adopter, petId, advance });
    const options = { headers: { 'if-match': '"other"' } };
    expectError(await moveOrder(callers.adopter, id, 'approve', options), 403, 'forbidden');
    expectError(await moveOrder(callers.stranger, id, 'approve', options), 404, 'order_not_found');
  });
});

describe('GET /store/orders/{orderId}', () => {
  test('200 to either side and to operators; 404 to others, as if it did not exist', async () => {
    const id = await placeOrder(callers.adopter, petId);
    const seen = await Promise.all([callers.shelter, callers.adopter, service].map((caller) => getOrder(caller, id)));
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(seen.map(({ text }) => text)).size).toBe(1);
    const [hidden, absent] = [await getOrder(callers.stranger, id), await getOrder(callers.stranger, id + 1_000)];
    expectError(hidden, 404, 'order_not_found');
    expect(hidden.text).toBe(absent.text);
  });

  test('stays visible when the animal was removed', async () => {
    const id = await orderIn('cancelled', { caller: callers.adopter, petId, advance });
    await callers.shelter.call('DELETE', `/v1/pets/${petId}`);
    expect((await getOrder(callers.adopter, id)).body.petId).toBe(petId);
    expect((await getOrder(callers.shelter, id)).body.petId).toBe(petId);
  });
});

describe('ETag', () => {
  test('304 to If-None-Match of this version, 200 after a change', async () => {
    const id = await placeOrder(callers.adopter, petId);
    const path = `/v1/store/orders/${id}`;
    const etag = (await getOrder(callers.adopter, id)).headers.get('etag')!;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await callers.adopter.call('GET', path, { headers: { 'if-none-match': known } });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    await moveOrder(callers.shelter, id, 'approve');
    const changed = await callers.adopter.call('GET', path, { headers: { 'if-none-match': etag } });
    expect([changed.status, changed.body.status]).toEqual([200, 'approved']);
  });

  test('412 to If-Match of another version: nothing changes', async () => {
    const id = await placeOrder(callers.adopter, petId);
    const placed = (await getOrder(callers.shelter, id)).headers.get('etag')!;
    const match = (etag: string) => ({ headers: { 'if-match': etag } });
    for (const etag of ['"other"', `W/${placed}`]) {
      const answer = await moveOrder(callers.shelter, id, 'approve', match(etag));
      expectError(answer, 412, 'precondition_failed', '`If-Match`');
    }
    expect((await moveOrder(callers.shelter, id, 'approve', match(placed))).body.status).toBe('approved');
    for (const move of ['approve', 'deliver', 'cancel', 'return']) {
      expectError(await moveOrder(callers.shelter, id, move, match(placed)), 412, 'precondition_failed');
    }
    expect((await getOrder(callers.shelter, id)).body.status).toBe('approved');
    expect((await moveOrder(callers.shelter, id, 'deliver', match('*'))).body.status).toBe('delivered');
  });
});

describe('GET /store/orders', () => {
  let sides: Record<'shelter' | 'adopter' | 'stranger', TestService>;
  let pets: number[];
  let orders: number[];

  beforeAll(async () => {
    sides = {
      shelter: await newCaller(service),
      adopter: await newCaller(service),
      stranger: await newCaller(service),
    };
    pets = [];
    orders = [];
    for (let i = 0; i < 7; i += 1) {
      const { body } = await sides.shelter.call('POST', '/v1/pets', { body: { name: `Pet ${i}`, categoryId: 1 } });
      pets.push(body.id);
      // Every third is recorded at the desk.
      const placer = i % 3 === 0 ? sides.shelter : sides.adopter;
      orders.push(await placeOrder(placer, body.id));
    }
    await moveOrder(sides.shelter, orders[1]!, 'approve');
    await moveOrder(sides.adopter, orders[2]!, 'cancel');
    orders.push(await placeOrder(sides.stranger, pets[2]!));
  });

  const list = async (caller: TestService, query = ''): Promise<number[]> => {
    const answer = await caller.call('GET', `/v1/store/orders?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return idsOf(answer);
  };
  const named = (...indexes: number[]) => indexes.map((index) => orders[index]);

  test('each side sees its own orders, newest first', async () => {
    expect(await list(sides.shelter)).toEqual(named(7, 6, 5, 4, 3, 2, 1, 0));
    expect(await list(sides.adopter)).toEqual(named(5, 4, 2, 1));
    expect(await list(sides.stranger)).toEqual(named(7));
    expect(await list(await newCaller(service))).toEqual([]);
    expect(await list(service, 'limit=100')).toEqual(expect.arrayContaining(orders));
  });

  test('filters by status, petId and both, and shows no orders of other accounts', async () => {
    expect(await list(sides.shelter, 'status=placed')).toEqual(named(7, 6, 5, 4, 3, 0));
    expect(await list(sides.shelter, 'status=approved')).toEqual(named(1));
    expect(await list(sides.shelter, 'status=delivered')).toEqual([]);
    expect(await list(sides.shelter, `petId=${pets[2]}`)).toEqual(named(7, 2));
    expect(await list(sides.shelter, `petId=${pets[2]}&status=cancelled`)).toEqual(named(2));
    expect(await list(sides.adopter, `petId=${pets[2]}`)).toEqual(named(2));
    expect(await list(sides.adopter, `petId=${pets[0]}`)).toEqual([]);
    expect(await list(service, `petId=${pets[2]}`)).toEqual(named(7, 2));
    for (const petId of ['0', '-9223372036854775808', '9223372036854775807']) {
      expect(await list(service, `petId=${petId}`)).toEqual([]);
    }
  });

  test.each([1, 3, 7, 8, 9])('pages of %i are consecutive, for either side and with filters', async (limit) => {
    for (const caller of [sides.shelter, sides.adopter]) {
      const pages = await pagesOf(caller, `/v1/store/orders?limit=${limit}`);
      expect(pages.flatMap(idsOf)).toEqual(await list(caller));
      expect(pages.slice(0, -1).every(({ body }) => body.length === limit)).toBe(true);
    }
    const placed = await pagesOf(sides.shelter, `/v1/store/orders?status=placed&limit=${limit}`);
    expect(placed.flatMap(idsOf)).toEqual(await list(sides.shelter, 'status=placed'));
  });

  test('paging while others place orders neither loses nor repeats an order', async () => {
    const before = await list(sides.shelter);
    const pages = await pagesOf(sides.shelter, '/v1/store/orders?limit=3', async () => {
      const { body } = await sides.shelter.call('POST', '/v1/pets', { body: { name: 'New', categoryId: 1 } });
      await placeOrder(sides.adopter, body.id).then((id) => moveOrder(sides.adopter, id, 'cancel'));
    });
    expect(pages.flatMap(idsOf)).toEqual(before);
  });

  test('400: a cursor of another account, of other filters, or altered', async () => {
    const path = linksOf(await sides.shelter.call('GET', '/v1/store/orders?limit=2'))['next']!;
    expect((await sides.shelter.call('GET', path)).status).toBe(200);
    const altered = path.replace(/cursor=(.)/, (_, first) => `cursor=${first === 'A' ? 'B' : 'A'}`);
    for (const [caller, target] of [
      [sides.adopter, path],
      [service, path],
      [sides.shelter, `${path}&status=placed`],
      [sides.shelter, path.replace('/v1/store/orders', '/v1/pets')],
      [sides.shelter, altered],
    ] as const) {
      expectError(await caller.call('GET', target), 400, 'invalid_cursor', '`cursor`');
    }
  });

  test.each([
    ['status=lost', 'Each item of the query parameter `status`'],
    ['status=placed,', 'Each item of the query parameter `status`'],
    ['status=', 'Each item of the query parameter `status`'],
    ['petId=x', '`petId`'],
    ['petId=1.5', '`petId`'],
    ['petId=9223372036854775808', '`petId`'],
    ['limit=0', '`limit`'],
    ['limit=101', '`limit`'],
    ['limit=ten', '`limit`'],
  ])('400: %s', async (query, naming) => {
    expectError(await service.call('GET', `/v1/store/orders?${query}`), 400, 'invalid_parameter', naming);
  });

  test('the newest 20 unless a limit is given, 100 at most', async () => {
    const staff = await newCaller(service);
    for (let i = 0; i < 21; i += 1) await placeOrder(staff, await addPet(service, {}));
    expect(await list(staff)).toHaveLength(20);
    expect(await list(staff, 'limit=100')).toHaveLength(21);
  });
});
