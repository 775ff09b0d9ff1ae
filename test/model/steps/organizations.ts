import * as fc from 'fast-check';
import { type Adoption, HILLSIDE, type ModelOrder, PLACES, SHELTER } from '../model.ts';
import { expectOutcome, kind, newNumber, owner, pick, recent } from '../step.ts';
import type { Actor, World } from '../world.ts';

const adoption = fc.constantFrom<Adoption>('reserve', 'apply');

/** A manager changes the organization. */
async function change({ model, call }: World, by: Actor, what: string, body: object): Promise<void> {
  const { id } = model.organizations[by]!;
  expectOutcome(what, await call(by, 'PATCH', `/v1/organizations/${id}`, { body }), 200);
}

/** What is decided about organizations, and follows for all their animals. */
export const ORGANIZATIONS = {
  list: kind(1, [fc.boolean()], async ({ model, call }, listed) => {
    const path = `/v1/organizations/${model.organizations[HILLSIDE]!.id}`;
    expectOutcome('list', await call(SHELTER, 'PATCH', path, { body: { listed } }), 200);
    if (listed !== model.isHillsideListed)
      model.told.push(`organization.${listed ? 'listed' : 'unlisted'} ${model.organizations[HILLSIDE]!.id}`);
    // What its members have ordered of others is cancelled.
    const isPlaced = ({ pet, placer }: ModelOrder) => placer === HILLSIDE && pet.owner !== HILLSIDE;
    if (model.isHillsideListed && !listed)
      for (const order of model.store.orders.filter(isPlaced)) model.store.move(HILLSIDE, order, 'cancel');
    model.isHillsideListed = listed;
  }),
  renameOrganization: kind(1, [owner], async (world, by) => {
    const name = `Shelter ${newNumber()}`;
    await change(world, by, 'renameOrganization', { name });
    world.model.organizations[by]!.name = name;
  }),
  moveOrganization: kind(1, [owner, fc.nat(1)], async (world, by, index) => {
    const location = PLACES[index]!;
    await change(world, by, 'moveOrganization', { location });
    world.model.organizations[by]!.place = location;
  }),
  adopt: kind(2, [owner, adoption], async (world, by, to) => {
    await change(world, by, 'adopt', { adoption: to });
    world.model.organizations[by]!.adoption = to;
  }),
  /** One animal otherwise than the others. */
  adoptOne: kind(
    2,
    [recent, fc.constantFrom<Adoption | ''>('reserve', 'apply', '')],
    async ({ model, call }, index, to) => {
      const pet = pick(model.store.pets, index);
      if (pet === undefined) return;
      const body = { adoption: to || null };
      expectOutcome('adoptOne', await call(pet.owner as Actor, 'PATCH', `/v1/pets/${pet.id}/profile`, { body }), 200);
      if ((model.adoptions.get(pet) ?? '') !== to) model.told.push(`pet.updated ${pet.id}`);
      if (to === '') model.adoptions.delete(pet);
      else model.adoptions.set(pet, to);
    },
  ),
};
