import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { petStore } from '../../src/pets/store.ts';
import { newPair, petfinderClient } from '../compat/petfinder-scene.ts';
import { allEvents } from '../events/streams.ts';
import { newMember } from '../organizations/members.ts';
import { changePet, moveOrder, newCaller, withKey } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { BACKENDS, builtPages, type TestService, testClock } from '../support/service.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const dayNumber = fc.integer({ min: -1, max: 2 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const step = fc.oneof(
  fc.record({
    what: fc.constant('hold' as const),
    type: maybe(fc.constantFrom('medical', 'coming_soon')),
    until: maybe(dayNumber),
    showPage: fc.boolean(),
  }),
  fc.record({
    what: fc.constant('outcome' as const),
    type: fc.constantFrom('died', 'adoption'),
    date: maybe(dayNumber),
  }),
  fc.record({ what: fc.constant('intake' as const), date: dayNumber }),
  fc.record({ what: fc.constant('end' as const), member: fc.constantFrom('hold', 'outcome') }),
  fc.record({ what: fc.constant('status' as const), status: fc.constantFrom('available', 'pending', 'sold') }),
  fc.record({ what: fc.constant('order' as const) }),
  fc.record({ what: fc.constant('move' as const), to: fc.constantFrom('approve', 'deliver', 'cancel', 'return') }),
  fc.record({ what: fc.constant('time' as const), hours: fc.constantFrom(1, 11, 24, 50) }),
  fc.record({ what: fc.constant('midnight' as const), ms: fc.constantFrom(-1, 0) }),
  fc.record({ what: fc.constant('job' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The order and the hold end before visitors are told so; then the animal dies. */
const GONE_BEFORE_IT_WAS_BACK: Step[] = [
  { what: 'order' },
  { what: 'hold', type: undefined, until: 0, showPage: false },
  { what: 'time', hours: 50 },
  { what: 'outcome', type: 'died', date: undefined },
];

interface Records {
  hold?: { type?: string | undefined; until?: string | undefined; reason: string; showPage: boolean };
  outcome?: { type: string; date?: string | undefined };
  intake?: { date: string };
}

/** When an outcome hides an animal of this status, from its records alone. */
function leavesAt({ outcome, intake }: Records, status: string): number | undefined {
  if (outcome === undefined || (status === 'sold' && outcome.type === 'adoption')) return undefined;
  const { date } = outcome;
  if (date === undefined) return 0;
  return intake !== undefined && intake.date > date ? undefined : Date.parse(date);
}

/** Decisions 0070 and 0080, for every order of events: visitors see exactly the animals that are there and not on hold. */
describe.each(BACKENDS)('what visitors see, on %s', (engine, start) => {
  const clock = testClock();
  let service: TestService;
  let shelter: TestService & { readonly key: string };
  let visitor: TestService;
  let stranger: TestService;
  let visitorKey: string;
  let petfinder: () => Promise<TestService>;
  let writeDue: () => Promise<void>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    service = await start({ now: clock.now, pages: builtPages });
    const { body: organization } = await service.call('POST', '/v1/organizations', {
      body: { name: 'Hill', listed: true },
    });
    shelter = await newMember(service, organization.id, 'manager');
    const { body: key } = await service.call('POST', '/v1/account/keys', {
      body: { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read', 'orders:write'] },
    });
    visitorKey = key.key;
    visitor = withKey(service, visitorKey);
    stranger = await newCaller(service);
    const pair = await newPair(service);
    petfinder = () => petfinderClient(service, pair);
    // Another process, whose job runs when the test says so.
    const { database, outbox } = await service.beside();
    const { toHide } = petStore(database, outbox, clock.now);
    writeDue = () => toHide.writeDue(new AbortController().signal);
    close = () => database.close();
  });
  afterAll(async () => {
    await close();
    await service.close();
  });

  test('is exactly what can be adopted, or has found a home, after every step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const id = await addPet(service, { name: 'Zorblax' }, shelter.key);
        const records: Records = {};
        let status = 'available';
        /** What the outcome meant when it was recorded, or when the animal was sold. */
        let leaving: number | undefined;
        let orderId: number | undefined;
        const day = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);

        const become = (next: string) => {
          if (next === 'sold' && status !== 'sold') leaving = leavesAt(records, next);
          status = next;
        };
        const record = async (member: keyof Records, value: Records[keyof Records]) => {
          const before = leavesAt(records, status);
          const after = leavesAt({ ...records, [member]: value }, status);
          const { hold, outcome, intake }: Records = { ...records, [member]: value };
          const put = await shelter.call('PUT', `/v1/pets/${id}/profile`, {
            body: { staff: { hold, outcome, intake } },
          });
          if (put.status === 409) {
            expect(after !== undefined && after !== before, put.text).toBe(true);
            return;
          }
          expect(put.status, put.text).toBe(200);
          if (value === undefined) delete records[member];
          else Object.assign(records, { [member]: value });
          if (before !== after) leaving = after;
        };
        const isHeld = () => {
          const { hold } = records;
          return hold !== undefined && (hold.until === undefined || clock.now() < Date.parse(hold.until) + dayMs);
        };
        const isShown = () => !isHeld() && (leaving === undefined || clock.now() < leaving);

        const take = async (one: Step): Promise<void> => {
          if (one.what === 'hold')
            await record('hold', {
              type: one.type,
              until: one.until === undefined ? undefined : day(one.until),
              reason: 'Wait.',
              showPage: one.showPage,
            });
          else if (one.what === 'outcome')
            await record('outcome', { type: one.type, date: one.date === undefined ? undefined : day(one.date) });
          else if (one.what === 'intake') await record('intake', { date: day(one.date) });
          else if (one.what === 'end') await record(one.member, undefined);
          else if (one.what === 'status') {
            await changePet(shelter, id, { status: one.status });
          } else if (one.what === 'order') {
            const body = { petId: id, adopter: { name: 'Ada', email: `ada-${id}@example.com` } };
            const placed = await stranger.call('POST', '/v1/store/orders', { body });
            expect(placed.status === 201, placed.text).toBe(isShown() && status === 'available');
            if (placed.status === 201) orderId = placed.body.id;
          } else if (one.what === 'move' && orderId !== undefined) {
            await moveOrder(shelter, orderId, one.to);
          } else if (one.what === 'time') clock.advance(one.hours * hourMs);
          else if (one.what === 'midnight') clock.set(Date.parse(day(1)) + one.ms);
          else if (one.what === 'job') await writeDue();
        };

        try {
          for (const one of steps) {
            await take(one);
            // An order may have expired meanwhile.
            become((await shelter.call('GET', `/v1/pets/${id}`)).body.status);
            const [shown, available] = [isShown(), isShown() && status === 'available'];
            const listed = async (path: string) =>
              (await visitor.call('GET', path)).body.some((pet: { id: number }) => pet.id === id);
            const hasPage =
              isHeld() &&
              (leaving === undefined || clock.now() < leaving) &&
              records.hold?.showPage === true &&
              records.hold.type === 'coming_soon';
            expect(
              {
                list: await listed('/v1/pets'),
                listOfMany: await listed(`/v1/pets?ids=${id},1`),
                available: await listed('/v1/pets?status=available'),
                page: (await visitor.call('GET', `/v1/pets/${id}`)).status === 200,
                site: (await service.call('GET', `/pets/${id}`, { key: null, headers: { accept: 'text/html' } }))
                  .status,
                feed: (await service.call('GET', '/feed.xml', { key: null })).text.includes(`/pets/${id}<`),
                petfinder: (await (await petfinder()).call('GET', `/v2/animals/${id}`)).status === 200,
                counted: Object.values((await visitor.call('GET', '/v1/store/inventory')).body as object).reduce(
                  (total: number, count: number) => total + count,
                  0,
                ),
              },
              JSON.stringify([one, records, status]),
            ).toEqual({
              list: shown,
              listOfMany: shown,
              available,
              page: shown || hasPage,
              site: shown || hasPage ? 200 : 404,
              feed: available,
              petfinder: shown && status !== 'pending',
              counted: shown ? 1 : 0,
            });
          }

          // Who follows the events knows it, too.
          const isFinallyShown = isShown();
          await writeDue();
          const own = (await allEvents(service, { key: visitorKey })).filter(({ data }) => data.id === id);
          expect(own.at(-1)?.type !== 'pet.unlisted').toBe(isFinallyShown);
        } finally {
          if (orderId !== undefined) await moveOrder(shelter, orderId, 'cancel');
          expect((await shelter.call('DELETE', `/v1/pets/${id}`)).status).toBe(204);
        }
      }),
      { numRuns: engine === 'SQLite' ? 16 : 8, examples: [[GONE_BEFORE_IT_WAS_BACK]] },
    );
  });
});
