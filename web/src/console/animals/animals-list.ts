import {
  etagOf,
  type ListPetsQuery,
  type Pet,
  PetstoreError,
  type PetStatus,
} from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { type List, openList } from '../../data/list.ts';
import type { ConsoleEvent } from '../live.ts';

/** Which animals are shown, as the address says it. */
export interface AnimalFilters {
  readonly text: string;
  readonly status: PetStatus | undefined;
  /** The id of the category as text. */
  readonly category: string | undefined;
}

const STATUSES: readonly string[] = ['available', 'pending', 'sold'] satisfies PetStatus[];

export function filtersOf(search: string): AnimalFilters {
  const parameters = new URLSearchParams(search);
  const status = parameters.get('status') ?? '';
  const category = parameters.get('category') ?? '';
  return {
    text: parameters.get('q') ?? '',
    status: STATUSES.includes(status) ? (status as PetStatus) : undefined,
    category: /^-?\d{1,19}$/.test(category) ? category : undefined,
  };
}

export function addressOf({ text, status, category }: AnimalFilters): string {
  const parameters = new URLSearchParams({
    ...(text !== '' && { q: text }),
    ...(status !== undefined && { status }),
    ...(category !== undefined && { category }),
  }).toString();
  return parameters === '' ? '/console/animals' : `/console/animals?${parameters}`;
}

export const openAnimals = ({ text, status, category }: AnimalFilters): List<Pet> =>
  openList((query: ListPetsQuery) => petstore.pets.list(query), {
    limit: 50,
    ...(text.trim() !== '' && { q: text.trim() }),
    ...(status !== undefined && { status }),
    ...(category !== undefined && { categoryId: int64Of(category) }),
  });

/** A whole number as the API takes it: exact, however large. */
export const int64Of = (text: string): number | bigint =>
  Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);

/** In characters as the API counts them, which are Unicode's. */
export const lengthOf = (text: string): number => Array.from(text).length;

const isAmong = ({ text, status, category }: AnimalFilters, pet: Pet): boolean =>
  (status === undefined || pet.status === status) &&
  (category === undefined || String(pet.categoryId) === category) &&
  pet.name.toLowerCase().includes(text.trim().toLowerCase());

/** Puts an event into the list. Who is in it stays, also where the filters fit no longer: rows must not vanish under the hand. */
export function takeEvent(list: List<Pet>, filters: AnimalFilters, event: ConsoleEvent): void {
  if (event.type === 'pet.deleted') dropAnimal(list, event.data.id);
  else if (event.type === 'pet.created' || event.type === 'pet.updated' || event.type === 'pet.status_changed')
    putAnimal(list, filters, event.data);
}

export function putAnimal(list: List<Pet>, filters: AnimalFilters, pet: Pet): void {
  list.change((items) => {
    const at = items.findIndex(({ id }) => id === pet.id);
    if (at >= 0) return items.with(at, pet);
    const oldest = items.at(-1);
    const isWithin = !list.hasMore.value || (oldest !== undefined && pet.id > oldest.id);
    if (!isWithin || !isAmong(filters, pet)) return items;
    return [...items, pet].toSorted((one, other) => other.id - one.id);
  });
}

export const dropAnimal = (list: List<Pet>, id: number): void =>
  list.change((items) => items.filter((pet) => pet.id !== id));

/** The animal as it is now, with its version for `If-Match`: a change of nothing changes nothing, and answers with both. */
export const current = (id: number): Promise<Pet> => petstore.pets.update(id, {});

/**
 * The same, for who is about to change what is on the screen.
 *
 * @throws PetstoreError `precondition_failed` where it is another animal by now
 */
export async function currentAsShown(shown: Pet): Promise<Pet> {
  const now = await current(shown.id);
  const isSame =
    now.name === shown.name && now.status === shown.status && String(now.categoryId) === String(shown.categoryId);
  if (isSame) return now;
  throw new PetstoreError('precondition_failed', 'Somebody else has changed this animal meanwhile.');
}

/** For a change of what a call gave just now. */
export function versionOf(resource: object): { ifMatch?: string } {
  const ifMatch = etagOf(resource);
  return ifMatch === undefined ? {} : { ifMatch };
}
