import * as fc from 'fast-check';
import type { MoveName } from '../../orders/model.ts';
import type { Answer } from '../../support/service.ts';
import { HILLSIDE, type ModelPet, SHELTER, STRANGER, VISITORS } from '../model.ts';
import { codeOf, expectEqual, expectOutcome, forVisitors, kind, met, pick, post, recent } from '../step.ts';
import type { Actor, World } from '../world.ts';

const orderBy = async (world: World, by: Actor, pet: ModelPet): Promise<Answer> =>
  post(world, by, '/v1/store/orders', { petId: pet.id });

/** How animals find homes: orders and applications. */
export const ADOPTION = {
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
  reserve: kind(6, [fc.nat(2), recent], async (world, who, index) => {
    const { model } = world;
    const pet = pick(model.pets, index);
    if (pet === undefined) return;
    const email = model.emails[who]!;
    const adopter = { name: `Ann of ${email}`, email };
    const answer = await post(world, VISITORS, '/v1/store/orders', { petId: pet.id, adopter });
    const expected = forVisitors(world, pet, model.mayReserve(pet, email));
    expectOutcome('reserve', answer, expected);
    if (expected !== 201) return;
    model.reserve(pet, email, answer.body.id);
    model.tokens.set(model.store.orders.at(-1)!, answer.body.reservationUrl.split('#')[1]);
  }),
  cancelByLink: kind(2, [recent], async ({ model, callWith }, index) => {
    const [order, email] = pick([...model.adopters], index) ?? [];
    if (order === undefined || email === undefined) return;
    const answer = await callWith(model.tokens.get(order)!, 'POST', '/v1/reservation/cancel');
    const isOpen = ['placed', 'approved'].includes(order.status);
    const known = isOpen || order.status === 'cancelled' ? 200 : 'order_closed';
    expectOutcome('cancelByLink', answer, model.erased.has(email) ? 'reservation_not_found' : known);
    if (isOpen) model.store.move(order.pet.owner, order, 'cancel');
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
    const isErased = model.erased.has(application.email);
    const isAgain = application.status === 'withdrawn' && !isErased;
    const expected = isErased ? 'application_not_found' : isAgain ? 200 : model.mayMove(application, 'withdraw');
    expectOutcome('withdrawByLink', answer, expected);
    if (expected === 200 && !isAgain) model.move(application, 'withdraw');
  }),
};
