import { beforeAll, describe, expect, test } from 'vitest';
import type { OrderStatus } from '../../src/vocabulary/order-lifecycle.ts';
import { newMember } from '../organizations/members.ts';
import { holdMs, moveOrder, newCaller, orderIn, placeOrder } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { type Answer, BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';

/** What the staff of an organization do with its orders: find them, note something, change several, see who did what. */
describe.each(BACKENDS)('the orders desk, on %s', (_, start) => {
  const clock = testClock();
  /** Staff of the first organization, of an organization that is not listed, and an account that places orders. */
  let staff: TestService;
  let hidden: TestService;
  let website: TestService;
  const pets: Record<string, number> = {};
  const orders: Record<string, number> = {};

  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    const { body } = await service.call('POST', '/v1/organizations', { body: { name: 'Hilltop Rescue' } });
    staff = await newMember(service, 1, 'staff');
    hidden = await newMember(service, body.id, 'staff');
    website = await newCaller(service);
    const place = async (owner: TestService, name: string, adopter: object): Promise<void> => {
      const added = await owner.call('POST', '/v1/pets', { body: { name, categoryId: 1 } });
      pets[name] = added.body.id;
      orders[name] = await placeOrder(website, added.body.id, { adopter, note: `For ${name}: a balcony.` });
      clock.advance(60_000);
    };
    await place(staff, 'Rex', { name: 'Łucja Nowak', email: 'lucja@mail.example' });
    await place(staff, 'Mia', { name: "Pat O'Malley", email: 'pat@mail.example' });
    await place(staff, 'Añton', { name: 'Zoë Groß', email: 'zoe@post.example' });
    await place(hidden, 'Goat', { name: 'Ann Secret', email: 'ann@hidden.example' });
  });

  const list = (caller: TestService, query: string): Promise<Answer> => caller.call('GET', `/v1/store/orders?${query}`);
  /** The animals of the orders that a list has. */
  const found = async (caller: TestService, query: string): Promise<string[]> => {
    const { status, body, text } = await list(caller, query);
    expect(status, text).toBe(200);
    return body.map(({ petId }: { petId: number }) => Object.keys(pets).find((name) => pets[name] === petId));
  };

  test.each([
    ['lucja', ['Rex']],
    ['ŁUCJA NOW', ['Rex']],
    ['omalley', ['Mia']],
    ['O’Malley', ['Mia']],
    ['gross', ['Añton']],
    ['anton', ['Añton']],
    ['mail.example', ['Mia', 'Rex']],
    ['rex', ['Rex']],
    ['for anton: a', ['Añton']],
    ['nobody', []],
    ["'", []],
  ])('a search for %j ignores case, marks and apostrophes', async (q, expected) => {
    expect(await found(staff, `q=${encodeURIComponent(q)}`)).toEqual(expected);
  });

  test('a search finds an order by its number and by that of the animal', async () => {
    expect(await found(staff, `q=${pets['Mia']}`)).toContain('Mia');
    expect(await found(staff, `q=${orders['Rex']}`)).toContain('Rex');
  });

  test('an adopter whom the caller may not read is found by the animal only', async () => {
    expect(await found(hidden, 'q=secret')).toEqual([]);
    expect(await found(hidden, 'q=hidden.example')).toEqual([]);
    expect(await found(hidden, 'q=balcony')).toEqual([]);
    expect(await found(website, 'q=balcony')).toEqual(['Goat', 'Añton', 'Mia', 'Rex']);
    expect(await found(hidden, 'q=goat')).toEqual(['Goat']);
    expect(await found(website, 'q=secret')).toEqual(['Goat']);
    expect(await found(service, 'q=secret')).toEqual(['Goat']);
    expect(await found(staff, 'q=goat')).toEqual([]);
  });

  test('sort=expires: what expires soonest comes first, page by page, also while searching', async () => {
    for (const query of ['sort=expires', 'sort=expires&status=placed', 'sort=expires&q=example']) {
      const names: string[] = [];
      for (let next: string | undefined = `limit=1&${query}`; next !== undefined;) {
        names.push(...(await found(staff, next)));
        next = /\?([^>]*)>; rel="next"/.exec((await list(staff, next)).headers.get('link') ?? '')?.[1];
      }
      expect(names, query).toEqual(['Rex', 'Mia', 'Añton']);
    }
    expect(await found(staff, '')).toEqual(['Añton', 'Mia', 'Rex']);
  });

  test('several statuses at once; one more order of every status', async () => {
    const owner = await newCaller(service);
    const ids = {} as Record<OrderStatus, number>;
    for (const status of ['cancelled', 'approved', 'delivered', 'returned', 'placed'] as const) {
      const { body } = await owner.call('POST', '/v1/pets', { body: { name: status, categoryId: 1 } });
      ids[status] = await orderIn(status, { caller: owner, petId: body.id, advance: clock.advance });
    }
    const idsIn = async (query: string) => (await list(owner, query)).body.map(({ id }: { id: number }) => id);
    expect(await idsIn('status=placed,approved')).toEqual([ids.placed, ids.approved]);
    expect(await idsIn('status=placed,returned,placed&sort=expires')).toEqual([ids.returned, ids.placed]);
    const expected = { placed: 1, approved: 1, delivered: 1, cancelled: 1, expired: 0, returned: 1 };
    const counts = async (query = '') => (await owner.call('GET', `/v1/store/order-counts${query}`)).body;
    expect(await counts()).toEqual(expected);
    // The owner of an animal that places its order is both sides of it: it is in the list once.
    expect(await idsIn('')).toHaveLength(5);
    expect(await counts('?organizationId=1')).toEqual(Object.fromEntries(Object.keys(expected).map((one) => [one, 0])));
  });

  test('400: an unknown status or order', async () => {
    expectError(await list(staff, 'status=placed,sold'), 400, 'invalid_parameter', 'status');
    expectError(await list(staff, 'sort=oldest'), 400, 'invalid_parameter', 'sort');
    expectError(await list(staff, 'q='), 400, 'invalid_parameter', 'q');
  });

  test('notes are for the side of the animal, and never for who placed the order', async () => {
    const path = `/v1/store/orders/${orders['Rex']}/notes`;
    const first = await staff.call('POST', path, { body: { note: ' Called: they have a garden. ' } });
    expect(first.status, first.text).toBe(201);
    const colleague = await newMember(service, 1, 'staff');
    const second = await colleague.call('POST', path, { body: { note: 'Second call.\nAll is well.' } });
    for (const reader of [staff, colleague, service]) {
      const { body, headers } = await reader.call('GET', path);
      expect(body).toEqual([second.body, first.body]);
      expect(headers.get('link')).toContain('rel="first"');
    }
    expect(first.body).toMatchObject({ note: 'Called: they have a garden.', createdAt: expect.any(String) });
    expect(second.body.accountId).not.toBe(first.body.accountId);
    expectError(await website.call('GET', path), 403, 'forbidden');
    expectError(await website.call('POST', path, { body: { note: 'Mine' } }), 403, 'forbidden');
    expectError(await hidden.call('GET', path), 404, 'order_not_found');
    expectError(await staff.call('POST', path, { body: { note: ' ' } }), 400, 'invalid_body', 'note');
    expect((await website.call('GET', `/v1/store/orders/${orders['Rex']}`)).text).not.toContain('garden');
  });

  test('several orders change together, and those that cannot are named with the reason', async () => {
    const both = [orders['Rex'], orders['Mia']];
    await moveOrder(website, orders['Añton']!, 'cancel');
    const change = (caller: TestService, action: string, orderIds: unknown) =>
      caller.call('POST', '/v1/store/orders/change-several', { body: { action, orderIds } });
    const { body } = await change(staff, 'approve', [...both, orders['Añton'], orders['Goat'], orders['Rex']]);
    expect(body).toMatchObject({
      orderIds: both,
      refused: [
        { orderId: orders['Añton'], code: 'order_closed' },
        { orderId: orders['Goat'], code: 'order_not_found' },
      ],
    });
    expect(await found(staff, 'status=approved&sort=expires')).toEqual(['Rex', 'Mia']);
    expect((await change(website, 'deliver', both)).body).toMatchObject({
      orderIds: [],
      refused: both.map((orderId) => ({ orderId, code: 'forbidden' })),
    });
    expectError(await change(staff, 'expire', both), 400, 'invalid_body', 'action');
    expectError(await change(staff, 'cancel', []), 400, 'invalid_body', 'orderIds');
    expectError(await change(staff, 'cancel', Array(51).fill(1)), 400, 'invalid_body', 'orderIds');
  });

  test('the history of one order says who did what, for the side of the animal', async () => {
    const history = (caller: TestService) => caller.call('GET', `/v1/audit?orderId=${orders['Mia']}`);
    await addPet(service, {});
    const { body } = await history(staff);
    expect(body.map(({ type, data }: Answer['body']) => [type, data.id])).toEqual([
      ['order.approved', orders['Mia']],
      ['order.placed', orders['Mia']],
    ]);
    const who = body.map(({ actor }: Answer['body']) => actor.accountId);
    expect(new Set(who).size).toBe(2);
    expect((await history(service)).body).toEqual(body);
    expectError(await history(website), 403, 'forbidden');
    expectError(await history(hidden), 404, 'order_not_found');
  });

  // Last: what is due may be written at any moment from now on.
  test('an order expires when its hold ends, whether or not that is written', async () => {
    const owner = await newCaller(service);
    const { body } = await owner.call('POST', '/v1/pets', { body: { name: 'Placed', categoryId: 1 } });
    const id = await orderIn('placed', { caller: owner, petId: body.id, advance: clock.advance });
    clock.advance(holdMs);
    expect((await owner.call('GET', '/v1/store/order-counts')).body).toMatchObject({ placed: 0, expired: 1 });
    const { body: listed } = await list(owner, 'status=expired,placed&sort=expires');
    expect(listed).toMatchObject([{ id, status: 'expired' }]);
  });
});
