import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BACKENDS, testClock } from '../support/service.ts';
import {
  dayMs,
  done,
  hourMs,
  minuteMs,
  newShelter,
  openScene,
  type Scene,
  type Shelter,
  type Source,
} from './scene.ts';
import type { Fault } from './way.ts';

/** How many random histories are tried; 0 for as few as `npm test` has time for. */
const histories = Number(process.env['HISTORIES'] ?? 0);

/** Something that happens at a source, on the way to it, or in the directory. */
type Step = (scene: Scene) => Promise<void>;

/** What a counterexample calls the step. */
const named = (says: string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: () => says });

const NAMES = ['Rex', 'Tom', 'Mia', 'Łucja'];
const PROFILES = [
  { species: 'Dog', breed: { primary: 'Pug' }, size: 'small', tags: ['playful'], birthDate: '2025-11-22' },
  { species: null, breed: null, tags: null, summary: 'Likes *walks*.', goodWith: { cats: 'selective' } },
  {
    species: 'Cat',
    location: { city: 'Ohio', latitude: 40.1, longitude: -82.5 },
    translations: { es: { summary: 'Sí.' } },
  },
  { summary: null, location: null, translations: null, adoptionFee: { amount: 12_500, currency: 'USD' } },
] as const;
const ORGANIZATION = [
  { phone: '+1 555 0100', mission: 'Homes.', hours: { monday: '9–5' } },
  { phone: null, mission: null, location: { latitude: 40.1, longitude: -82.5 } },
  { name: 'Shelter', social: { facebook: 'https://facebook.com/shelter' }, hours: null },
] as const;

const which = fc.nat(1);
const few = fc.nat(3);

/** What happens at a source, named with the number of the source. */
const at = (says: string, step: (source: Source, scene: Scene) => Promise<unknown>) => (index: number) =>
  named(`${index}: ${says}`, async (scene) => void (await step(scene.sources[index]!, scene)));
const change = async (source: Source, id: number, profile: object) =>
  done(await source.call('PATCH', `/v1/pets/${id}/profile`, profile));
/** Something that happens to one of the latest animals of a source. */
const ofAnimal = (says: string, index: number, step: (source: Source, id: number, scene: Scene) => Promise<unknown>) =>
  at(`${says} animal -${index}`, async (source, scene) => {
    const all = await source.pets();
    const pet = all.at(-1 - (index % (all.length || 1)));
    if (pet !== undefined) await step(source, pet.id, scene);
  });
/** The service may refuse it, such as to remove an animal that is reserved. */
const tried = (code: number) => expect([200, 201, 204, 400, 403, 404, 409]).toContain(code);

const add = (organization: number, profile: number, byMember: boolean) =>
  at(`add an animal${byMember ? ' as a member' : ''} of ${organization}`, async ({ call, members }) => {
    const { [profile]: described } = PROFILES;
    const given = Object.fromEntries(Object.entries(described!).filter(([, value]) => value !== null));
    const body = { name: NAMES[profile], categoryId: 1 + profile, profile: given };
    const { status, text } = byMember
      ? await members[organization - 1]!.call('POST', '/v1/pets', body)
      : await call('POST', '/v1/pets', { ...body, organizationId: organization });
    expect([201, 403], text).toContain(status);
  });
const describeAs = (index: number, profile: number) =>
  ofAnimal(`describe by ${profile}`, index, (source, id) => change(source, id, PROFILES[profile]!));
const rename = (index: number, name: number) =>
  ofAnimal(`call ${NAMES[name]}`, index, async ({ call }, id) =>
    done(await call('PATCH', `/v1/pets/${id}`, { name: NAMES[name] })),
  );
const become = (index: number, status: string) =>
  ofAnimal(`make ${status}`, index, async ({ call }, id) =>
    tried((await call('PATCH', `/v1/pets/${id}`, { status })).status),
  );
const categorize = (index: number, category: number) =>
  ofAnimal(`categorize as ${category}`, index, async ({ call }, id) =>
    tried((await call('PATCH', `/v1/pets/${id}`, { categoryId: category })).status),
  );
const move = (index: number, organization: number) =>
  ofAnimal(`give to ${organization}`, index, async ({ call }, id) =>
    tried((await call('PATCH', `/v1/pets/${id}`, { organizationId: organization })).status),
  );
const hold = (index: number, kind: 'medical' | 'coming_soon' | 'until today' | 'none') =>
  ofAnimal(`hold (${kind})`, index, (source, id, { clock }) => {
    const until = new Date(clock.now()).toISOString().slice(0, 10);
    const held = kind === 'until today' ? { type: 'stray', until } : { type: kind, showPage: kind === 'coming_soon' };
    return change(source, id, { staff: { hold: kind === 'none' ? null : held } });
  });
const outcome = (index: number, hasLeft: boolean) =>
  ofAnimal(hasLeft ? 'record the leaving of' : 'forget the leaving of', index, async ({ call }, id) =>
    tried(
      (await call('PATCH', `/v1/pets/${id}/profile`, { staff: { outcome: hasLeft ? { type: 'transfer' } : null } }))
        .status,
    ),
  );
