import type { ListPetsQuery, Pet } from '../../../client/src/petstore.ts';
import { parseInt64 } from '../../../src/vocabulary/int64.ts';
import { PET_STATUSES, type PetStatus } from '../../../src/vocabulary/pet-lifecycle.ts';

/** What of the animals is to be seen. */
export interface Filters {
  readonly status: PetStatus | 'all';
  /** A category's id as text: it is an int64. */
  readonly category: string | undefined;
  readonly text: string;
}

const STATUSES: readonly Filters['status'][] = [...PET_STATUSES, 'all'];

/** Of the address: `?status=pending&category=2&q=rex`. Those that can be adopted unless it says otherwise. */
export function filtersOf(search: string): Filters {
  const parameters = new URLSearchParams(search);
  const status = STATUSES.find((known) => known === parameters.get('status'));
  const category = parameters.get('category');
  return {
    status: status ?? 'available',
    category: category === null ? undefined : parseInt64(category)?.toString(),
    text: (parameters.get('q') ?? '').slice(0, 255),
  };
}

/** The address of the board with these filters. */
export function addressOf({ status, category, text }: Filters): string {
  const parameters = new URLSearchParams();
  if (status !== 'available') parameters.set('status', status);
  if (category !== undefined) parameters.set('category', category);
  if (text !== '') parameters.set('q', text);
  return parameters.size === 0 ? '/' : `/?${parameters.toString()}`;
}

export const queryOf = ({ status, category, text }: Filters): ListPetsQuery => ({
  limit: 24,
  ...(status !== 'all' && { status }),
  ...(category !== undefined && { categoryId: BigInt(category) }),
  ...(text.trim() !== '' && { q: text.trim() }),
});

/** Whether the service would list it with these filters. */
export const isAmong = ({ status, category, text }: Filters, pet: Pet): boolean =>
  (status === 'all' || pet.status === status) &&
  (category === undefined || String(pet.categoryId) === category) &&
  pet.name.toLowerCase().includes(text.trim().toLowerCase());
