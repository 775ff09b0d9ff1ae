import { signal } from '@preact/signals';
import {
  type ChangedPet,
  type ExpandedPet,
  type ListPetsQuery,
  type Pet,
  PetstoreError,
} from '../../../../client/src/petstore.ts';
import { type Essential, ESSENTIALS } from '../../../../src/vocabulary/animal-profile.ts';
import { FIRST_ANIMALS } from '../../../../src/vocabulary/site.ts';
import { petstore } from '../../api.ts';
import { addressWith } from '../../data/address-with.ts';
import { failureOf } from '../../data/failure.ts';
import { type List, openList, putItem, removeItem } from '../../data/list.ts';
import { filterAddresses, matches, type PetFilters, queryOf } from '../../pets/filters.ts';
import type { ConsoleEvent } from '../live.ts';
import { organizationShown } from '../organizations/organizations.tsx';

/** Whether the list of animals is to open its dialog for a new one, as a shortcut asks. */
export const wantsToAdd = signal(false);

export interface AnimalFilters extends PetFilters {
  /** Animals of this organization only. */
  readonly organization: number | undefined;
  /** Only animals that lack this information. */
  readonly missing: Essential | undefined;
  readonly sort: AnimalSort;
}

/** The orders of lists, in the words of a choice. */
export const SORTS = { newest: 'Newest first', longest_waiting: 'Waiting longest first' } as const;
export type AnimalSort = keyof typeof SORTS;

const ESSENTIAL_NAMES = Object.keys(ESSENTIALS) as Essential[];

const path = FIRST_ANIMALS.page;
const addresses = filterAddresses(path, 'all');

export const filtersOf = (search: string): AnimalFilters => ({
  ...addresses.filtersOf(search),
  organization: organizationShown(search),
  missing: ESSENTIAL_NAMES.find((essential) => essential === new URLSearchParams(search).get('missing')),
  sort: new URLSearchParams(search).get('sort') === 'longest_waiting' ? 'longest_waiting' : 'newest',
});

/** The address of a list. Members see one organization, so their addresses do not name it. */
export function addressOf(filters: AnimalFilters, isOperator: boolean): string {
  const { missing, sort, organization } = filters;
  const [, search] = addresses.addressOf(filters).split('?');
  const more = {
    missing,
    sort: sort === 'newest' ? '' : sort,
    organization: isOperator ? organization?.toString() : '',
  };
  return addressWith(path, more, search);
}

/** The animals with their owners and photos, which follows the changes that events report. */
export interface AnimalList extends List<ExpandedPet> {
  /** Shows the animal, which an answer or an event has brought without its owner and photos. */
  readonly put: (pet: Pet) => void;
  readonly apply: (event: ConsoleEvent) => void;
}

/** The highest number of ids in one request. */
const idsAtOnce = 100;
/** Events of many animals arrive together. */
const gatherMs = 300;
/** Between two readings, for most events: other organizations' animals arrive too, as during an import. */
const pauseMs = 5_000;

/** The query for the animals that match the filters, in their order. */
export const animalsQuery = (filters: AnimalFilters): ListPetsQuery => ({
  ...queryOf(filters),
  ...(filters.organization !== undefined && { organizationId: filters.organization }),
  ...(filters.missing !== undefined && { missing: [filters.missing] }),
  ...(filters.sort !== 'newest' && { sort: filters.sort }),
});

export function openAnimals(filters: AnimalFilters): AnimalList {
  const query: ListPetsQuery = { ...animalsQuery(filters), expand: [...FIRST_ANIMALS.expand] };
  // Of another order it is not known where a new animal belongs.
  const isSorted = filters.sort === 'newest';
  const list = openList((page: ListPetsQuery) => petstore.pets.list(page), { ...query, limit: FIRST_ANIMALS.limit });
  const awaited = new Set<number>();
  /** Animals given to another organization, which may not be the list's. */
  const given = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextMs = Infinity;
  let lastMs = -pauseMs;
  const shown = (id: number) => list.items.value.find((pet) => pet.id === id);

  /** Reads an animal for what an event does not say, such as whose it is. */
  function need(id: number, sinceLastMs = pauseMs): void {
    awaited.add(id);
    const nowMs = performance.now();
    const atMs = Math.max(nowMs + gatherMs, lastMs + sinceLastMs);
    if (atMs >= nextMs) return;
    nextMs = atMs;
    clearTimeout(timer);
    timer = setTimeout(() => void read(), atMs - nowMs);
  }

  async function read(): Promise<void> {
    const ids = [...awaited];
    awaited.clear();
    nextMs = Infinity;
    lastMs = performance.now();
    if (ids.length > idsAtOnce) return list.reload();
    const before = new Map(ids.map((id) => [id, shown(id)]));
    try {
      const { items } = await petstore.pets.list({ ...query, ids, limit: idsAtOnce }).page();
      for (const pet of items) {
        // It has changed since it was asked for: the answer may be from before.
        if (shown(pet.id) !== before.get(pet.id)) need(pet.id);
        else putItem(list, pet, isSorted);
      }
      for (const id of ids) if (given.delete(id) && items.every((pet) => pet.id !== id)) removeItem(list, id);
    } catch (failure) {
      // The animals appear when the list is read again.
      failureOf(failure);
    }
  }

  function put(pet: Pet): void {
    const known = shown(pet.id);
    if (known?.owner === undefined) need(pet.id);
    // Another status has another order, or none.
    const { order, ...rest }: ExpandedPet = known ?? pet;
    const kept = known?.status === pet.status && order !== undefined ? { order } : {};
    putItem(list, { ...rest, ...kept, ...pet }, isSorted && matches(filters, pet));
    if (known !== undefined && pet.status === 'pending' && known.status !== 'pending') need(pet.id);
  }

  // At once: the page asks for more besides.
  void list.more();
  return {
    ...list,
    put,
    apply(event) {
      if (event.type === 'pet.deleted') removeItem(list, event.data.id);
      else if (event.type === 'pet.unlisted') {
        if (shown(event.data.id) !== undefined) need(event.data.id);
      } else if (event.type === 'order.placed' || event.type === 'order.approved') {
        if (shown(event.data.petId) !== undefined) need(event.data.petId);
      } else if (event.type === 'pet.created' || event.type === 'pet.updated' || event.type === 'pet.status_changed') {
        const { changed = [], ...pet }: ChangedPet = event.data;
        if (changed.includes('organizationId')) {
          given.add(pet.id);
          // The giver sees the new owner at once.
          need(pet.id, 0);
        }
        if (changed.includes('photos') || changed.includes('visible')) need(pet.id);
        if (shown(pet.id) !== undefined) put(pet);
        else if (isSorted && matches(filters, pet)) need(pet.id);
      }
    },
  };
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
