import type { Queries } from '../database/database.ts';
import { ApiError, existing } from '../http/errors.ts';
import { isOwnedBy, type Principal, requireOwnAnimal } from '../http/principal.ts';
import type { PetStore, StoredPet } from './store.ts';

/**
 * The animal, if there is one and the principal may change it.
 *
 * @throws ApiError `pet_not_found`, `forbidden`, `mirrored`
 */
export function requireChangeable(found: StoredPet | undefined, principal: Principal): StoredPet {
  const pet = existing(found, 'pet_not_found', 'petId');
  requireOwnAnimal(pet);
  if (isOwnedBy(principal, pet.owner)) return pet;
  throw new ApiError(
    'forbidden',
    'Only the account or the organization that it belongs to, or an operator, may change this animal.',
  );
}

/**
 * For a transaction that has written the expiry of the animal's order, if that is due.
 *
 * @throws ApiError `pet_has_open_order`
 */
export async function requireNoOrder(tx: Queries, pets: PetStore, { pet }: StoredPet): Promise<void> {
  const order = (await pets.holdsOf([pet.id], tx)).get(pet.id);
  if (order === undefined) return;
  throw new ApiError('pet_has_open_order', `Order ${order.id} holds this pet; deliver or cancel the order first.`);
}
