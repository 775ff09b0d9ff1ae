import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOrder, holdMs, moveOrder, newCaller, petStatus, placeOrder, withKey } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { BACKENDS, testClock, type TestService } from '../support/service.ts';

/** Suspending whoever holds animals frees them. */
describe.each(BACKENDS)('cancelling the orders of somebody, on %s', (_, start) => {
  const { now, advance } = testClock();
  let service: TestService;

  beforeAll(async () => {
    service = await start({ now });
  });
  afterAll(() => service.close());

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
});
