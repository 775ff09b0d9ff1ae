import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { BACKENDS, type Start, startOnSqlite } from '../support/service.ts';
import { INVARIANTS, observe, type Observed } from './invariants.ts';
import type { ServiceModel } from './model.ts';
import { met } from './step.ts';
import { type Step, step, take } from './steps.ts';
import { openWorld, type World } from './world.ts';

const { MODEL_HOURS: hours = '0', MODEL_HISTORY: given } = process.env;
/** How long it goes on, on each database. */
const forMs = Number(hours) * 3_600_000;

const totals = { histories: 0, steps: 0, days: 0 };

/** Lives a history in a world of its own, and then looks at all of it. */
async function live(start: Start, steps: readonly Step[], look: (seen: Observed, world: World) => void): Promise<void> {
  const world = await openWorld(start);
  try {
    for (const one of steps) await take(world, one);
    look(await observe(world), world);
    totals.histories += 1;
    totals.steps += steps.length;
    totals.days += world.model.days;
  } finally {
    await world.close();
  }
}

function expectAll(seen: Observed, model: ServiceModel): void {
  for (const holds of Object.values(INVARIANTS)) holds(seen, model);
}

/** What each history has that few random ones come upon. */
const USUAL: Step[] = [
  ['alert', 0],
  ['alert', 2],
  ['alert', 2],
  ['add', 0, 'available'],
  ['add', 3, 'available'],
  ['ask', 1, 0],
  ['assign', 0],
  ['ask', 1, 1],
  ['closeQuestion', 0],
  ['category'],
  ['newKey'],
  ['newKey'],
  ['photo', 0],
  ['photo', 1],
  ['photo', 1],
  ['removePhoto', 1],
  ['apply', 0, 1],
  ['apply', 1, 1],
  ['decide', 'review', 0],
  ['raceToAccept', 1],
  ['pay', 0, true],
  ['pay', 0, false],
  ['pay', 0, true],
  ['next', 0],
  ['next', 0],
  ['pay', 0, true],
  ['hold', 0, true, -1],
  ['place', 1, 0],
  ['hold', 0, false, -1],
  ['race', 0],
  ['restart'],
  ['failNext', 2, false],
  ['again', 0],
  ['die', 0],
  ['pass', 172_800_000],
  ['die', 0],
  ['burst', 7],
  ['list', false],
  ['write'],
  ['revoke', 0],
  ['renameCategory', 0],
  ['rename', 0],
  ['cut', 0],
  ['fault', 0, 2],
  ['walk', 0, 0],
  ['failNext', 3, true],
  ['erase', 0],
  ['erase', 1],
  ['list', true],
  ['apply', 2, 0],
  ['apply', 2, 3],
  ['add', 0, 'available'],
  ['apply', 2, 0],
  ['apply', 2, 0],
  ['decide', 'decline', 0],
  ['apply', 2, 0],
  ['withdrawByLink', 0],
  ['place', 1, 0],
  ['become', 0, 0, 'sold'],
  ['move', 1, 0, 'approve'],
  ['move', 1, 0, 'cancel'],
  ['remove', 0],
  ['apply', 2, 0],
  ['add', 0, 'available'],
  ['apply', 2, 0],
  ['decide', 'accept', 0],
  ['decide', 'accept', 0],
  ['become', 1, 0, 'sold'],
  ['remove', 0],
  ['failSyncs', 0],
  ['importFile', 1, false],
  ['importFile', 2, true],
  ['place', 1, 0],
  ['mail'],
  ['adopt', 0, 'reserve'],
  ['moveOrganization', 0, 0],
  ['renameOrganization', 3],
  ['add', 0, 'sold'],
  ['become', 0, 0, 'available'],
  ['add', 0, 'available'],
  ['adoptOne', 0, 'apply'],
  ['reserve', 2, 0],
  ['adoptOne', 0, ''],
  ['apply', 2, 0],
  ['hold', 0, true, 1],
  ['reserve', 2, 0],
  ['pass', 172_800_000],
  ['reserve', 2, 0],
  ['refuseMails'],
  ['cancelByLink', 0],
  ['pay', 0, true],
  ['reserve', 2, 0],
  ['mail'],
  ['next', 0],
  ['add', 0, 'available'],
  ['ask', 0, 0],
  ['pass', 172_800_000],
  ['endAlert', 1],
  ['endAlert', 1],
];

