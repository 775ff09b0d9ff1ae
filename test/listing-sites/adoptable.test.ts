import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { sharedService, startOnSqlite, testClock } from '../support/service.ts';
import { CAT, newShelter, type Shelter } from './shelter.ts';

const dayMs = 86_400_000;
/** How many random shelters are tried; 0 for as few as `npm test` has time for. */
const histories = Number(process.env['HISTORIES'] ?? 0);
const clock = testClock();
const service = sharedService(startOnSqlite, { now: clock.now, settings: { webhooksAllowPrivate: 'true' } });

/** Each site's file, and how it says that an animal can be adopted. */
const SITES = {
  petfinder: { file: 'import/a.csv', available: '"A"' },
  'adopt-a-pet': { file: 'import/b.csv', available: '"Available"' },
  rescuegroups: { file: 'import/c.csv', available: '"Available"' },
} as const;

/** What may stand in the way of an adoption. Days count from the first one. */
const hold = fc.record({
  type: fc.constantFrom('stray', 'medical', 'foster', 'coming_soon'),
  until: fc.option(fc.integer({ min: 1, max: 40 })),
  showPage: fc.boolean(),
});
const outcome = fc.record({
  type: fc.constantFrom('died', 'euthanized', 'transfer', 'reclaimed'),
  day: fc.integer({ min: -5, max: 20 }),
});
const animal = fc.record({
  status: fc.constantFrom('available', 'pending', 'sold'),
  hold: fc.option(hold),
  outcome: fc.option(outcome, { freq: 3 }),
});
type Animal = typeof animal extends fc.Arbitrary<infer Value> ? Value : never;

/** A hold ends with its last day. */
const isHeld = ({ hold: held }: Animal, today: number): boolean => held !== null && (held.until ?? Infinity) >= today;
const hasLeft = ({ outcome: left }: Animal, today: number): boolean => left !== null && left.day <= today;
const canBeAdopted = (one: Animal, today: number): boolean =>
  one.status === 'available' && !isHeld(one, today) && !hasLeft(one, today);

/** The line of each animal in a site's file, by its id, once the site has what it should have now. */
async function linesAt(shelter: Shelter, site: keyof typeof SITES): Promise<ReadonlyMap<number, string>> {
  const path = `${shelter.organization}/listing-sites/${site}`;
  const get = async () => (await shelter.manager.call('GET', path)).body;
  expect((await shelter.manager.call('POST', `${path}/runs`, { body: {} })).status).toBe(202);
  const after = await eventually(async () => {
    const now = await get();
    return !now.running && Date.parse(now.nextRunAt) > clock.now() && now;
  });
  if (after.state === 'waiting') {
    await shelter.manager.call('POST', `${path}/consent`, { body: { list: after.waiting.list } });
    await eventually(async () => {
      const now = await get();
      return now.state === 'sent' && !now.running;
    });
  }
  const lines = (shelter.ftp.files.get(`/${SITES[site].file}`)?.toString() ?? '').trimEnd().split('\n').slice(1);
  return new Map(lines.map((line) => [Number(/^"(\d+)"/.exec(line)?.[1]), line]));
}

test(
  'an animal that cannot be adopted is offered in no file, and one that can be is in all, on any day',
  async () => {
    let startMs: number = clock.now();
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 2, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(animal, { minLength: 20, maxLength: 30 }), days, async (animals, unordered) => {
        clock.set((startMs += 100 * dayMs));
        const dayOf = (days: number): string => new Date(startMs + days * dayMs).toISOString().slice(0, 10);
        const shelter = await newShelter(service);
        const ids = new Map<number, Animal>();
        for (const one of animals) {
          const staff = {
            ...(one.hold && {
              hold: {
                type: one.hold.type,
                ...(one.hold.until !== null && { until: dayOf(one.hold.until) }),
                ...(one.hold.type === 'coming_soon' && { showPage: one.hold.showPage }),
              },
            }),
            ...(one.outcome && { outcome: { type: one.outcome.type, date: dayOf(one.outcome.day) } }),
          };
          const id = await shelter.addCat('Mia', { ...CAT, staff });
          if (one.status !== 'available') await shelter.change(id, { status: one.status });
          ids.set(id, one);
        }
        for (const [site, { file }] of Object.entries(SITES))
          await shelter.manager.call('PUT', `${shelter.organization}/listing-sites/${site}`, {
            body: { ...shelter.account, file, ...(site === 'adopt-a-pet' && { map: true }) },
          });
        for (const today of unordered.toSorted((one, other) => one - other)) {
          clock.set(startMs + today * dayMs);
          for (const site of Object.keys(SITES) as (keyof typeof SITES)[]) {
            const lines = await linesAt(shelter, site);
            const { available } = SITES[site];
            for (const [id, one] of ids) {
              const line = lines.get(id) ?? '';
              const about = `${site} on day ${today}: ${JSON.stringify(one)} is ${line}`;
              expect(line.includes(available), about).toBe(canBeAdopted(one, today));
              if (isHeld(one, today) || hasLeft(one, today)) expect(line, about).toBe('');
            }
          }
        }
      }),
      // The tests try the same shelters each time; a longer run others.
      histories === 0 ? { numRuns: 3, seed: 42 } : { numRuns: histories },
    );
  },
  240_000 + histories * 60_000,
);
