import { request } from 'node:http';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { turns } from '../orders/callers.ts';
import type { MoveName } from '../orders/model.ts';
import { newImage } from '../pets/photos/images.ts';
import { holdMs, hourMs } from '../support/adoption.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, linksOf } from '../support/service.ts';
import { HILLSIDE, type ModelOrder, type ModelPet, SHELTER, STRANGER, VISITORS } from './model.ts';
import type { Actor, World } from './world.ts';

/** A step is data, so that a history can be printed and repeated: its name, and numbers and words that say with what. */
export type Step = readonly [name: keyof typeof STEPS, ...args: readonly (string | number | boolean)[]];

type Args = readonly (string | number | boolean)[];
interface Kind<Given extends Args> {
  readonly weight: number;
  readonly args: fc.Arbitrary<Given>;
  run(world: World, ...args: Given): Promise<void>;
}
const kind = <const Given extends Args>(
  weight: number,
  args: { [Index in keyof Given]: fc.Arbitrary<Given[Index]> },
  run: (world: World, ...given: Given) => Promise<void>,
): Kind<Given> => ({ weight, args: fc.tuple(...args) as unknown as fc.Arbitrary<Given>, run });

/** One of the latest of a list: recent ones meet more often. */
const recent = fc.nat(3);
const pick = <Item>(list: readonly Item[], index: number): Item | undefined =>
  list.at(-1 - (index % (list.length || 1)));
const owner = fc.constantFrom(SHELTER, HILLSIDE);
const status = fc.constantFrom('available', 'available', 'pending', 'sold');

/** What a history has met: `place 201`. */
export const met = new Set<string>();

function expectOutcome(what: string, { body, status: code, text }: Answer, expected: number | string): void {
  expect([what, body?.code ?? code], text).toEqual([what, expected]);
  met.add(`${what} ${expected}`);
}

const codeOf = ({ body, status }: Answer): string => body.code ?? String(status);

function expectEqual(seen: unknown, expected: unknown, about = ''): void {
  expect(seen, about).toEqual(expected);
}

let keys = 0;
/** Sends a request with an `Idempotency-Key`, so that it can be repeated. */
async function post(world: World, by: Actor, path: string, body: object): Promise<Answer> {
  const key = world.keys[by];
  const headers = { 'idempotency-key': `step-${(keys += 1)}` };
  const answer = await world.callWith(key, 'POST', path, { body, headers });
  if (answer.status < 300) world.model.keep({ key, path, headers, body, text: answer.text });
  return answer;
}

function added({ model }: World, by: number, { id, status: as, name }: Answer['body']): void {
  const { store, pets, names } = model;
  store.addPet(by, id, as);
  pets.push(store.pets.at(-1)!);
  names.set(pets.at(-1)!, name);
}

/** What visitors are told of an animal whose shelter they do not see. */
const forVisitors = ({ model }: World, pet: ModelPet, seen: number | string): number | string =>
  pet.owner === HILLSIDE && !model.isHillsideListed ? 'pet_not_found' : seen;

const orderBy = async (world: World, by: Actor, pet: ModelPet): Promise<Answer> =>
  post(world, by, '/v1/store/orders', { petId: pet.id });

