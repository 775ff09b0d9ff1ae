import { ApiError, existing } from '../http/errors.ts';
import { isOwnedBy, type Principal } from '../http/principal.ts';
import type { StoredPet } from './store.ts';

/**
 * The animal, if there is one and the principal may change it.
 *
 * @throws ApiError `pet_not_found`, `forbidden`
 */
export function requireChangeable(found: StoredPet | undefined, principal: Principal): StoredPet {
  const pet = existing(found, 'pet_not_found', 'petId');
  if (isOwnedBy(principal, pet.owner)) return pet;
  throw new ApiError(
    'forbidden',
    'Only the account or the organization that it belongs to, or an operator, may change this animal.',
  );
}
