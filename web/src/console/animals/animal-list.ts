import { type ListPetsQuery, type Pet, PetstoreError } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { type List, openList, putItem, removeItem } from '../../data/list.ts';
import { filterAddresses, matches, type PetFilters, queryOf } from '../../pets/filters.ts';
import type { ConsoleEvent } from '../live.ts';

export const ADDRESSES = filterAddresses('/console/animals', 'all');

export const openAnimals = (filters: PetFilters): List<Pet> =>
  openList((query: ListPetsQuery) => petstore.pets.list(query), { limit: 50, ...queryOf(filters) });

export function applyEvent(list: List<Pet>, filters: PetFilters, event: ConsoleEvent): void {
  if (event.type === 'pet.deleted') removeItem(list, event.data.id);
  else if (event.type === 'pet.created' || event.type === 'pet.updated' || event.type === 'pet.status_changed')
    putItem(list, event.data, matches(filters, event.data));
}

/** Reads the animal with its version for `If-Match`: an empty change returns both. */
export const current = (id: number): Promise<Pet> => petstore.pets.update(id, {});

/**
 * Reads the animal before a change of what is on the screen.
 *
 * @throws PetstoreError `precondition_failed` if it differs from what is shown
 */
export async function currentAsShown(shown: Pet): Promise<Pet> {
  const now = await current(shown.id);
  const isSame =
    now.name === shown.name && now.status === shown.status && String(now.categoryId) === String(shown.categoryId);
  if (isSame) return now;
  throw new PetstoreError('precondition_failed', 'Somebody else has changed this animal.');
}
