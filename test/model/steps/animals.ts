import * as fc from 'fast-check';
import { expect } from 'vitest';
import { newImage } from '../../pets/photos/images.ts';
import { hourMs } from '../../support/adoption.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, linksOf } from '../../support/service.ts';
import { HILLSIDE, type ModelPet, SHELTER, STRANGER } from '../model.ts';
import { act, added, expectEqual, expectOutcome, kind, met, newNumber, owner, pick, post, recent } from '../step.ts';
import type { Actor, World } from '../world.ts';

const dayMs = 24 * hourMs;
const status = fc.constantFrom('available', 'available', 'pending', 'sold');

/** What organizations do with their animals. */
export const ANIMALS = {
  add: kind(6, [owner, status], async (world, by, as) => {
    const answer = await post(world, by, '/v1/pets', { name: `Rex ${newNumber()}`, categoryId: 1, status: as });
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
    const name = `Max ${newNumber()}`;
    expectOutcome('rename', await call(pet.owner as Actor, 'PATCH', `/v1/pets/${pet.id}`, { body: { name } }), 200);
    model.names.set(pet, name);
    model.told.push(`pet.updated ${pet.id}`);
  }),
  /** For good, or for so many days. */
  hold: kind(
    3,
    [recent, fc.boolean(), fc.integer({ min: -1, max: 3 })],
    async ({ model, call }, index, isHeld, days) => {
      const pet = pick(model.store.pets, index);
      if (pet === undefined) return;
      const untilMs = days < 0 ? Infinity : (Math.floor(model.timeMs / dayMs) + days + 1) * dayMs;
      const until = days < 0 ? null : new Date(untilMs - dayMs).toISOString().slice(0, 10);
      const body = { staff: { hold: isHeld ? { type: 'medical', from: '2020-01-01', until } : null } };
      expectOutcome('hold', await call(pet.owner as Actor, 'PATCH', `/v1/pets/${pet.id}/profile`, { body }), 200);
      if (model.isHeld(pet) && !isHeld && !model.gone.has(pet)) model.told.push(`pet.updated ${pet.id}`);
      model.hold(pet, isHeld, untilMs);
    },
  ),
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
    const names = Array.from({ length: rows }, () => `Rex ${newNumber()}`);
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
      if (page === 0) await act(world, ANIMALS.add, by, 'available');
      if (page === 1) await act(world, ANIMALS.remove, index);
      if (page === 2) await act(world, ANIMALS.rename, index + 1);
    }
    const stayed = model.store.pets.filter(({ id }) => before.has(id)).map(({ id }) => id);
    expectEqual(new Set(found).size, found.length);
    expectEqual(
      found.filter((id) => stayed.includes(id)),
      stayed.toReversed(),
    );
    met.add('walk');
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
