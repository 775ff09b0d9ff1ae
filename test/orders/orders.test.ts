import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ORDER_TRANSITIONS, ORDER_STATUSES, type OrderStatus } from '../../src/vocabulary/order-lifecycle.ts';
import {
  changePet,
  getOrder,
  holdMs,
  moveOrder,
  newCaller,
  orderIn,
  petStatus,
  placeOrder,
} from '../support/adoption.ts';
import { addPet, expectError } from '../support/answers.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';

/** An adoption from the order to the return, and the animal beside it. */
describe.each(BACKENDS)('orders, on %s', (_, start) => {
  let shelter: TestService;
  let adopter: TestService;
  let petId: number;
  const clock = testClock();

  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    shelter = await newCaller(service);
    adopter = await newCaller(service);
  });

  beforeEach(async () => {
    const added = await shelter.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
    petId = added.body.id;
  });

  describe('POST /store/orders', () => {
    test('201: the order as it was placed, at its Location, with an ETag; the animal is pending', async () => {
      const answer = await adopter.call('POST', '/v1/store/orders', { body: { petId } });
      expect(answer.status).toBe(201);
      const createdAt = new Date(clock.now()).toISOString();
      const expiresAt = new Date(clock.now() + holdMs).toISOString();
      const { id } = answer.body;
      expect(id).toBeGreaterThan(0);
      expect(answer.body).toEqual({ id, petId, status: 'placed', expiresAt, createdAt, updatedAt: createdAt });
      expect(answer.headers.get('location')).toBe(`/v1/store/orders/${id}`);
      expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);

      const there = await adopter.call('GET', answer.headers.get('location')!);
      expect([there.status, there.text]).toEqual([200, answer.text]);
      expect(there.headers.get('etag')).toBe(answer.headers.get('etag'));
      expect(await petStatus(adopter, petId)).toBe('pending');
    });

    test('201: keeps the adopter and a note of several lines, and ignores unknown members', async () => {
      const note = 'On Saturday,\n\tat ten. 🐈';
      const person = { name: ' Ann Lee ', email: 'ann@example.org', phone: ' +1 555 0100 ', age: 7 };
      const body = { petId, adopter: person, note, status: 'delivered', id: 1, expiresAt: '2099-01-01T00:00:00Z' };
      const answer = await adopter.call('POST', '/v1/store/orders', { body });
      expect(answer.body).toMatchObject({ status: 'placed', note });
      expect(answer.body.adopter).toEqual({ name: 'Ann Lee', email: 'ann@example.org', phone: '+1 555 0100' });
      expect(answer.body.expiresAt).toBe(new Date(clock.now() + holdMs).toISOString());
      expect((await getOrder(adopter, answer.body.id)).text).toBe(answer.text);
    });

    test('201: a note of 10,000 characters of any kind', async () => {
      const note = '🐈'.repeat(10_000);
      const id = await placeOrder(adopter, petId, { note });
      expect((await getOrder(adopter, id)).body.note).toBe(note);
    });

    test("201: one's own animal: staff record adoptions at the desk", async () => {
      const id = await placeOrder(shelter, petId);
      expect((await moveOrder(shelter, id, 'approve')).status).toBe(200);
      expect((await moveOrder(shelter, id, 'deliver')).status).toBe(200);
      expect(await petStatus(shelter, petId)).toBe('sold');
      expect((await shelter.call('GET', `/v1/store/orders?petId=${petId}`)).body).toHaveLength(1);
    });

    test('what the staff say belongs to a step, and the visit to the adoption', async () => {
      const id = await placeOrder(adopter, petId);
      const said = { visitAt: '2099-01-01T12:00:00+02:00', messageToAdopter: ' Please bring\na carrier. ' };
      const approved = await moveOrder(shelter, id, 'approve', { body: said });
      const visitAt = '2099-01-01T10:00:00.000Z';
      const messageToAdopter = 'Please bring\na carrier.';
      expect(approved.body).toMatchObject({ status: 'approved', visitAt, messageToAdopter });
      expect((await getOrder(adopter, id)).text).toBe(approved.text);
      const { body: delivered } = await moveOrder(shelter, id, 'deliver', { body: { visitAt: 'at ten' } });
      expect(delivered).toMatchObject({ status: 'delivered', visitAt });
      expect(delivered).not.toHaveProperty('messageToAdopter');
      const { body: returned } = await moveOrder(shelter, id, 'return', { body: { messageToAdopter: 'Thank you.' } });
      expect(returned).toMatchObject({ status: 'returned', visitAt, messageToAdopter: 'Thank you.' });
      const { body: events } = await adopter.call('GET', '/v1/events?types=order.approved,order.returned&limit=100');
      const told = events.map(({ data }: { data: object }) => data);
      expect(told.slice(-2)).toEqual([approved.body, returned]);
    });

    test('400, 403: a visit in the past or of no time, a word that is none, and one of the wrong side', async () => {
      const id = await placeOrder(adopter, petId);
      const wrong: [object | string, string][] = [
        [{ visitAt: new Date(clock.now()).toISOString() }, '`visitAt` must be a time in the future'],
        [{ visitAt: 'tomorrow' }, '`visitAt` must be'],
        [{ visitAt: '9999-12-31T23:59:59-01:00' }, '`visitAt` must be'],
        [{ visitAt: '2030-13-01T10:00:00Z' }, '`visitAt` must be'],
        [{ messageToAdopter: ' ' }, '`messageToAdopter` must be'],
        [{ messageToAdopter: 'x'.repeat(2_001) }, '2000 characters'],
        ['[]', 'The body must be a JSON object'],
      ];
      for (const [body, rule] of wrong)
        expectError(await moveOrder(shelter, id, 'approve', { body }), 400, 'invalid_body', rule);
      const word = { body: { messageToAdopter: 'I changed my mind.' } };
      expectError(await moveOrder(adopter, id, 'cancel', word), 403, 'forbidden', '`messageToAdopter`');
      expect((await getOrder(adopter, id)).body.status).toBe('placed');
    });

    test.each(['pending', 'sold'])('409: an animal that is %s without any order', async (status) => {
      await changePet(shelter, petId, { status });
      const answer = await adopter.call('POST', '/v1/store/orders', { body: { petId } });
      expectError(answer, 409, 'pet_not_available', `\`${status}\``);
      expect((await adopter.call('GET', `/v1/store/orders?petId=${petId}`)).body).toEqual([]);
    });

    test('409: an animal that an order holds, for every caller', async () => {
      await placeOrder(adopter, petId);
      for (const caller of [adopter, shelter, service]) {
        const answer = await caller.call('POST', '/v1/store/orders', { body: { petId } });
        expectError(answer, 409, 'pet_not_available', '`pending`');
      }
      expect((await service.call('GET', `/v1/store/orders?petId=${petId}`)).body).toHaveLength(1);
    });
  });

  test('placed, approved, delivered, returned: each transition changes the ETag and `updatedAt`', async () => {
    const id = await placeOrder(adopter, petId, { note: 'With the blue lead.' });
    const placed = await getOrder(adopter, id);
    let etag = placed.headers.get('etag');
    for (const [move, status, pet] of [
      ['approve', 'approved', 'pending'],
      ['deliver', 'delivered', 'sold'],
      ['return', 'returned', 'available'],
    ] as const) {
      clock.advance(60_000);
      const answer = await moveOrder(shelter, id, move);
      expect(answer.body).toEqual({ ...placed.body, status, updatedAt: new Date(clock.now()).toISOString() });
      expect(answer.headers.get('etag')).not.toBe(etag);
      etag = answer.headers.get('etag');
      const there = await getOrder(adopter, id);
      expect([there.text, there.headers.get('etag')]).toEqual([answer.text, etag]);
      expect(await petStatus(adopter, petId)).toBe(pet);
    }
  });

  test.each(['cancelled', 'expired', 'returned'] as const)(
    'after an order is %s the next may be placed',
    async (over) => {
      const first = await orderIn(over, { caller: shelter, petId, advance: clock.advance });
      const second = await placeOrder(adopter, petId);
      expect(second).toBeGreaterThan(first);
      expect((await getOrder(shelter, first)).body.status).toBe(over);
      expect(await petStatus(adopter, petId)).toBe('pending');
    },
  );

  describe('every transition from every status', () => {
    const wrong = 'invalid_status_transition';
    const over = 'order_closed';
    const isRefusal = (to: string) => to === wrong || to === over;
    /** What the order becomes, or the code of the 409. */
    const EXPECTED: Record<'approve' | 'deliver' | 'cancel' | 'return', Record<OrderStatus, string>> = {
      approve: { placed: 'approved', approved: wrong, delivered: over, cancelled: over, expired: over, returned: over },
      deliver: {
        placed: wrong,
        approved: 'delivered',
        delivered: over,
        cancelled: over,
        expired: over,
        returned: over,
      },
      cancel: {
        placed: 'cancelled',
        approved: 'cancelled',
        delivered: over,
        cancelled: over,
        expired: over,
        returned: over,
      },
      return: { placed: wrong, approved: wrong, delivered: 'returned', cancelled: over, expired: over, returned: over },
    };
    const PET: Record<OrderStatus, string> = {
      placed: 'pending',
      approved: 'pending',
      delivered: 'sold',
      cancelled: 'available',
      expired: 'available',
      returned: 'available',
    };
    const rows = Object.entries(EXPECTED).flatMap(([move, row]) =>
      ORDER_STATUSES.map((status) => [move, status, row[status]] as const),
    );

    test('covers every transition', () => {
      const asked = Object.values(ORDER_TRANSITIONS).filter(({ by }) => by !== 'clock');
      expect(Object.keys(EXPECTED)).toEqual(asked.map(({ name }) => name));
    });

    test.each(rows.filter(([, , to]) => !isRefusal(to)))('%s of an order that is %s: %s', async (move, status, to) => {
      const id = await orderIn(status, { caller: shelter, petId, advance: clock.advance });
      expect(await petStatus(shelter, petId)).toBe(PET[status]);
      const answer = await moveOrder(shelter, id, move);
      expect([answer.status, answer.body.status]).toEqual([200, to]);
      expect((await getOrder(shelter, id)).text).toBe(answer.text);
      expect(await petStatus(shelter, petId)).toBe(PET[to as OrderStatus]);
    });

    test.each(rows.filter(([, , to]) => isRefusal(to)))(
      '%s of an order that is %s: 409 %s',
      async (move, status, code) => {
        const id = await orderIn(status, { caller: shelter, petId, advance: clock.advance });
        const state = async () => {
          const answers = [await getOrder(shelter, id), await shelter.call('GET', `/v1/pets/${petId}`)];
          return answers.map(({ text, headers }) => [text, headers.get('etag')]);
        };
        const before = await state();
        expect(await petStatus(shelter, petId)).toBe(PET[status]);
        clock.advance(1_000);
        expectError(await moveOrder(shelter, id, move), 409, code, `\`${status}\``);
        expect(await state()).toEqual(before);
      },
    );
  });

  describe('an animal that was adopted again after the order', () => {
    test('stays `sold` when the first order is returned', async () => {
      const first = await orderIn('delivered', { caller: shelter, petId, advance: clock.advance });
      await changePet(shelter, petId, { status: 'available' });
      const second = await orderIn('delivered', { caller: shelter, petId, advance: clock.advance });
      expect((await moveOrder(shelter, first, 'return')).body.status).toBe('returned');
      expect(await petStatus(shelter, petId)).toBe('sold');
      expect((await moveOrder(shelter, second, 'return')).body.status).toBe('returned');
      expect(await petStatus(shelter, petId)).toBe('available');
    });

    test('stays `pending` for the next order when the first is returned', async () => {
      const first = await orderIn('delivered', { caller: shelter, petId, advance: clock.advance });
      await changePet(shelter, petId, { status: 'available' });
      const second = await placeOrder(adopter, petId);
      expect((await moveOrder(shelter, first, 'return')).body.status).toBe('returned');
      expect(await petStatus(shelter, petId)).toBe('pending');
      expect((await getOrder(adopter, second)).body.status).toBe('placed');
    });

    test('or was removed: the order can still be returned', async () => {
      const id = await orderIn('delivered', { caller: shelter, petId, advance: clock.advance });
      expect((await shelter.call('DELETE', `/v1/pets/${petId}`)).status).toBe(204);
      expect((await moveOrder(shelter, id, 'return')).body).toMatchObject({ petId, status: 'returned' });
      expect(await petStatus(shelter, petId)).toBeUndefined();
    });
  });

  describe('while an order is open, the animal', () => {
    test.each(['placed', 'approved'] as const)('keeps its status and stays: order %s', async (status) => {
      const id = await orderIn(status, { caller: shelter, petId, advance: clock.advance });
      for (const caller of [shelter, service]) {
        for (const wanted of ['available', 'sold']) {
          expectError(
            await changePet(caller, petId, { name: 'Max', status: wanted }),
            409,
            'pet_has_open_order',
            `${id}`,
          );
        }
        expectError(await caller.call('DELETE', `/v1/pets/${petId}`), 409, 'pet_has_open_order', `${id}`);
      }
      const { body } = await shelter.call('GET', `/v1/pets/${petId}`);
      expect(body).toEqual({ id: petId, name: 'Rex', categoryId: 1, status: 'pending' });
    });

    test('accepts a new name, a new category and its current status', async () => {
      await placeOrder(adopter, petId);
      const answer = await changePet(shelter, petId, { name: 'Max', categoryId: 2, status: 'pending' });
      expect(answer.body).toEqual({ id: petId, name: 'Max', categoryId: 2, status: 'pending' });
    });

    test.each(['cancelled', 'delivered', 'expired', 'returned'] as const)(
      'accepts changes of status and removal once the order is %s',
      async (status) => {
        await orderIn(status, { caller: shelter, petId, advance: clock.advance });
        const wanted = status === 'delivered' ? 'available' : 'sold';
        expect((await changePet(shelter, petId, { status: wanted })).body.status).toBe(wanted);
        expect((await shelter.call('DELETE', `/v1/pets/${petId}`)).status).toBe(204);
      },
    );
  });

  test('GET /store/inventory counts the animals by status, and follows the orders', async () => {
    const inventory = async () => (await adopter.call('GET', '/v1/store/inventory')).body;
    const { available, pending, sold } = await inventory();
    const id = await placeOrder(adopter, petId);
    expect(await inventory()).toEqual({ available: available - 1, pending: pending + 1, sold });
    await moveOrder(shelter, id, 'approve');
    await moveOrder(shelter, id, 'deliver');
    expect(await inventory()).toEqual({ available: available - 1, pending, sold: sold + 1 });
    await moveOrder(shelter, id, 'return');
    expect(await inventory()).toEqual({ available, pending, sold });
    await addPet(service, { status: 'sold' });
    await shelter.call('DELETE', `/v1/pets/${petId}`);
    expect(await inventory()).toEqual({ available: available - 1, pending, sold: sold + 1 });
  });

  test('GET /store/inventory of an empty database is all zeros', async () => {
    const empty = await start();
    expect((await empty.call('GET', '/v1/store/inventory')).body).toEqual({ available: 0, pending: 0, sold: 0 });
  });
});