/** What some of the histories must have met. */
const EVERYTHING = [
  'add 201',
  'again',
  'alert 202',
  'apply 201',
  'apply already_applied',
  'apply pet_not_available',
  'apply pet_not_found',
  'accept 200',
  'accept application_closed',
  'adoptOne 200',
  'apply order_required',
  'ask 202',
  'assign 200',
  'approve 200',
  'approve forbidden',
  'become 200',
  'become forbidden',
  'become pet_has_open_order',
  'burst 200',
  'burst rate_limit_exceeded',
  'cancel 200',
  'cancelByLink 200',
  'closeQuestion 200',
  'confirm 200',
  'cut 201',
  'decline 200',
  'deliver 200',
  'die 200',
  'die pet_has_open_order',
  'endAlert 204',
  'endAlert alert_not_found',
  'erase 200',
  'fault 201',
  'failNext',
  'failSyncs 201',
  'importFile',
  'pay 200',
  'pay order_closed',
  'photo 201',
  'place 201',
  'place pet_not_available',
  'place pet_not_found',
  'race 201',
  'raceToAccept 200',
  'remove 204',
  'remove pet_has_open_order',
  'restart',
  'return 200',
  'removePhoto 204',
  'reserve 201',
  'reserve application_required',
  'reserve pet_not_available',
  'revoke 204',
  'takeBack 204',
  'undo 200',
  'walk',
  'withdrawByLink 200',
  'write 202',
];

describe.each(BACKENDS)('the whole service at random, on %s', (backend, start) => {
  const lives = fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), (steps) =>
    live(start, steps, (seen, { model }) => expectAll(seen, model)),
  );

  test('is as its model says after every history', { timeout: 600_000 + forMs }, async () => {
    const endMs = performance.now() + forMs;
    do {
      const numRuns = backend === 'SQLite' ? 8 : 4;
      const { failed, counterexample, errorInstance } = await fc.check(lives, {
        examples: [[USUAL]],
        numRuns,
        // The tests live the same histories each time; `npm run model` others.
        ...(forMs > 0 ? {} : { seed: 43 }),
      });
      if (failed) {
        const steps = JSON.stringify(counterexample?.[0]);
        const said = errorInstance instanceof Error ? errorInstance.message : '';
        throw new Error(`${said}\nRepeat it: npm run model -- --on ${backend} --history '${steps}'`, {
          cause: errorInstance,
        });
      }
    } while (performance.now() < endMs);
    if (forMs > 0) console.log(`${backend}: ${JSON.stringify(totals)}`);
    // A history that never gets anywhere proves nothing.
    expect([...met]).toEqual(expect.arrayContaining(EVERYTHING));
  });

  test.runIf(given !== undefined)('lives the history that is given', () =>
    live(start, JSON.parse(given ?? '[]') as Step[], (seen, { model }) => expectAll(seen, model)),
  );
});

type Break = (seen: Observed, model: ServiceModel) => void;

