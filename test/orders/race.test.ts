import { beforeAll, describe, expect, test } from 'vitest';
import {
  changePet,
  getOrder,
  holdMs,
  moveOrder,
  newCaller,
  petStatus,
  placeOrder,
  withKey,
} from '../support/adoption.ts';
import { addPet, idsOf } from '../support/answers.ts';
import { type Answer, BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';
import { race, turns } from './callers.ts';

const ROUNDS = 25;
/** What an animal is while its last order has this status. */
const PET_OF: Record<string, string> = {
  placed: 'pending',
  approved: 'pending',
  delivered: 'sold',
  cancelled: 'available',
  expired: 'available',
  returned: 'available',
};

const bySuccess = (a: string | number, b: string | number) =>
  Number(typeof a === 'string') - Number(typeof b === 'string');
/** Under any concurrent requests an animal has at most one open order, and its status agrees with that order. */
describe.each(BACKENDS)('races for an animal, on %s', (_, start) => {
  let shelter: TestService;
  let adopter: TestService;
  const clock = testClock();

  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    shelter = await newCaller(service);
    adopter = await newCaller(service);
  });

  const place = (caller: TestService, petId: number) => caller.call('POST', '/v1/store/orders', { body: { petId } });
  /** The codes of failures and the statuses of successes. */
  const codesOf = (answers: readonly Answer[]) => answers.map(({ status, body }) => body?.code ?? status);

  /** Adds an animal of the shelter and an order of it by the adopter. */
  async function ordered(): Promise<{ petId: number; orderId: number }> {
    const { body } = await shelter.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
    return { petId: body.id, orderId: await placeOrder(adopter, body.id) };
  }

  /** The animal agrees with the newest of its orders, and all older ones are over. */
  async function expectConsistent(petId: number): Promise<void> {
    const { body: orders } = await service.call('GET', `/v1/store/orders?petId=${petId}&limit=100`);
    const statuses: string[] = orders.map(({ status }: { status: string }) => status);
    const [newest = ''] = statuses;
    expect(statuses.slice(1).filter((status) => ['placed', 'approved'].includes(status))).toEqual([]);
    expect([newest, await petStatus(service, petId)]).toEqual([newest, PET_OF[newest]]);
  }

  test('of 200 clients that order it exactly one succeeds', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => service.newAccount()));
    const petId = await addPet(service, {});
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => place(withKey(service, keys[index % 20]!.key), petId)),
    );
    expect(codesOf(answers).toSorted(bySuccess)).toEqual([201, ...Array(199).fill('pet_not_available')]);
    expect(await petStatus(service, petId)).toBe('pending');
    const orders = await service.call('GET', `/v1/store/orders?petId=${petId}`);
    expect(idsOf(orders)).toEqual([answers.find(({ status }) => status === 201)!.body.id]);
    expect(orders.body[0].status).toBe('placed');
  });

  test('of clients of two services on one database exactly one succeeds', async () => {
    const second = await start({ now: clock.now, dataDir: service.dataDir, serves: false });
    try {
      const petId = await addPet(service, {});
      const callers = [service, withKey(second, service.operatorKey)];
      const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => place(callers[index % 2]!, petId)));
      expect(codesOf(answers).toSorted(bySuccess)).toEqual([201, ...Array(59).fill('pet_not_available')]);
      await expectConsistent(petId);
    } finally {
      await second.stop();
    }
  });

  test('approve against cancel, by both sides: one comes first, and the other is answered accordingly', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { petId, orderId } = await ordered();
      const [cancelled, approved, next] = await race(round, [
        () => moveOrder(adopter, orderId, 'cancel'),
        () => moveOrder(shelter, orderId, 'approve'),
        () => place(service, petId),
      ]);
      expect(cancelled.status).toBe(200);
      expect([200, 'order_closed']).toContain(codesOf([approved])[0]);
      expect([201, 'pet_not_available']).toContain(codesOf([next])[0]);
      expect((await getOrder(adopter, orderId)).body.status).toBe('cancelled');
      await expectConsistent(petId);
      outcomes.add(codesOf([approved, next]).join());
    }
    expect(outcomes.size).toBeGreaterThan(1);
  });

  test('approve and the next order against expiry: the hold ended before all of them', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { petId, orderId } = await ordered();
      clock.advance(holdMs);
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => moveOrder(shelter, orderId, 'approve')),
        ...Array.from({ length: 3 }, () => place(service, petId)),
        moveOrder(adopter, orderId, 'cancel'),
      ]);
      expect(codesOf(answers.slice(0, 3))).toEqual(Array(3).fill('order_closed'));
      expect(codesOf(answers.slice(3, 6)).toSorted(bySuccess)).toEqual([201, 'pet_not_available', 'pet_not_available']);
      expect(codesOf(answers.slice(6))).toEqual(['order_closed']);
      expect((await getOrder(adopter, orderId)).body.status).toBe('expired');
      await expectConsistent(petId);
    }
  });

  test('approve while the hold ends: approved or expired, never both', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { petId, orderId } = await ordered();
      clock.advance(holdMs - 1);
      const early = round % 2 === 0 ? [moveOrder(shelter, orderId, 'approve')] : [];
      // The clock moves while the request is on its way, or inside the service; or it was done, however slow the machine is.
      if (round % 8 === 0) await early[0];
      else await turns(round);
      clock.advance(1);
      const [approved, next] = await Promise.all([
        early[0] ?? moveOrder(shelter, orderId, 'approve'),
        place(service, petId),
      ]);
      const { status } = (await getOrder(adopter, orderId)).body;
      const [code, nextCode] = codesOf([approved, next]);
      expect([
        [200, 'pet_not_available', 'approved'],
        ['order_closed', 201, 'expired'],
      ]).toContainEqual([code, nextCode, status]);
      await expectConsistent(petId);
      outcomes.add(status);
    }
    expect([...outcomes].toSorted()).toEqual(['approved', 'expired']);
  });

  test('a change or removal of the animal against its order: exactly one succeeds', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { body } = await shelter.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
      const petId: number = body.id;
      const [placed, sold, removed] = await race(round, [
        () => place(adopter, petId),
        () => changePet(shelter, petId, { status: 'sold' }),
        () => shelter.call('DELETE', `/v1/pets/${petId}`),
      ]);
      const { body: orders } = await service.call('GET', `/v1/store/orders?petId=${petId}`);
      const isPlaced = placed.status === 201;
      const isHeld = [sold, removed].map(({ body }) => body?.code === 'pet_has_open_order');
      expect(isHeld).toEqual([isPlaced, isPlaced]);
      expect([orders.length, await petStatus(service, petId)]).toEqual(isPlaced ? [1, 'pending'] : [0, undefined]);
      outcomes.add(codesOf([placed]).join());
    }
    expect(outcomes.size).toBeGreaterThan(1);
  });

  test('all transitions for many animals at once', async () => {
    const scenes = await Promise.all(Array.from({ length: 40 }, ordered));
    const moves = ['approve', 'deliver', 'cancel', 'return', 'approve', 'deliver', 'cancel'];
    await Promise.all(
      scenes.flatMap(({ petId, orderId }, index) => [
        ...moves.map((_, turn) => moveOrder(shelter, orderId, moves[(turn + index) % moves.length]!)),
        place(service, petId),
        place(adopter, petId),
      ]),
    );
    for (const { petId } of scenes) await expectConsistent(petId);
  });
});
