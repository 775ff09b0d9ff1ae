import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '../../src/settings/settings.ts';
import {
  changePet,
  getOrder,
  holdMs,
  hourMs,
  moveOrder,
  newCaller,
  petStatus,
  placeOrder,
  withKey,
} from '../support/adoption.ts';
import { addPet, expectError, idsOf } from '../support/answers.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';

/** An order that nobody approves holds its animal until its hold ends, and not a millisecond longer. */
describe.each(BACKENDS)('the expiry of orders, on %s', (_, start) => {
  let adopter: TestService;
  let petId: number;
  let orderId: number;
  const clock = testClock();

  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    adopter = await newCaller(service);
  });

  beforeEach(async () => {
    petId = await addPet(service, {});
    orderId = await placeOrder(adopter, petId);
  });

  test('one millisecond before its end the hold is in force', async () => {
    clock.advance(holdMs - 1);
    expect((await getOrder(adopter, orderId)).body.status).toBe('placed');
    expect(await petStatus(service, petId)).toBe('pending');
    const answer = await service.call('POST', '/v1/store/orders', { body: { petId } });
    expectError(answer, 409, 'pet_not_available', '`pending`');
    expectError(await changePet(service, petId, { status: 'sold' }), 409, 'pet_has_open_order');
    expect((await moveOrder(service, orderId, 'approve')).body.status).toBe('approved');
    expect((await moveOrder(service, orderId, 'cancel')).body.status).toBe('cancelled');
  });

  describe('from its end on, whichever request comes first sees the order expired and the animal available', () => {
    beforeEach(() => clock.advance(holdMs));

    test('the order', async () => {
      const answer = await getOrder(adopter, orderId);
      const updatedAt = new Date(clock.now()).toISOString();
      expect(answer.body).toMatchObject({ id: orderId, status: 'expired', expiresAt: updatedAt, updatedAt });
      expect(answer.headers.get('etag')).not.toBe('"1"');
    });

    test('the order, for a client that has its first version', async () => {
      const answer = await adopter.call('GET', `/v1/store/orders/${orderId}`, { headers: { 'if-none-match': '"1"' } });
      expect([answer.status, answer.body?.status]).toEqual([200, 'expired']);
    });

    test('the list of orders, and its filters', async () => {
      const { body } = await adopter.call('GET', '/v1/store/orders?status=placed');
      expect(body).toEqual([]);
      expect(idsOf(await adopter.call('GET', '/v1/store/orders?status=expired'))).toContain(orderId);
    });

    test('the animal', async () => {
      expect((await service.call('GET', `/v1/pets/${petId}`)).body.status).toBe('available');
    });

    test('the list of animals', async () => {
      expect(idsOf(await service.call('GET', '/v1/pets?status=available&limit=100'))).toContain(petId);
    });

    test('the inventory', async () => {
      expect((await service.call('GET', '/v1/store/inventory')).body.pending).toBe(0);
    });

    test('the next order', async () => {
      const next = await placeOrder(service, petId);
      expect((await getOrder(adopter, orderId)).body.status).toBe('expired');
      expect((await getOrder(service, next)).body.status).toBe('placed');
      expect(await petStatus(service, petId)).toBe('pending');
    });

    test('a change of the animal', async () => {
      expect((await changePet(service, petId, { status: 'sold' })).body.status).toBe('sold');
      expect((await getOrder(adopter, orderId)).body.status).toBe('expired');
    });

    test('the removal of the animal', async () => {
      expect((await service.call('DELETE', `/v1/pets/${petId}`)).status).toBe(204);
      expect((await getOrder(adopter, orderId)).body.status).toBe('expired');
    });

    test.each(['approve', 'deliver', 'cancel', 'return'])('the attempt to %s it', async (move) => {
      expectError(await moveOrder(service, orderId, move), 409, 'order_closed', '`expired`');
      expect(await petStatus(service, petId)).toBe('available');
    });
  });

  test('an approved order does not expire', async () => {
    await moveOrder(service, orderId, 'approve');
    clock.advance(100 * holdMs);
    expect((await getOrder(adopter, orderId)).body.status).toBe('approved');
    expect(await petStatus(service, petId)).toBe('pending');
    expect((await moveOrder(service, orderId, 'deliver')).body.status).toBe('delivered');
  });

  test('a closed order does not expire, and does not affect the next one', async () => {
    await moveOrder(adopter, orderId, 'cancel');
    clock.advance(hourMs);
    const next = await placeOrder(service, petId);
    clock.advance(holdMs - hourMs);
    expect((await getOrder(adopter, orderId)).body.status).toBe('cancelled');
    expect((await getOrder(service, next)).body.status).toBe('placed');
    expect(await petStatus(service, petId)).toBe('pending');
    clock.advance(hourMs);
    expect((await getOrder(service, next)).body.status).toBe('expired');
    expect(await petStatus(service, petId)).toBe('available');
  });

  test('each order expires at its own time', async () => {
    clock.advance(hourMs);
    const later = await placeOrder(adopter, await addPet(service, {}));
    clock.advance(holdMs - hourMs);
    const statuses = async () => [
      (await getOrder(adopter, orderId)).body.status,
      (await getOrder(adopter, later)).body.status,
    ];
    expect(await statuses()).toEqual(['expired', 'placed']);
    clock.advance(hourMs);
    expect(await statuses()).toEqual(['expired', 'expired']);
  });

  test('many holds that end at once: one request sees them all expired', async () => {
    const before = (await service.call('GET', '/v1/store/inventory')).body;
    // Three times as many as are written at once.
    for (let i = 0; i < 3; i++) {
      const petIds = await Promise.all(Array.from({ length: 50 }, () => addPet(service, {})));
      await Promise.all(petIds.map((id) => placeOrder(adopter, id)));
    }
    expect((await service.call('GET', '/v1/store/inventory')).body.pending).toBe(before.pending + 150);
    clock.advance(holdMs);
    const { body } = await service.call('GET', '/v1/store/inventory');
    expect(body).toEqual({ available: before.available + before.pending + 150, pending: 0, sold: before.sold });
  });
});