/** What services that break it would say. */
const BROKEN: Readonly<Record<keyof typeof INVARIANTS, Break | readonly Break[]>> = {
  'what was acknowledged is there': [
    ({ orders }) => orders.pop(),
    ({ orders }) => delete orders.find(({ paidAt }) => paidAt !== undefined).paidAt,
    ({ photos }) => delete photos[Number(Object.keys(photos)[0])],
  ],
  'an animal has one open order at most, and is pending then': ({ orders, pets: [pet] }) =>
    orders.push({ petId: pet.id, status: 'placed' }, { petId: pet.id, status: 'approved' }),
  'the inventory equals the animals': ({ inventory }) => (inventory['available']! += 1),
  'visitors see the animals that are listed, not on hold and not gone, and no others': [
    ({ visitors }) => visitors.pets.push(visitors.pets[0]),
    ({ photos }) => Object.values(photos).forEach((photo) => (photo.isPublic = !photo.isPublic)),
  ],
  'visitors see each listed organization, and its animals where it is': [
    ({ visitors }) => (visitors.organizations[0].name = 'Somebody'),
    ({ visitors }) => visitors.near.push(visitors.near.shift()!),
  ],
  'each change has exactly one event': ({ events }) => events.splice(-5, 1),
  'the numbers of events increase': ({ events }) => events.push(events[0]!),
  "the events, replayed from the first, give today's state": ({ events, pets: [pet] }) => {
    events.findLast(({ type, data }) => type.startsWith('pet.') && data.id === pet.id)!.data.name = 'Somebody else';
  },
  'a webhook gets each of its events at least once, and only its own': [
    ({ webhooks: [shelter, stranger] }) =>
      stranger!.received.push(shelter!.received.find(({ type }) => type.startsWith('application'))!),
    ({ webhooks }) => webhooks.at(-1)!.received.push(webhooks[0]!.received.find(({ type }) => type === 'pet.created')!),
    ({ webhooks }) => webhooks.at(-1)!.received.splice(0),
  ],
  'a message that was accepted is in the inbox once': ({ inbox }) => inbox.push(inbox[0]),
  'a key that was revoked is refused, and no other': ({ keys }, model) => {
    keys[model.keys.findIndex(({ isRevoked }) => isRevoked)] = 200;
  },
  'a person who was erased is nowhere': ({ orders }, { erased }) =>
    (orders[0].note = `${[...erased.keys()][0]} called.`),
  'adopters are mailed each step once, and managers what concerns their animals, and nobody else': [
    ({ mails }, model) => {
      const sure = model.mails.find(({ kind, isSure }) => kind === 'order.placed' && isSure)!;
      mails.splice(0, Infinity, ...mails.filter(({ kind, to }) => kind !== sure.kind || to !== sure.email));
    },
    ({ mails }) => mails.push({ ...mails.findLast(({ kind }) => kind === 'order.placed')!, id: 'again' }),
    ({ mails }) => (mails.find(({ kind }) => kind === 'notifications.now')!.to = 'somebody@else.example'),
    ({ mails }) => {
      const isAssigned = ({ text }: { text: string }) => text.includes('You take care of a message');
      mails.splice(0, Infinity, ...mails.filter((mail) => !isAssigned(mail)));
    },
  ],
  'who waits for animals is told of each that visitors can see, once whenever it comes, and of no other': [
    ({ mails }) => mails.splice(0, Infinity, ...mails.filter(({ kind }) => kind !== 'alert.found')),
    ({ mails }) => mails.push({ ...mails.findLast(({ kind }) => kind === 'alert.found')!, id: 'again' }),
    ({ mails }) => (mails.find(({ kind }) => kind === 'alert.found')!.to = 'somebody@else.example'),
  ],
  'the statistics equal the history': ({ statistics }) => (statistics.total.applications.submitted += 1),
};

describe('each thing that always holds', () => {
  let seen: Observed;
  let model: ServiceModel;

  beforeAll(() =>
    live(startOnSqlite, USUAL, (observed, world) => {
      ({ model } = world);
      seen = observed;
      expectAll(seen, model);
    }),
  );

  const breaks = Object.entries(BROKEN).flatMap(([name, all]) => [all].flat().map((one, i) => [name, i, one] as const));
  test.each(breaks)('%s: a service that breaks it is found out (%i)', (name, _, breakIt) => {
    const broken = structuredClone(seen);
    breakIt(broken, model);
    expect(() => INVARIANTS[name]!(broken, model)).toThrow(/expected /);
  });

  test('is broken by one of these', () => {
    expect(Object.keys(BROKEN)).toEqual(Object.keys(INVARIANTS));
  });
});
