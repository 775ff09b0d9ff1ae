import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changePet, holdMs, hourMs, moveOrder, withKey } from '../support/adoption.ts';
import { type Answer, BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';
import { type MoveName, StoreModel } from './model.ts';

const STATUSES = ['available', 'pending', 'sold'] as const;
const MOVES: readonly MoveName[] = ['approve', 'deliver', 'cancel', 'return'];
const NEXT: Record<string, MoveName> = { placed: 'approve', approved: 'deliver', delivered: 'return' };
const ACCOUNTS = 3;

interface Scene {
  readonly model: StoreModel;
  readonly callers: readonly TestService[];
  /** Animals that other scenes have left. */
  readonly before: Record<string, number>;
  /** Those that were ever added, removed ones too. */
  readonly pets: StoreModel['pets'];
}

/** One operation: in the model, and over HTTP. */
type Step = (scene: Scene) => Promise<void>;

/** What a counterexample calls the step. */
const named = (says: string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: () => says });

describe.each(BACKENDS)('three accounts at random, on %s', (backend, start) => {
  const clock = testClock();
  const met = new Set<string>();

  const service = sharedService(start, { now: clock.now });

  async function newScene(): Promise<Scene> {
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => service.newAccount()));
    clock.advance(holdMs);
    const { body: before } = await service.call('GET', '/v1/store/inventory');
    return { model: new StoreModel(), callers: accounts.map(({ key }) => withKey(service, key)), before, pets: [] };
  }

  /** The service says what the model says. */
  function expectOutcome(what: string, answer: Answer, expected: number | string): void {
    expect([what, answer.body?.code ?? answer.status]).toEqual([what, expected]);
    met.add(`${what} ${expected}`);
  }

  /** Everything that anybody sees is what the model holds. */
  async function expectAgreement({ model, callers, before, pets }: Scene): Promise<void> {
    const ids = pets.map(({ id }) => id).join() || '0';
    const [listed, inventory, ...orders] = await Promise.all([
      service.call('GET', `/v1/pets?limit=100&ids=${ids}`),
      service.call('GET', '/v1/store/inventory'),
      ...callers.map((caller) => caller.call('GET', '/v1/store/orders?limit=100')),
    ]);
    const seen = {
      pets: listed.body.map(({ id, status }: { id: number; status: string }) => ({ id, status })),
      inventory: Object.fromEntries(STATUSES.map((status) => [status, inventory.body[status] - before[status]!])),
      orders: orders.map(({ body }) =>
        body.map(({ id, petId, status }: Record<string, unknown>) => ({ id, petId, status })),
      ),
    };
    expect(seen).toEqual({
      pets: model.pets.map(({ id, status }) => ({ id, status })).toReversed(),
      inventory: model.inventory(),
      orders: callers.map((_, account) =>
        model.ordersOf(account).map(({ id, pet, status }) => ({ id, petId: pet.id, status })),
      ),
    });
  }

  const account = fc.nat(ACCOUNTS - 1);
  /** One of the latest of a list: recent ones meet more often. */
  const recent = fc.nat(3);
  const pick = <Item>(list: readonly Item[], index: number): Item | undefined =>
    list.at(-1 - (index % (list.length || 1)));

  const addPet = (by: number, status: (typeof STATUSES)[number]) =>
    named(`${by} adds one that is ${status}`, async ({ model, callers, pets }) => {
      const answer = await callers[by]!.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1, status } });
      expectOutcome('add', answer, 201);
      model.addPet(by, answer.body.id, status);
      pets.push(model.pets.at(-1)!);
    });
  const patchPet = (by: number, index: number, status: (typeof STATUSES)[number]) =>
    named(`${by} makes animal -${index} ${status}`, async ({ model, callers, pets }) => {
      const pet = pick(pets, index);
      if (pet === undefined) return;
      expectOutcome('patch', await changePet(callers[by]!, pet.id, { status }), model.patchPet(by, pet, status));
    });
  const deletePet = (by: number, index: number) =>
    named(`${by} deletes animal -${index}`, async ({ model, callers, pets }) => {
      const pet = pick(pets, index);
      if (pet === undefined) return;
      const answer = await callers[by]!.call('DELETE', `/v1/pets/${pet.id}`);
      expectOutcome('delete', answer, model.deletePet(by, pet));
    });
  const place = (by: number, index: number) =>
    named(`${by} orders animal -${index}`, async ({ model, callers, pets }) => {
      const pet = pick(pets, index);
      if (pet === undefined) return;
      const answer = await callers[by]!.call('POST', '/v1/store/orders', { body: { petId: pet.id } });
      const expected = model.mayPlace(pet);
      expectOutcome('place', answer, expected);
      if (expected === 201) model.place(by, pet, answer.body.id);
    });
  const move = (by: number, index: number, name: MoveName) =>
    named(`${by}: ${name} order -${index}`, async ({ model, callers }) => {
      const order = pick(model.orders, index);
      if (order === undefined) return;
      expectOutcome(name, await moveOrder(callers[by]!, order.id, name), model.move(by, order, name));
    });
  /** By the one who may, so that orders get on. */
  const next = (index: number) =>
    named(`order -${index} gets on`, async ({ model, callers }) => {
      const order = pick(model.orders, index);
      if (order === undefined) return;
      const name = NEXT[order.status] ?? 'return';
      const by = order.pet.owner;
      expectOutcome(name, await moveOrder(callers[by]!, order.id, name), model.move(by, order, name));
    });
  const advance = (ms: number) =>
    named(`${ms} ms pass`, async ({ model }) => {
      clock.advance(ms);
      model.advance(ms);
    });
  const step = fc.oneof(
    {
      arbitrary: fc
        .tuple(account, fc.constantFrom(...STATUSES, 'available' as const))
        .map((values) => addPet(...values)),
      weight: 2,
    },
    {
      arbitrary: fc.tuple(account, recent, fc.constantFrom(...STATUSES)).map((values) => patchPet(...values)),
      weight: 3,
    },
    { arbitrary: fc.tuple(account, recent).map((values) => deletePet(...values)), weight: 1 },
    { arbitrary: fc.tuple(account, recent).map((values) => place(...values)), weight: 5 },
    { arbitrary: fc.tuple(account, recent, fc.constantFrom(...MOVES)).map((values) => move(...values)), weight: 4 },
    { arbitrary: fc.tuple(recent).map((values) => next(...values)), weight: 5 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom(1, holdMs - 1, hourMs, 24 * hourMs, holdMs))
        .map((values) => advance(...values)),
      weight: 2,
    },
  );
  /** An adoption with all that others may not do in it, which few random runs come upon. */
  const adoption = [
    addPet(0, 'available'),
    place(1, 0),
    place(2, 0),
    patchPet(1, 0, 'sold'),
    patchPet(0, 0, 'sold'),
    move(1, 0, 'approve'),
    move(2, 0, 'approve'),
    next(0),
    next(0),
    next(0),
    place(1, 0),
    move(1, 0, 'cancel'),
    patchPet(0, 0, 'pending'),
  ];

  test('after every step the service and the model agree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const scene = await newScene();
        for (const one of steps) {
          await one(scene);
          await expectAgreement(scene);
        }
      }),
      {
        numRuns: backend === 'SQLite' ? 12 : 6,
        examples: [[adoption]],
        plugins: [fc.interruptAfterTimeLimit(60_000)],
      },
    );
    // A run that never gets anywhere proves nothing.
    expect([...met]).toEqual(
      expect.arrayContaining([
        'patch 200',
        'patch forbidden',
        'patch pet_has_open_order',
        'place 201',
        'place pet_not_available',
        'approve 200',
        'approve forbidden',
        'approve order_not_found',
        'deliver 200',
        'cancel 200',
        'return 200',
      ]),
    );
  });
});
