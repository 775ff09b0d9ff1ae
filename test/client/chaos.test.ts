import { describe, expect, test } from 'vitest';
import { type NewPet, type Pet, Petstore, PetstoreError } from '../../client/src/petstore.ts';
import { seeded } from '../support/seeded.ts';
import { startOnSqlite } from '../support/service.ts';
import { openChaoticProxy, TROUBLES } from './chaos.ts';
import { fastTime, stillTime } from './clock.ts';

const workers = 8;
const roundsEach = 25;
const seed = 6;

/** How a call may end that does not end well: with the reason why there was no good answer in time. */
const CLEAR = new Set(['network_error', 'timeout', 'unexpected_answer', 'rate_limit_exceeded', 'service_unavailable']);

describe('behind a server that disrupts every third request', () => {
  test(
    'every call ends right or with a clear error, all happens once, in order, and nothing is a strike',
    { timeout: 240_000 },
    async () => {
      const random = seeded(seed);
      const hanging = { count: 0 };
      const { now, clock, fetch, stop: stopTime } = stillTime(() => hanging.count);
      const service = await startOnSqlite({ now });
      const { key } = await service.newAccount({ limits: { perMinute: 400, perDay: 100_000 } });
      const proxy = await openChaoticProxy(service.origin, { random, now: () => clock.now(), hanging });
      const options = { baseUrl: `${proxy.origin}/v1`, apiKey: key };
      const petstore = new Petstore({ ...options, fetch, deadlineMs: 900_000, maxAttempts: 12 }, clock);
      /** The stream runs in real time, accelerated twenty times. */
      const follower = new Petstore({ ...options, deadlineMs: 1_200_000, maxAttempts: 100 }, fastTime(20).clock);

      const added = new Map<string, Pet | 'unknown'>();
      const removed = new Set<string>();
      const renamed = new Map<string, string>();
      const failures: string[] = [];
      const settled = async <Result>(call: Promise<Result>): Promise<Result | undefined> =>
        call.catch((error: unknown) => {
          expect(error).toBeInstanceOf(PetstoreError);
          failures.push((error as PetstoreError).code);
          return undefined;
        });

      const received: number[] = [];
      const stop = new AbortController();
      const following = (async () => {
        for await (const event of follower.events.stream({ after: 0, types: ['pet.created'], signal: stop.signal }))
          received.push(event.data.id);
      })().catch((error: unknown) => (error as PetstoreError).code);

      const work = async (worker: number) => {
        for (let round = 0; round < roundsEach; round++) {
          const name = `Pet ${worker}-${round}`;
          const body: NewPet = { name, categoryId: 2n ** 62n + BigInt(round) };
          const pet = await settled(petstore.pets.create(body));
          added.set(name, pet ?? 'unknown');
          if (pet === undefined) continue;
          expect(pet).toMatchObject({ ...body, status: 'available' });
          if (round % 3 === 0) {
            const changed = await settled(petstore.pets.update(pet.id, { name: `${name}, changed` }));
            if (changed !== undefined) renamed.set(name, changed.name);
          } else if (round % 3 === 1) {
            if ((await settled(petstore.pets.delete(pet.id).then(() => true))) === true) removed.add(name);
          } else {
            const order = await settled(petstore.orders.place({ petId: pet.id }));
            if (order !== undefined) expect(order.petId).toBe(pet.id);
          }
        }
      };
      await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
      const walked = await settled(Array.fromAsync(petstore.pets.list({ limit: 20 })));

      proxy.isChaotic = false;
      const pets = await Array.fromAsync(petstore.pets.list());
      const events = await Array.fromAsync(petstore.events.list({ types: ['pet.created'] }));
      await expect.poll(() => received.length).toBe(events.length);
      stop.abort();
      expect(await following).toBe('aborted');

      // Once each, and as they were answered.
      const names = pets.map(({ name }) => name.replace(', changed', ''));
      expect(new Set(names).size).toBe(names.length);
      expect(new Set(events.map(({ data }) => (data as Pet).name)).size).toBe(events.length);
      for (const [name, pet] of added) {
        if (pet !== 'unknown') expect(names.includes(name)).toBe(!removed.has(name));
      }
      for (const [, name] of renamed) expect(pets.map((pet) => pet.name)).toContain(name);
      if (walked !== undefined) expect(walked).toEqual(pets);
      expect(received).toEqual(events.map(({ data }) => (data as Pet).id));

      // Few errors, with clear codes, and no attempt earlier than the service allowed.
      expect([...new Set(failures)].filter((code) => !CLEAR.has(code))).toEqual([]);
      expect(failures.length).toBeLessThan(added.size / 20);
      expect(proxy.tooSoon).toEqual([]);
      for (const trouble of Object.keys(TROUBLES))
        expect(proxy.made).toHaveProperty(
          trouble,
          expect.toSatisfy((n) => n > 0),
        );

      const { days } = await petstore.account.usage();
      expect(days.at(-1)).toMatchObject({ strikes: 0 });
      const metrics = await (await globalThis.fetch(`${service.origin}/metrics`)).text();
      expect(metrics).toMatch(/^petstore_limit_strikes_total(?:\{.*\})? 0$/m);
      stopTime();
      await proxy.close();
      await service.close();
    },
  );
});