export const STEPS = {
  add: kind(6, [owner, status], async (world, by, as) => {
    const answer = await post(world, by, '/v1/pets', { name: `Rex ${keys}`, categoryId: 1, status: as });
    expectOutcome('add', answer, 201);
    added(world, by, answer.body);
  }),
  become: kind(5, [fc.constantFrom(SHELTER, HILLSIDE, STRANGER), recent, status], async (world, by, index, to) => {
    const pet = pick(world.model.pets, index);
    if (pet === undefined || (by === SHELTER && pet.owner !== SHELTER)) return;
    const answer = await world.call(by, 'PATCH', `/v1/pets/${pet.id}`, { body: { status: to } });
    const isOwn = by === pet.owner;
    const expected = isOwn ? world.model.store.patchPet(by, pet, to) : 'forbidden';
    expectOutcome('become', answer, world.model.store.pets.includes(pet) ? expected : 'pet_not_found');
  }),
  rename: kind(2, [recent], async ({ model, call }, index) => {
    const pet = pick(model.store.pets, index);
    if (pet === undefined) return;
    const name = `Max ${(keys += 1)}`;
    expectOutcome('rename', await call(pet.owner as Actor, 'PATCH', `/v1/pets/${pet.id}`, { body: { name } }), 200);
    model.names.set(pet, name);
    model.told.push(`pet.updated ${pet.id}`);
  }),
  hold: kind(3, [recent, fc.boolean()], async ({ model, call }, index, isHeld) => {
    const pet = pick(model.store.pets, index);
    if (pet === undefined) return;
    const body = { staff: { hold: isHeld ? { type: 'medical', from: '2020-01-01' } : null } };
    expectOutcome('hold', await call(pet.owner as Actor, 'PATCH', `/v1/pets/${pet.id}/profile`, { body }), 200);
    if (model.isHeld(pet) && !isHeld && !model.gone.has(pet)) model.told.push(`pet.updated ${pet.id}`);
    model.hold(pet, isHeld);
  }),
  die: kind(2, [recent], async ({ model, call, now }, index) => {
    const pet = pick(model.store.pets, index);
    if (pet === undefined) return;
    const body = { staff: { outcome: { type: 'died', date: new Date(now()).toISOString().slice(0, 10) } } };
    const answer = await call(pet.owner as Actor, 'PATCH', `/v1/pets/${pet.id}/profile`, { body });
    const isHeldByOrder = model.store.openOrderOf(pet) !== undefined && !model.gone.has(pet);
    expectOutcome('die', answer, isHeldByOrder ? 'pet_has_open_order' : 200);
    if (!isHeldByOrder) model.gone.add(pet);
  }),
  photo: kind(2, [recent], async ({ model, call }, index) => {
    const pet = pick(model.store.pets, index);
    if (pet === undefined) return;
    const image = { body: await newImage(), headers: { 'content-type': 'image/jpeg' } };
    const answer = await call(pet.owner as Actor, 'POST', `/v1/pets/${pet.id}/photos`, image);
    expectOutcome('photo', answer, 201);
    model.photos.set(answer.body.id, pet);
    model.told.push(`pet.updated ${pet.id}`);
  }),
  removePhoto: kind(1, [recent], async ({ model, call }, index) => {
    const [id, pet] = pick([...model.photos], index) ?? [];
    if (id === undefined || pet === undefined) return;
    const answer = await call(pet.owner as Actor, 'DELETE', `/v1/pets/${pet.id}/photos/${id}`);
    expectOutcome('removePhoto', answer, 204);
    model.photos.delete(id);
    model.told.push(`pet.updated ${pet.id}`);
  }),
  /** The file is read twice, as by somebody who does not know whether the first time was a success. */
  importFile: kind(2, [fc.integer({ min: 1, max: 3 }), fc.boolean()], async (world, rows, isUndone) => {
    const { model, call, importFile } = world;
    const names = Array.from({ length: rows }, () => `Rex ${(keys += 1)}`);
    const file = `id,name,species\n${names.map((name) => `${name},${name},Dog\n`).join('')}`;
    expectEqual(await importFile(file), expect.objectContaining({ added: rows, already: 0, bad: 0 }));
    const { body } = await call(SHELTER, 'GET', `/v1/pets?limit=${rows}`);
    for (const pet of body.toReversed()) added(world, SHELTER, pet);
    expectEqual(body.map(({ name }: { name: string }) => name).toReversed(), names);
    expectEqual(await importFile(file), expect.objectContaining({ added: 0, already: rows, bad: 0 }));
    met.add('importFile');
    if (!isUndone) return;
    model.tellChanges();
    const [latest] = (await call(SHELTER, 'GET', '/v1/imports?limit=1')).body;
    expectOutcome('undo', await call(SHELTER, 'POST', `/v1/imports/${latest.id}/undo`), 200);
    model.store.pets.splice(-rows);
  }),
  remove: kind(2, [recent], async (world, index) => {
    const { model, call } = world;
    const pet = pick(model.pets, index);
    if (pet === undefined) return;
    expectOutcome('remove', await call(pet.owner as Actor, 'DELETE', `/v1/pets/${pet.id}`), model.removePet(pet));
    await eventually(async () => (await waitingOf(world, pet)) === 0);
  }),
  place: kind(8, [fc.constantFrom(STRANGER, HILLSIDE), recent], async (world, by, index) => {
    const { model } = world;
    const pet = pick(model.pets, index);
    if (pet === undefined) return;
    const answer = await orderBy(world, by, pet);
    const expected = model.mayPlace(pet);
    expectOutcome('place', answer, expected);
    if (expected === 201) model.store.place(by, pet, answer.body.id);
  }),
  race: kind(3, [recent], async (world, index) => {
    const { model } = world;
    const pet = pick(model.pets, index);
    if (pet === undefined || model.mayPlace(pet) !== 201) return;
    const racers = [STRANGER, HILLSIDE] as const;
    const answers = await Promise.all(racers.map((by) => orderBy(world, by, pet)));
    expectEqual(answers.map(codeOf).toSorted(), ['201', 'pet_not_available']);
    const winner = answers.findIndex((answer) => answer.status === 201);
    model.store.place(racers[winner]!, pet, answers[winner]!.body.id);
    met.add('race 201');
  }),
  move: kind(
    6,
    [fc.constantFrom(SHELTER, HILLSIDE, STRANGER), recent, fc.constantFrom('approve', 'deliver', 'cancel', 'return')],
    async ({ model, call }, by, index, name) => {
      const order = pick(model.store.orders, index);
      if (order === undefined || (by === SHELTER && order.pet.owner !== SHELTER)) return;
      const answer = await call(by, 'POST', `/v1/store/orders/${order.id}/${name}`);
      expectOutcome(name, answer, model.store.move(by, order, name));
    },
  ),
  /** By the one who may, so that orders get on. */
  next: kind(6, [recent], async ({ model, call }, index) => {
    const order = pick(model.store.orders, index);
    if (order === undefined) return;
    const name = { placed: 'approve', approved: 'deliver', delivered: 'return' }[order.status] ?? 'return';
    const answer = await call(order.pet.owner as Actor, 'POST', `/v1/store/orders/${order.id}/${name}`);
    expectOutcome(name, answer, model.store.move(order.pet.owner, order, name as MoveName));
  }),
  pay: kind(2, [recent, fc.boolean()], async ({ model, call }, index, isPaid) => {
    const order = pick(model.store.orders, index);
    if (order === undefined) return;
    const path = `/v1/store/orders/${order.id}/payment`;
    const mayBePaid = ['placed', 'approved', 'delivered'].includes(order.status);
    const answer = await call(order.pet.owner as Actor, isPaid ? 'PUT' : 'DELETE', path);
    const expected = isPaid ? (mayBePaid || model.paid.has(order) ? 200 : 'order_closed') : 204;
    expectOutcome(isPaid ? 'pay' : 'takeBack', answer, expected);
    if (answer.status >= 300 || isPaid === model.paid.has(order)) return;
    if (isPaid) model.paid.add(order);
    else model.paid.delete(order);
    model.told.push(`order.${isPaid ? 'paid' : 'unpaid'} ${order.id}`);
  }),
  apply: kind(8, [fc.nat(2), recent], async (world, who, index) => {
    const { model } = world;
    const pet = pick(model.pets, index);
    if (pet === undefined) return;
    const email = model.emails[who]!;
    const answer = await post(world, VISITORS, '/v1/applications', {
      petId: pet.id,
      adopter: { name: `Ann of ${email}`, email },
    });
    const expected = forVisitors(world, pet, model.mayApply(pet, email));
    expectOutcome('apply', answer, expected);
    if (expected !== 201) return;
    model.apply(pet, email, answer.body.id);
    model.tokens.set(model.applications.at(-1)!, answer.body.applicationUrl.split('#')[1]);
  }),
  decide: kind(
    8,
    [fc.constantFrom('review', 'accept', 'decline', 'withdraw'), recent],
    async ({ model, call }, name, index) => {
      const application = pick(model.applications, index);
      if (application === undefined) return;
      const expected = model.mayMove(application, name);
      const by = application.pet.owner as Actor;
      const answer = await call(by, 'POST', `/v1/applications/${application.id}/${name}`);
      expectOutcome(name, answer, expected);
      if (expected === 200) model.move(application, name, answer.body.orderId);
    },
  ),
  raceToAccept: kind(2, [recent], async ({ model, call }, index) => {
    const pet = pick(model.store.pets, index);
    const waiting = model.applications.filter((one) => one.pet === pet && model.mayMove(one, 'accept') === 200);
    const [one, other] = waiting;
    if (pet === undefined || one === undefined || other === undefined) return;
    const answers = await Promise.all(
      [one, other].map(({ id }) => call(pet.owner as Actor, 'POST', `/v1/applications/${id}/accept`)),
    );
    expectEqual(answers.map(codeOf).toSorted(), ['200', 'pet_not_available']);
    const winner = answers.findIndex((answer) => answer.status === 200);
    model.move(waiting[winner]!, 'accept', answers[winner]!.body.orderId);
    met.add('raceToAccept 200');
  }),
  withdrawByLink: kind(2, [recent], async ({ model, callWith }, index) => {
    const application = pick(model.applications, index);
    if (application === undefined) return;
    const answer = await callWith(model.tokens.get(application)!, 'POST', '/v1/application/withdraw');
    const isErased = model.erased.includes(application.email);
    const isAgain = application.status === 'withdrawn' && !isErased;
    const expected = isErased ? 'application_not_found' : isAgain ? 200 : model.mayMove(application, 'withdraw');
    expectOutcome('withdrawByLink', answer, expected);
    if (expected === 200 && !isAgain) model.move(application, 'withdraw');
  }),
  write: kind(3, [], async (world) => {
    const answer = await post(world, STRANGER, '/v1/messages', { message: `Is Rex there? ${keys}` });
    expectOutcome('write', answer, 202);
    world.model.messages.push(answer.body.id);
  }),
  category: kind(1, [], async (world) => {
    const answer = await post(world, SHELTER, '/v1/categories', { name: `Ponies ${keys}` });
    expectOutcome('category', answer, 201);
    world.model.categories.set(answer.body.id, answer.body.name);
  }),
  renameCategory: kind(1, [recent], async ({ model, call }, index) => {
    const id = pick([...model.categories.keys()], index);
    if (id === undefined) return;
    const name = `Horses ${(keys += 1)}`;
    expectOutcome('renameCategory', await call(SHELTER, 'PATCH', `/v1/categories/${id}`, { body: { name } }), 200);
    model.categories.set(id, name);
  }),
  newKey: kind(1, [], async ({ model, call }) => {
    if (model.keys.length >= 5) return;
    const answer = await call(STRANGER, 'POST', '/v1/account/keys', { body: {} });
    expectOutcome('newKey', answer, 201);
    model.keys.push({ id: answer.body.id, key: answer.body.key, isRevoked: false });
  }),
  revoke: kind(1, [recent], async ({ model, call }, index) => {
    const key = pick(model.keys, index);
    if (key === undefined || key.isRevoked) return;
    expectOutcome('revoke', await call(STRANGER, 'DELETE', `/v1/account/keys/${key.id}`), 204);
    key.isRevoked = true;
  }),
  burst: kind(2, [fc.integer({ min: 1, max: 7 })], async ({ limiter, limited, callWith }, count) => {
    for (let i = 0; i < count; i += 1) {
      const { refusedBy, shown } = limiter.take(limited.caller, 1);
      const answer = await callWith(limited.key, 'GET', '/v1/pets?limit=1');
      const code = { ban: 'api_key_banned', minute: 'rate_limit_exceeded', day: 'daily_quota_exceeded' };
      expectOutcome('burst', answer, refusedBy === undefined ? 200 : code[refusedBy]);
      expectEqual(Number(answer.headers.get('x-ratelimit-remaining')), shown.remaining);
    }
  }),
  list: kind(1, [fc.boolean()], async ({ model, call, hillsideId }, listed) => {
    expectOutcome('list', await call(SHELTER, 'PATCH', `/v1/organizations/${hillsideId}`, { body: { listed } }), 200);
    // What its members have ordered of others is cancelled.
    const isPlaced = ({ pet, placer }: ModelOrder) => placer === HILLSIDE && pet.owner !== HILLSIDE;
    if (model.isHillsideListed && !listed)
      for (const order of model.store.orders.filter(isPlaced)) model.store.move(HILLSIDE, order, 'cancel');
    model.isHillsideListed = listed;
  }),
  erase: kind(1, [fc.nat(2)], async (world, who) => {
    const { model, call } = world;
    const email = model.emails[who]!;
    expectOutcome('erase', await call(SHELTER, 'POST', '/v1/admin/people/erase', { body: { email } }), 200);
    model.erasePerson(who);
  }),
  /** A request that has succeeded is repeated. */
  again: kind(4, [fc.nat(9)], async ({ model, callWith }, index) => {
    const kept = pick(model.kept, index);
    if (kept === undefined) return;
    const { key, path, headers, body, text } = kept;
    const answer = await callWith(key, 'POST', path, { headers, body });
    expectEqual([answer.headers.get('idempotency-replayed'), answer.text], ['true', text], path);
    met.add('again');
  }),
  /** The connection breaks as soon as the request is sent. */
  cut: kind(2, [owner], async (world, by) => {
    const { callWith, keys: of, service } = world;
    const body = { name: `Rex ${(keys += 1)}`, categoryId: 1 };
    const headers = { 'idempotency-key': `cut-${keys}` };
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    const broken = request(`${service().origin}/v1/pets`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${of[by]}` },
    });
    broken.on('error', () => {}).on('close', resolve);
    broken.end(JSON.stringify(body), () => setImmediate(() => broken.destroy()));
    await sent;
    const answer = await eventually(async () => {
      const found = await callWith(of[by], 'POST', '/v1/pets', { headers, body });
      return found.body.code !== 'idempotency_key_in_use' && found;
    });
    expectOutcome('cut', answer, 201);
    added(world, by, answer.body);
  }),
  /** The database fails while a request is under way, which is repeated until it succeeds. */
  fault: kind(2, [owner, fc.nat(4)], async (world, by, after) => {
    const { call, breakDatabase } = world;
    const body = { name: `Rex ${(keys += 1)}`, categoryId: 1 };
    const headers = { 'idempotency-key': `fault-${keys}` };
    const send = () => call(by, 'POST', '/v1/pets', { headers, body });
    const first = send();
    await turns(after);
    const mend = await breakDatabase();
    const second = send();
    await mend();
    for (const { status: code } of [await first, await second]) expectEqual([201, 409, 503].includes(code), true);
    const answer = await eventually(async () => {
      const found = await send();
      return found.status === 201 && found;
    });
    expectOutcome('fault', answer, 201);
    added(world, by, answer.body);
    // Until every connection is a new one.
    const change = () => call(by, 'PATCH', `/v1/pets/${answer.body.id}`, { body: { status: 'available' } });
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, change));
      return answers.every(({ status: code }) => code === 200);
    });
  }),
  /** A list is walked while others change it: what is there all the time is found exactly once. */
  walk: kind(2, [owner, recent], async (world, by, index) => {
    const { model, call } = world;
    const found: number[] = [];
    const before = new Set(model.store.pets.map(({ id }) => id));
    let next: string | undefined = '/v1/pets?limit=2';
    for (let page = 0; next !== undefined; page += 1) {
      const answer: Answer = await call(SHELTER, 'GET', next);
      found.push(...answer.body.map(({ id }: { id: number }) => id));
      next = linksOf(answer)['next'];
      if (page === 0) await take(world, ['add', by, 'available']);
      if (page === 1) await take(world, ['remove', index]);
      if (page === 2) await take(world, ['rename', index + 1]);
    }
    const stayed = model.store.pets.filter(({ id }) => before.has(id)).map(({ id }) => id);
    expectEqual(new Set(found).size, found.length);
    expectEqual(
      found.filter((id) => stayed.includes(id)),
      stayed.toReversed(),
    );
    met.add('walk');
  }),
  pass: kind(3, [fc.constantFrom(1, 1_000, 61_000, hourMs, holdMs / 2, holdMs)], async (world, ms) => {
    world.pass(world.model.within(ms));
  }),
  restart: kind(1, [], async (world) => {
    await world.restart();
    world.limiter.restart();
    met.add('restart');
  }),
};

/** How many applications for a removed animal are still to be closed, which happens after the answer. */
async function waitingOf({ model, call }: World, pet: ModelPet): Promise<number> {
  if (model.store.pets.includes(pet)) return 0;
  const { body } = await call(SHELTER, 'GET', '/v1/applications?limit=100');
  const isWaiting = (one: { petId: number; status: string }) =>
    one.petId === pet.id && ['submitted', 'in_review'].includes(one.status);
  return (body as { petId: number; status: string }[]).filter(isWaiting).length;
}

export const step: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(STEPS).map(([name, { weight, args }]) => ({
    weight,
    arbitrary: (args as fc.Arbitrary<Args>).map((given) => [name, ...given] as unknown as Step),
  })),
);

export async function take(world: World, [name, ...args]: Step): Promise<void> {
  await (STEPS[name] as unknown as Kind<Args>).run(world, ...args);
  world.model.tellChanges();
}
