import type { ListPetsQuery, Pet } from '../../../client/src/petstore.ts';
import { parseInt64 } from '../../../src/vocabulary/int64.ts';
import { PET_STATUSES, type PetStatus } from '../../../src/vocabulary/pet-lifecycle.ts';
import { searchable } from '../../../src/vocabulary/text/searchable.ts';

/** Which animals a list shows. */
export interface PetFilters {
  readonly status: PetStatus | 'all';
  /** The id of a category as text: it is an int64. */
  readonly category: string | undefined;
  readonly text: string;
}

const STATUSES: readonly PetFilters['status'][] = [...PET_STATUSES, 'all'];

/**
 * Keeps the filters of a list in its address, such as `/?status=pending&category=2&q=rex`.
 *
 * @param usualStatus the status that the address leaves out
 */
export const filterAddresses = (path: string, usualStatus: PetFilters['status']) => ({
  filtersOf: (search: string): PetFilters => {
    const parameters = new URLSearchParams(search);
    return {
      status: STATUSES.find((status) => status === parameters.get('status')) ?? usualStatus,
      category: parseInt64(parameters.get('category') ?? '')?.toString(),
      text: (parameters.get('q') ?? '').slice(0, 255),
    };
  },
  addressOf: ({ status, category, text }: PetFilters): string => {
    const parameters = new URLSearchParams({
      ...(status !== usualStatus && { status }),
      ...(category !== undefined && { category }),
      ...(text !== '' && { q: text }),
    });
    return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
  },
});

export const queryOf = ({ status, category, text }: PetFilters): ListPetsQuery => ({
  ...(status !== 'all' && { status }),
  ...(category !== undefined && { categoryId: BigInt(category) }),
  ...(text.trim() !== '' && { q: text.trim() }),
});

/** Shorter texts are the beginning of too many names. */
const leastLetters = 3;

/** Whether the text may mean a category or a species. */
export const mayMean = ({ text, category }: Pick<PetFilters, 'text' | 'category'>): boolean =>
  text.trim().length >= leastLetters && category === undefined;

/** Whether the service would list the animal with these filters. */
export const matches = ({ status, category, text }: PetFilters, pet: Pet): boolean =>
  (status === 'all' || pet.status === status) &&
  (category === undefined || String(pet.categoryId) === category) &&
  searchable(pet.name).includes(searchable(text.trim()));