const bind = (index: number, other: number) =>
  ofAnimal(`bind to animal -${other}`, index, async (source, id) => {
    const all = await source.pets();
    const bondedWith = all.at(-1 - (other % all.length)).id;
    await change(source, id, { bondedWith: bondedWith === id ? null : [bondedWith] });
  });
const remove = (index: number) =>
  ofAnimal('remove', index, async ({ call }, id) => tried((await call('DELETE', `/v1/pets/${id}`)).status));
const order = (index: number) =>
  ofAnimal('reserve', index, async ({ call }, petId) =>
    tried((await call('POST', '/v1/store/orders', { petId })).status),
  );
const organize = (organization: number, body: object) =>
  at(`${JSON.stringify(body)} for organization ${organization}`, async ({ call }) =>
    done(await call('PATCH', `/v1/organizations/${organization}`, body)),
  );
const suspend = (member: number, suspended: boolean) =>
  at(`${suspended ? 'suspend' : 'resume'} member ${member}`, async ({ call, members }) =>
    done(await call('PATCH', `/v1/admin/accounts/${members[member]!.accountId}`, { suspended })),
  );
const renameCategory = (category: number, name: number) =>
  at(`rename category ${category} to ${NAMES[name]}`, async ({ call }) =>
    tried((await call('PATCH', `/v1/categories/${category}`, { name: `${NAMES[name]} and friends` })).status),
  );

const restart = at('restart the source', (source) => source.restart());
const backUp = at('back up the source', (source) => source.backUp());
const restore = at('restore the source', (source) => source.restore());
const revoke = at('revoke the key', (source) => source.revokeKeys());
const giveKey = at('give another key', async (source, { patch }) => patch(source, { key: await source.newKey() }));
const pause = (paused: boolean) => at(paused ? 'pause' : 'resume', (source, { patch }) => patch(source, { paused }));
const addSource = at('add the source', (source, scene) => scene.add(source));
const removeSource = at('remove the source', (source, scene) => scene.remove(source));
const fail = (fault?: Fault) => at(`the way: ${JSON.stringify(fault ?? 'whole')}`, async ({ way }) => way.fail(fault));
const silence = at('silence for three days', (source, scene) => scene.silence(source));
const restartDirectory = named('restart the directory', (scene) => scene.restart());
const pass = (ms: number) => named(`${ms / minuteMs} minutes pass`, async ({ clock }) => clock.advance(ms));
const follow = named('follow', (scene) => scene.follow());
const settle = named('settle', (scene) => scene.settle());
/** A step before or after an answer of a source, so many answers after the last one that had a step. */
type During = readonly [after: number, isLate: boolean, step: Step];
/** Something happens during the requests of the directory, one step after the other. */
const meanwhile = (index: number, ...all: readonly During[]) =>
  named(
    `follow, and ${all.map(([after, isLate, step]) => `${isLate ? 'after' : 'before'} answer ${after} of ${index}: ${fc.stringify(step)}`).join('; then ')}`,
    async (scene) => {
      const { way } = scene.sources[index]!;
      way.expect(...all.map(([after, isLate, step]) => ({ after, isLate, happens: () => step(scene) })));
      await scene.follow();
      await way.unexpect();
    },
  );
/** The source goes back to before some changes of which the directory may have read the effects, but not the events. */
const goBack = (index: number, after: number, changes: readonly Step[], until: number) =>
  meanwhile(index, [after, true, backUp(index)], ...changes.map((step): During => [0, false, step]), [
    until,
    false,
    restore(index),
  ]);

const one = <Values extends readonly unknown[]>(
  step: (...values: Values) => (index: number) => Step,
  ...of: { [K in keyof Values]: fc.Arbitrary<Values[K]> }
) => fc.tuple(which, fc.tuple(...of)).map(([index, values]) => step(...(values as unknown as Values))(index));

