import { beforeAll, describe, expect, test } from 'vitest';
import type { OrderStatus } from '../../src/vocabulary/order-lifecycle.ts';
import { allEvents } from '../events/streams.ts';
import { type Member, newMember } from '../organizations/members.ts';
import { getOrder, holdMs, moveOrder, newCaller, newOwner, orderIn, placeOrder } from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import {
  type Answer,
  BACKENDS,
  type CallOptions,
  sharedService,
  testClock,
  type TestService,
} from '../support/service.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { visitorsOf } from './callers.ts';

const adopter = { name: 'Ann Lee', email: 'ann@example.org' };

/** Staff mark orders as paid. */
describe.each(BACKENDS)('the payment of an order, on %s', (_, start) => {
  const clock = testClock();
  /** Staff of the organization of the animals, an account that places orders, and one that has to do with neither. */
  let staff: Member;
  let website: TestService;
  let stranger: TestService;

  const service = sharedService(start, { now: clock.now, settings: { webhooksAllowPrivate: 'true' } });
  beforeAll(async () => {
    staff = await newMember(service, 1, 'staff');
    website = await newOwner(service);
    stranger = await newCaller(service);
  });

  const addAnimal = async (): Promise<number> =>
    (await staff.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } })).body.id;
  const place = async (by = website): Promise<number> => placeOrder(by, await addAnimal(), { adopter });
  const mark = (caller: TestService, id: number, options?: CallOptions): Promise<Answer> =>
    caller.call('PUT', `/v1/store/orders/${id}/payment`, options);
  const takeBack = (caller: TestService, id: number, options?: CallOptions): Promise<Answer> =>
    caller.call('DELETE', `/v1/store/orders/${id}/payment`, options);
  /** The types of the events about the order, and the times of payment that they say. */
  const toldOf = async (key: string, id: number): Promise<[string, string | undefined][]> =>
    (await allEvents(service, { key }))
      .filter(({ type, data }) => type.startsWith('order.') && data.id === id)
      .map(({ type, data }) => [type, data.paidAt]);
  const history = async (id: number): Promise<string[]> =>
    (await staff.call('GET', `/v1/audit?orderId=${id}`)).body.map(({ type }: { type: string }) => type);

  test('an order is paid from when staff mark it until they take that back; its status and its animal stay', async () => {
    const id = await place();
    const { body: before } = await getOrder(staff, id);
    expect(before).not.toHaveProperty('paidAt');
    const marked = await mark(staff, id);
    expect([marked.status, marked.body]).toEqual([200, { ...before, paidAt: new Date(clock.now()).toISOString() }]);
    expect((await getOrder(staff, id)).body).toEqual(marked.body);
    const { body: list } = await staff.call('GET', `/v1/store/orders?petId=${before.petId}`);
    expect(list).toEqual([marked.body]);
    const { status, text } = await takeBack(staff, id);
    expect([status, text]).toEqual([204, '']);
    expect((await getOrder(staff, id)).body).toEqual(before);
  });

  test('marking it twice, and taking it back twice, changes nothing and is one event each', async () => {
    const id = await place();
    const first = await mark(staff, id);
    clock.advance(60_000);
    expect((await mark(staff, id)).body).toEqual(first.body);
    expect((await takeBack(staff, id)).status).toBe(204);
    expect((await takeBack(staff, id)).status).toBe(204);
    expect(await history(id)).toEqual(['order.unpaid', 'order.paid', 'order.placed']);
  });

  test('two who mark it at once make one event', async () => {
    const id = await place();
    const answers = await Promise.all([mark(staff, id), mark(service, id), mark(staff, id)]);
    expect(new Set(answers.map(({ body }) => body.paidAt)).size).toBe(1);
    expect(await history(id)).toEqual(['order.paid', 'order.placed']);
  });

  test('who placed the order notices nothing: neither a member, an event, nor another version', async () => {
    const id = await place();
    const before = await getOrder(website, id);
    await mark(staff, id);
    const after = await getOrder(website, id);
    expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
    const headers = { 'if-match': before.headers.get('etag') ?? '' };
    const cancelled = await moveOrder(website, id, 'cancel', { headers });
    expect(cancelled.status, cancelled.text).toBe(200);
    expect(cancelled.body).not.toHaveProperty('paidAt');
    expect(await toldOf(website.operatorKey, id)).toEqual([
      ['order.placed', undefined],
      ['order.cancelled', undefined],
    ]);
    expect((await getOrder(staff, id)).body).toMatchObject({ status: 'cancelled', paidAt: expect.any(String) });
  });

  test('events of an order that a visitor placed go to one side alone, and say that it is paid', async () => {
    const id = await place(await visitorsOf(service));
    const { paidAt } = (await mark(staff, id)).body;
    await moveOrder(staff, id, 'approve');
    await takeBack(staff, id);
    await moveOrder(staff, id, 'deliver');
    expect(await toldOf(staff.key, id)).toEqual([
      ['order.placed', undefined],
      ['order.paid', paidAt],
      ['order.approved', paidAt],
      ['order.unpaid', undefined],
      ['order.delivered', undefined],
    ]);
  });

  test('events of an order by the account of its animal say to it that it is paid', async () => {
    const id = await placeOrder(website, await addPet(website, {}), { adopter });
    const { paidAt } = (await mark(website, id)).body;
    await moveOrder(website, id, 'approve');
    expect(await toldOf(website.operatorKey, id)).toEqual([
      ['order.placed', undefined],
      ['order.paid', paidAt],
      ['order.approved', paidAt],
    ]);
  });

  test('a webhook of the organization receives both events', async () => {
    const receiver = await openReceiver();
    const events = ['order.paid', 'order.unpaid'];
    const made = await staff.call('POST', '/v1/webhooks', { body: { url: receiver.url, events } });
    expect(made.status, made.text).toBe(201);
    const id = await place();
    const { body } = await mark(staff, id);
    await takeBack(staff, id);
    await eventually(() => receiver.received.length === 2);
    // Both may be on their way at the same time.
    const received = receiver.received.map(({ event }): [string, unknown] => [event.type, event.data.paidAt]);
    expect(received.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
      ['order.paid', body.paidAt],
      ['order.unpaid', undefined],
    ]);
  });

  test('the ETag of its staff changes with the payment, which preconditions guard', async () => {
    const id = await place();
    const tagOf = async () => (await getOrder(staff, id)).headers.get('etag') ?? '';
    const before = await tagOf();
    const marked = await mark(staff, id, { headers: { 'if-match': before } });
    expect(marked.headers.get('etag')).toBe(await tagOf());
    expect(await tagOf()).not.toBe(before);
    expectError(await takeBack(staff, id, { headers: { 'if-match': before } }), 412, 'precondition_failed');
    expectError(await mark(staff, id, { headers: { 'if-match': before } }), 412, 'precondition_failed');
    expectError(await moveOrder(staff, id, 'approve', { headers: { 'if-match': before } }), 412, 'precondition_failed');
    expect((await takeBack(staff, id, { headers: { 'if-match': await tagOf() } })).status).toBe(204);
    expect(await tagOf()).toBe(before);
  });

  test.each<[OrderStatus, boolean]>([
    ['placed', true],
    ['approved', true],
    ['delivered', true],
    ['cancelled', false],
    ['expired', false],
    ['returned', false],
  ])('an order that is %s can be marked: %s', async (status, isPossible) => {
    const id = await orderIn(status, { caller: staff, petId: await addAnimal(), advance: clock.advance });
    const answer = await mark(staff, id);
    if (isPossible) expect(answer.body).toMatchObject({ status, paidAt: expect.any(String) });
    else expectError(answer, 409, 'order_closed', 'to record the payment of an order, it must be `placed`');
  });

  test('what was paid stays so when the order ends, until staff take it back, as after a refund', async () => {
    for (const end of ['cancel', 'expire', 'return']) {
      const id = await place();
      const { paidAt } = (await mark(staff, id)).body;
      if (end === 'cancel') await moveOrder(staff, id, 'cancel');
      if (end === 'expire') clock.advance(holdMs);
      if (end === 'return') for (const move of ['approve', 'deliver', 'return']) await moveOrder(staff, id, move);
      expect((await getOrder(staff, id)).body.paidAt, end).toBe(paidAt);
      expect((await mark(staff, id)).body.paidAt, end).toBe(paidAt);
      expect((await takeBack(staff, id)).status, end).toBe(204);
      expectError(await mark(staff, id), 409, 'order_closed');
    }
  });

  test('the adopter reads in the reservation that it is paid', async () => {
    const petId = await addPet(service, {});
    const visitor = await visitorsOf(service);
    const { body } = await visitor.call('POST', '/v1/store/orders', { body: { petId, adopter } });
    const headers = { authorization: `Bearer ${body.reservationUrl.split('#')[1]}` };
    const look = async () => (await service.call('GET', '/v1/reservation', { key: null, headers })).body;
    expect(await look()).not.toHaveProperty('paidAt');
    const { paidAt } = (await mark(service, body.id)).body;
    expect(await look()).toMatchObject({ status: 'placed', paidAt });
    await takeBack(service, body.id);
    expect(await look()).not.toHaveProperty('paidAt');
  });

  test('403 for who placed the order, 404 for everybody else', async () => {
    const id = await place();
    for (const change of [mark, takeBack]) {
      expectError(await change(website, id), 403, 'forbidden', 'record the payment of an order');
      expectError(await change(stranger, id), 404, 'order_not_found');
    }
    expect((await getOrder(staff, id)).body).not.toHaveProperty('paidAt');
  });

  test('an erased adopter leaves the order paid', async () => {
    const petId = await addAnimal();
    const email = 'gone@example.org';
    const id = await placeOrder(website, petId, { adopter: { name: 'Bo', email } });
    const { paidAt } = (await mark(staff, id)).body;
    const erased = await service.call('POST', '/v1/admin/people/erase', { body: { email } });
    expect(erased.status, erased.text).toBeLessThan(300);
    const { body } = await getOrder(staff, id);
    expect(body).toMatchObject({ paidAt });
    expect(body).not.toHaveProperty('adopter');
  });
});