describe.each(BACKENDS)('the expiry of orders by itself, on %s', (_, start) => {
  test('a restart shows the holds that ended in the meantime as expired', async () => {
    const clock = testClock();
    const first = await start({ now: clock.now });
    const petId = await addPet(first, {});
    const orderId = await placeOrder(first, petId);
    await first.stop();
    clock.advance(holdMs);
    const second = await start({ now: clock.now, dataDir: first.dataDir });
    const caller = withKey(second, first.operatorKey);
    expect(await petStatus(caller, petId)).toBe('available');
    expect((await getOrder(caller, orderId)).body.status).toBe('expired');
  });

  test('any process writes it in the background, without a request', async () => {
    const clock = testClock();
    const first = await start({ now: clock.now });
    const petId = await addPet(first, {});
    const orderId = await placeOrder(first, petId);
    // The clock of this service stands still, so that it shows only what the other has written.
    const watch = await start({ now: testClock().now, dataDir: first.dataDir, serves: false });
    try {
      const caller = withKey(watch, first.operatorKey);
      expect((await getOrder(caller, orderId)).body.status).toBe('placed');
      clock.advance(holdMs);
      await expect.poll(async () => (await getOrder(caller, orderId)).body.status).toBe('expired');
      expect(await petStatus(caller, petId)).toBe('available');
    } finally {
      await watch.stop();
      await first.close();
    }
  });

  test('a hold that another process made does not hold the animal after its end', async () => {
    const clock = testClock();
    const first = await start({ now: clock.now });
    const second = await start({ now: clock.now, dataDir: first.dataDir, serves: false });
    try {
      const caller = withKey(second, first.operatorKey);
      const [approved, ordered] = [await addPet(caller, {}, first.operatorKey), await addPet(first, {})];
      const late = await placeOrder(first, approved);
      await placeOrder(first, ordered);
      clock.advance(holdMs);
      expectError(await moveOrder(caller, late, 'approve'), 409, 'order_closed', '`expired`');
      await placeOrder(caller, ordered);
      const { body } = await caller.call('GET', `/v1/store/orders?petId=${ordered}`);
      expect(body.map(({ status }: { status: string }) => status)).toEqual(['placed', 'expired']);
    } finally {
      await second.stop();
      await first.close();
    }
  });

  test('a hold lasts as long as ORDER_HOLD says', async () => {
    const clock = testClock();
    const { orderHold } = readSettings({ ORDER_HOLD: '90s' });
    const service = await start({ now: clock.now, settings: { orderHold } });
    const petId = await addPet(service, {});
    const orderId = await placeOrder(service, petId);
    const { body } = await getOrder(service, orderId);
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(90_000);
    clock.advance(89_999);
    expect((await getOrder(service, orderId)).body.status).toBe('placed');
    clock.advance(1);
    expect((await getOrder(service, orderId)).body.status).toBe('expired');
    expect(await petStatus(service, petId)).toBe('available');
  });
});
