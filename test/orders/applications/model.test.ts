import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdMs, moveOrder, withKey } from '../../support/adoption.ts';
import { addPet } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, BACKENDS, sharedService, testClock, type TestService } from '../../support/service.ts';
import { at, behindProxy, visitorsOf } from '../callers.ts';
import { type ApplicationMove, ApplicationsModel, type ModelApplication, STRANGER } from './model.ts';

const MOVES = ['review', 'accept', 'decline', 'withdraw'] as const satisfies readonly ApplicationMove[];
const NEXT = { approved: 'deliver', delivered: 'return' } as Record<string, 'deliver' | 'return'>;
const PEOPLE = 3;
const MAILED = ['application.submitted', 'application.declined', 'application.closed', 'order.approved'];

interface Scene {
  readonly model: ApplicationsModel;
  /** Those that were ever added, removed ones too. */
  readonly pets: ApplicationsModel['store']['pets'];
  /** The addresses of the people. Who was erased comes back with another one. */
  readonly emails: string[];
  /** Those that were erased, too. */
  readonly everyone: string[];
  /** The tokens of the applicants' links. */
  readonly tokens: Map<ModelApplication, string>;
}

/** One operation: in the model, and over HTTP. */
type Step = (scene: Scene) => Promise<void>;

/** What a counterexample calls the step. */
const named = (says: string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: () => says });

