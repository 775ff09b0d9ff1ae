import { describe, expect, test } from 'vitest';
import { Petstore } from '../../client/src/petstore.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';
import { stillTime } from './clock.ts';

describe('a client of the Free plan', () => {
  test('walks 150 pages at 60 a minute and is never refused', async () => {
    const { close, petstore, clock, today, ready } = await open();
    await ready(300);
    const startMs = clock.now();
    const ids = new Set<number>();
    for await (const pet of petstore.pets.list({ limit: 2 })) ids.add(pet.id);
    expect(ids.size).toBe(300);
    expect(clock.now() - startMs).toBeGreaterThan(2 * 60_000);
    expect(await today()).toEqual({ admitted: 150, refused: 0, strikes: 0 });
    await close();
  });

  test('spreads 200 concurrent calls over the minutes', async () => {
    const { close, petstore, today } = await open();
    const calls = Array.from({ length: 200 }, (_, i) =>
      petstore.pets.create({ name: `Pet ${i}`, categoryId: 1 }, { deadlineMs: 600_000 }),
    );
    const pets = await Promise.all(calls);
    expect(new Set(pets.map(({ id }) => id)).size).toBe(200);
    expect(await today()).toEqual({ admitted: 200, refused: 0, strikes: 0 });
    await close();
  });

  test('rejects immediately, without sending, if its turn would come too late', async () => {
    const { close, petstore, clock, today } = await open();
    await Promise.all(Array.from({ length: 60 }, () => petstore.pets.list().page()));
    const startMs = clock.now();
    const late = petstore.pets.list({}, { deadlineMs: 20_000 }).page();
    await expect(late).rejects.toMatchObject({
      name: 'PetstoreError',
      code: 'rate_limit_exceeded',
      status: undefined,
      message: expect.stringMatching(/^The rate limit is used up and resets in \d+ s, .* Nothing was sent\.$/),
    });
    expect(clock.now() - startMs).toBeLessThan(20_000);
    expect(await today()).toEqual({ admitted: 60, refused: 0, strikes: 0 });
    await close();
  });

  test('does not wait for the next day any more than for the next minute', async () => {
    const { close, petstore, today } = await open({ perMinute: 60, perDay: 10 });
    await Promise.all(Array.from({ length: 10 }, () => petstore.pets.list().page()));
    await expect(petstore.pets.list().page()).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    expect(await today()).toEqual({ admitted: 10, refused: 0, strikes: 0 });
    await close();
  });

  test('shares the limits with three other clients of its account, without a strike for any', async () => {
    const { close, options, clock, today } = await open({ perMinute: 20, perDay: 1_000 });
    const clients = Array.from({ length: 4 }, () => new Petstore(options, clock));
    const calls = clients.flatMap((petstore) =>
      Array.from({ length: 9 }, () => petstore.pets.list({}, { deadlineMs: 600_000 }).page()),
    );
    await Promise.all(calls);
    expect(await today()).toMatchObject({ admitted: 36, strikes: 0 });
    await close();
  });

  test('rejects with the error of the service if only the service knows the reason', async () => {
    const { close, options, clock, petstore } = await open({ perMinute: 5, perDay: 5 });
    await Promise.all(Array.from({ length: 5 }, () => petstore.pets.list().page()));
    const stranger = new Petstore(options, clock);
    await expect(stranger.pets.list().page()).rejects.toMatchObject({
      code: 'daily_quota_exceeded',
      status: 429,
      requestId: expect.stringMatching(/^req_/),
      retryAfterMs: expect.toSatisfy((ms: number) => ms > 80_000_000 && ms <= 86_400_000),
    });
    await close();
  });
});

async function open(limits?: { perMinute: number; perDay: number }) {
  const { now, clock, fetch, stop } = stillTime();
  const service = await startOnSqlite({ now });
  const { key } = await service.newAccount(limits === undefined ? { plan: 'free' } : { limits });
  const options = { baseUrl: `${service.origin}/v1`, apiKey: key, fetch };
  return {
    service,
    options,
    clock,
    petstore: new Petstore(options, clock),
    ready: (count: number) => addPets(service, count),
    today: () => usageOf(service, key),
    close: async () => {
      stop();
      await service.close();
    },
  };
}

async function addPets(service: TestService, count: number): Promise<void> {
  const add = (i: number) => service.call('POST', '/v1/pets', { body: { name: `Pet ${i}`, categoryId: 1 } });
  await Promise.all(Array.from({ length: count }, (_, i) => add(i)));
}

/** The account's usage as counted by the service. Reading it costs no request. */
async function usageOf(service: TestService, key: string) {
  const { body } = await service.call('GET', '/v1/account/usage', { key });
  const days = body.days as { admitted: number; refused: number; strikes: number }[];
  // Midnight may have passed.
  const sum = (name: 'admitted' | 'refused' | 'strikes') => days.reduce((total, day) => total + day[name], 0);
  return { admitted: sum('admitted'), refused: sum('refused'), strikes: sum('strikes') };
}