const organization = fc.integer({ min: 1, max: 2 });
const atSource = fc.oneof(
  { arbitrary: one(add, organization, few, fc.boolean()), weight: 8 },
  { arbitrary: one(describeAs, few, few), weight: 3 },
  { arbitrary: one(rename, few, few), weight: 2 },
  { arbitrary: one(become, few, fc.constantFrom('available', 'pending', 'sold')), weight: 2 },
  { arbitrary: one(categorize, few, fc.integer({ min: 1, max: 7 })), weight: 2 },
  { arbitrary: one(move, few, organization), weight: 2 },
  { arbitrary: one(hold, few, fc.constantFrom('medical', 'medical', 'coming_soon', 'until today', 'none')), weight: 4 },
  { arbitrary: one(outcome, few, fc.constantFrom(true, true, false)), weight: 2 },
  { arbitrary: one(bind, few, few), weight: 4 },
  { arbitrary: one(remove, few), weight: 3 },
  { arbitrary: one(order, few), weight: 2 },
  {
    arbitrary: one(
      organize,
      organization,
      fc.boolean().map((listed) => ({ listed })),
    ),
    weight: 3,
  },
  {
    arbitrary: one(
      organize,
      organization,
      fc.boolean().map((suspended) => ({ suspended })),
    ),
    weight: 1,
  },
  { arbitrary: one(organize, organization, fc.constantFrom(...ORGANIZATION)), weight: 2 },
  { arbitrary: one(suspend, which, fc.boolean()), weight: 2 },
  { arbitrary: one(renameCategory, fc.integer({ min: 1, max: 7 }), few), weight: 2 },
);
const fault: fc.Arbitrary<Fault | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constant({ kind: 'gone' as const }),
  fc.record({ kind: fc.constant('cut' as const), afterBytes: fc.nat(3_000) }),
  fc.record({ kind: fc.constant('answer' as const), status: fc.constantFrom(200, 401, 404, 410, 429, 502, 503) }),
);
const around = fc.oneof(
  {
    arbitrary: fc
      .constantFrom(restart, backUp, backUp, restore, restore, revoke, giveKey, addSource, removeSource)
      .chain((step) => which.map(step)),
    weight: 5,
  },
  { arbitrary: one(pause, fc.boolean()), weight: 1 },
  { arbitrary: one(fail, fault), weight: 3 },
  { arbitrary: fc.constant(restartDirectory), weight: 1 },
);
const step = fc.oneof(
  { arbitrary: atSource, weight: 10 },
  { arbitrary: around, weight: 3 },
  { arbitrary: fc.constant(follow), weight: 2 },
  { arbitrary: fc.constant(settle), weight: 3 },
  {
    arbitrary: fc
      .tuple(which, few, fc.boolean(), fc.oneof(atSource, around))
      .map(([index, ...v]) => meanwhile(index, v)),
    weight: 6,
  },
  {
    arbitrary: fc.tuple(which, few, fc.array(atSource, { minLength: 1, maxLength: 2 }), which).map((v) => goBack(...v)),
    weight: 4,
  },
  { arbitrary: fc.constantFrom(minuteMs, hourMs, dayMs, 3 * dayMs, 40 * dayMs).map(pass), weight: 1 },
  { arbitrary: which.map(silence), weight: 1 },
);

/** One change after the other is followed. */
const oneByOne = (...steps: readonly Step[]): [Step[]] => [[settle, ...steps.flatMap((next) => [next, settle])]];
const relist = (listed: boolean) => organize(2, { listed })(0);

/** What few random histories come upon. */
const examples: [Step[]][] = [
  oneByOne(add(1, 0, true)(0), hold(0, 'medical')(0), hold(0, 'none')(0), outcome(0, true)(0), outcome(0, false)(0)),
  oneByOne(describeAs(1, 2)(0), become(1, 'sold')(0), move(0, 1)(0), remove(0)(0), renameCategory(1, 1)(0)),
  oneByOne(
    relist(false),
    add(2, 1, false)(0),
    relist(true),
    add(1, 1, true)(0),
    suspend(0, true)(0),
    suspend(0, false)(0),
  ),
  oneByOne(hold(1, 'coming_soon')(0), hold(1, 'none')(0), bind(1, 0)(0), order(0)(0), pass(3 * dayMs)),
  oneByOne(backUp(0), add(2, 3, false)(0), restore(0), revoke(0), silence(0), removeSource(0), addSource(0)),
  // A server in between that knows nothing says nothing about the source.
  [[organize(1, ORGANIZATION[0])(0), meanwhile(0, [1, false, fail({ kind: 'answer', status: 404 })(0)])]],
  [[fail({ kind: 'answer', status: 401 })(0), follow]],
  // The answer with the animal is newer than the one with the events, and the backup older than it.
  [[settle, rename(0, 3)(0), goBack(0, 0, [rename(0, 2)(0)], 0), settle]],
];

describe.each(BACKENDS)('a directory of two shelters at random, on %s', (backend, start) => {
  const patience = { ms: 60_000 };
  let shelters: Shelter[] = [];

  beforeAll(async () => {
    const clock = testClock();
    shelters = [await newShelter('Riverside', clock), await newShelter('Hilltop', clock)];
  });
  afterAll(() => Promise.all(shelters.map(({ end }) => end())));

  test(
    'shows what they show, whatever has happened, as soon as they are reachable and quiet',
    { timeout: 300_000 + histories * 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
          const scene = await openScene(start, shelters, testClock(), patience);
          try {
            for (const source of scene.sources) await scene.add(source);
            for (const next of steps) await next(scene);
            await scene.settle();
          } catch (error) {
            // Shrinking fails often.
            patience.ms = 3_000;
            throw error;
          } finally {
            await scene.close();
          }
        }),
        {
          examples,
          numRuns: histories || (backend === 'SQLite' ? 12 : 6),
          // The tests live the same histories each time; a longer run others.
          ...(histories === 0 && { seed: 42, plugins: [fc.interruptAfterTimeLimit(60_000)] }),
        },
      );
    },
  );
});