describe.each(BACKENDS)('applications at random, on %s', (backend, start) => {
  const clock = testClock();
  const met = new Set<string>();
  // Staging keeps the mails that it does not send.
  const service = sharedService(start, { now: clock.now, environment: 'staging', settings: behindProxy });
  let visitors: TestService;
  let stranger: TestService;
  let people = 0;
  let requests = 0;
  let isMailed: () => Promise<boolean>;
  let beside: Awaited<ReturnType<TestService['beside']>>;

  beforeAll(async () => {
    visitors = await visitorsOf(service);
    stranger = withKey(service, (await service.newAccount()).key);
    await service.call('PATCH', '/v1/organizations/1', { body: { adoption: 'apply' } });
    beside = await service.beside();
    const { database } = beside;
    const isNone = async (table: 'mails' | 'applications') => {
      const rows = database.read.selectFrom(table).select('id').limit(1);
      const found = await (table === 'mails' ? rows : rows.where('pet_removed', 'is not', null)).executeTakeFirst();
      return found === undefined;
    };
    isMailed = async () => (await isNone('applications')) && (await isNone('mails'));
  });

  afterAll(() => beside.database.close());

  const newEmail = () => `person-${(people += 1)}@example.org`;

  function expectOutcome(what: string, { body, status, text }: Answer, expected: number | string): void {
    expect([what, body?.code ?? status], text).toEqual([what, expected]);
    met.add(`${what} ${expected}`);
  }

  const expectClosed = ({ body }: Answer, expected: readonly ModelApplication[]) =>
    expect(body.applicationIds).toEqual(expected.map(({ id }) => id));

  /** Nobody is lost, an animal has one open order at most, and an accepted application has exactly one order. */
  async function expectAgreement({ model, pets }: Scene): Promise<void> {
    const known = new Set(pets.map(({ id }) => id));
    const isKnown = ({ petId }: { petId: number }) => known.has(petId);
    const [applications, orders] = await Promise.all([
      service.call('GET', '/v1/applications?limit=100'),
      service.call('GET', '/v1/store/orders?limit=100'),
    ]);
    expect({
      applications: applications.body.filter(isKnown).map((one: any) => [one.id, one.status, one.orderId]), // oxlint-disable-line typescript/no-explicit-any -- what came over the wire is not typed
      orders: orders.body.filter(isKnown).map(({ id, status }: Record<string, unknown>) => [id, status]),
    }).toEqual({
      applications: model.applications.map(({ id, status, order }) => [id, status, order?.id]).toReversed(),
      orders: model.store.orders.map(({ id, status }) => [id, status]).toReversed(),
    });
  }

  const mailed: Step = async ({ model }) => {
    await eventually(isMailed);
    model.mail();
  };

  /** Nobody is told twice or never. */
  async function expectMails({ model, everyone }: Scene): Promise<void> {
    const { body } = await service.call('GET', '/v1/test/mails?limit=100');
    const sent = Map.groupBy(body as { kind: string; to: string }[], ({ kind, to }) => `${kind} ${to}`);
    for (const email of everyone)
      for (const kind of MAILED) {
        const expected = model.mails.filter((one) => one.kind === kind && one.email === email);
        const count = sent.get(`${kind} ${email}`)?.length ?? 0;
        const least = expected.filter(({ isSure }) => isSure).length;
        expect([kind, email, count >= least && count <= expected.length, count]).toEqual([kind, email, true, count]);
      }
  }

  /** One of the latest of a list: recent ones meet more often. */
  const recent = fc.nat(3);
  const person = fc.nat(PEOPLE - 1);
  const pick = <Item>(list: readonly Item[], index: number): Item | undefined =>
    list.at(-1 - (index % (list.length || 1)));

  const add = named('the organization adds an animal', async ({ model, pets }) => {
    model.store.addPet(0, await addPet(service, {}), 'available');
    pets.push(model.store.pets.at(-1)!);
  });
  const ofPet = (says: string, step: (scene: Scene, pet: Scene['pets'][number]) => Promise<void>) => (index: number) =>
    named(`${says} animal -${index}`, async (scene) => {
      const pet = pick(scene.pets, index);
      if (pet !== undefined) await step(scene, pet);
    });
  const apply = (who: number, index: number) =>
    ofPet(`${who} applies for`, async ({ model, emails, tokens }, pet) => {
      const email = emails[who]!;
      requests += 1;
      const from = at(`203.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`, visitors);
      const body = { petId: pet.id, adopter: { name: 'Ann Lee', email } };
      const answer = await from.call('POST', '/v1/applications', { body });
      const expected = model.mayApply(pet, email);
      expectOutcome('apply', answer, expected);
      if (expected !== 201) return;
      model.apply(pet, email, answer.body.id);
      tokens.set(model.applications.at(-1)!, answer.body.applicationUrl.split('#')[1]);
    })(index);
  const move = (name: (typeof MOVES)[number], index: number) =>
    named(`${name} application -${index}`, async ({ model }) => {
      const application = pick(model.applications, index);
      if (application === undefined) return;
      const expected = model.mayMove(application, name);
      const answer = await service.call('POST', `/v1/applications/${application.id}/${name}`);
      expectOutcome(name, answer, expected);
      if (expected === 200) model.move(application, name, answer.body.orderId);
    });
  const withdrawByLink = (index: number) =>
    named(`the applicant withdraws application -${index}`, async ({ model, emails, tokens }) => {
      const application = pick(model.applications, index);
      if (application === undefined) return;
      const answer = await service.call('POST', '/v1/application/withdraw', { key: tokens.get(application) ?? '' });
      const isErased = !emails.includes(application.email);
      const isAgain = application.status === 'withdrawn' && !isErased;
      const expected = isErased ? 'application_not_found' : isAgain ? 200 : model.mayMove(application, 'withdraw');
      expectOutcome('withdraw by link', answer, expected);
      if (expected === 200 && !isAgain) model.move(application, 'withdraw');
    });
  const closeAll = ofPet('the organization closes what waits for', async ({ model }, pet) => {
    const all = model.applications.filter((one) => one.pet === pet);
    const applicationIds = [...all.map(({ id }) => id), 999_999_999];
    const waiting = all.filter((one) => model.mayMove(one, 'close') === 200);
    const answer = await service.call('POST', '/v1/applications/close', { body: { applicationIds } });
    expectClosed(answer, waiting);
    for (const one of waiting) model.move(one, 'close');
  });
  const order = ofPet('an account orders', async ({ model }, pet) => {
    const answer = await stranger.call('POST', '/v1/store/orders', { body: { petId: pet.id } });
    const expected = model.mayPlace(pet);
    expectOutcome('order', answer, expected);
    if (expected === 201) model.store.place(STRANGER, pet, answer.body.id);
  });
  const next = (index: number, isCancelled: boolean) =>
    named(`order -${index} ${isCancelled ? 'is cancelled' : 'gets on'}`, async ({ model }) => {
      const found = pick(model.store.orders, index);
      if (found === undefined) return;
      const name = isCancelled ? 'cancel' : (NEXT[found.status] ?? 'deliver');
      expectOutcome(name, await moveOrder(service, found.id, name), model.moveOrder(found, name));
    });
  const remove = ofPet('the organization removes', async (scene, pet) => {
    const answer = await service.call('DELETE', `/v1/pets/${pet.id}`);
    expectOutcome('remove', answer, scene.model.removePet(pet));
    await mailed(scene);
  });
  const hold = (index: number, isHeld: boolean) =>
    ofPet(isHeld ? 'the organization holds' : 'the organization no longer holds', async ({ model }, pet) => {
      if (!model.store.pets.includes(pet)) return;
      const body = { staff: { hold: isHeld ? { type: 'medical', from: '2020-01-01' } : null } };
      expectOutcome('hold', await service.call('PATCH', `/v1/pets/${pet.id}/profile`, { body }), 200);
      model.hold(pet, isHeld);
    })(index);
  const erase = (who: number) =>
    named(`${who} is erased`, async (scene) => {
      const email = scene.emails[who]!;
      // A mail that is written at this moment is not what this test is about.
      await mailed(scene);
      const answer = await service.call('POST', '/v1/admin/people/erase', { body: { email } });
      expectOutcome('erase', answer, 200);
      scene.model.erase(email);
      scene.emails[who] = newEmail();
      scene.everyone.push(scene.emails[who]);
    });
  const expire = named('two days pass', async ({ model }) => {
    clock.advance(holdMs);
    model.advance(holdMs);
  });

  const step = fc.oneof(
    { arbitrary: fc.constant(add), weight: 2 },
    { arbitrary: fc.tuple(person, recent).map((values) => apply(...values)), weight: 10 },
    { arbitrary: fc.tuple(fc.constantFrom(...MOVES), recent).map((values) => move(...values)), weight: 10 },
    { arbitrary: recent.map(withdrawByLink), weight: 2 },
    { arbitrary: recent.map(closeAll), weight: 1 },
    { arbitrary: recent.map(order), weight: 2 },
    { arbitrary: fc.tuple(recent, fc.boolean()).map((values) => next(...values)), weight: 6 },
    { arbitrary: recent.map(remove), weight: 1 },
    { arbitrary: fc.tuple(recent, fc.boolean()).map((values) => hold(...values)), weight: 2 },
    { arbitrary: person.map(erase), weight: 1 },
    { arbitrary: fc.constant(expire), weight: 1 },
    { arbitrary: fc.constant(named('the mails are sent', mailed)), weight: 2 },
  );
  /** What few random runs come upon. */
  const adoption = [
    add,
    apply(0, 0),
    move('review', 0),
    mailed,
    move('decline', 0),
    apply(0, 0),
    apply(1, 0),
    apply(1, 0),
    apply(2, 0),
    order(0),
    move('accept', 0),
    expire,
    hold(0, true),
    move('accept', 0),
    apply(0, 0),
    hold(0, false),
    move('accept', 0),
    next(0, true),
    move('accept', 1),
    remove(0),
    next(0, false),
    next(0, false),
    erase(1),
    remove(0),
    move('accept', 1),
    apply(0, 0),
  ];

  test('after every step the service and the model agree, and nobody is told twice or never', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const emails = Array.from({ length: PEOPLE }, newEmail);
        const model = new ApplicationsModel();
        const scene: Scene = { model, pets: [], emails, everyone: [...emails], tokens: new Map() };
        await add(scene);
        for (const one of steps) {
          await one(scene);
          await expectAgreement(scene);
        }
        await mailed(scene);
        await expectMails(scene);
      }),
      {
        numRuns: backend === 'SQLite' ? 10 : 5,
        examples: [[adoption]],
        plugins: [fc.interruptAfterTimeLimit(60_000)],
      },
    );
    // A run that never gets anywhere proves nothing.
    expect([...met]).toEqual(
      expect.arrayContaining([
        'apply 201',
        'apply already_applied',
        'apply pet_not_available',
        'apply pet_not_found',
        'accept 200',
        'accept pet_not_available',
        'accept application_closed',
        'review 200',
        'decline 200',
        'order 201',
        'deliver 200',
        'cancel 200',
        'return 200',
        'remove 204',
        'remove pet_has_open_order',
      ]),
    );
  });
});
