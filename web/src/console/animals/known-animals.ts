import { effect, signal } from '@preact/signals';
import type { ChangedPet, ExpandedPet } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { session } from '../../session.ts';

/** The animals of orders and messages, with owners and photos, by id; `missing` if the animal was deleted. */
export const animals = signal<ReadonlyMap<number, ExpandedPet | 'missing'>>(new Map());
const asked = new Set<number>();
/** Asked for, and not requested yet. */
const wanted = new Set<number>();
// The next user of this window may see other animals.
effect(() => {
  if (session.value !== null) return;
  asked.clear();
  wanted.clear();
  animals.value = new Map();
});
/** The highest number of ids in one request. */
const idsAtOnce = 100;

/** The animal; undefined if it is not loaded, or was deleted. */
export function knownAnimal(id: number | undefined): ExpandedPet | undefined {
  const pet = id === undefined ? undefined : animals.value.get(id);
  return typeof pet === 'object' ? pet : undefined;
}

/** Shows the current state of an animal, which an event brought without its owner and photos. */
export function putAnimal({ changed = [], ...pet }: ChangedPet): void {
  const known = knownAnimal(pet.id);
  animals.value = new Map(animals.value).set(pet.id, { ...known, ...pet });
  if (known === undefined || !changed.includes('photos')) return;
  asked.delete(pet.id);
  void needAnimals([pet.id]);
}

/** Reads animals that are not loaded yet. After a failure the pages show numbers, and the next call tries again. */
export async function needAnimals(ids: readonly (number | undefined)[]): Promise<void> {
  for (const id of ids) {
    if (id === undefined || asked.has(id)) continue;
    asked.add(id);
    wanted.add(id);
  }
  // What the rows of a list need together is one request.
  await Promise.resolve();
  while (wanted.size > 0) await readSome([...wanted].slice(0, idsAtOnce));
}

async function readSome(ids: number[]): Promise<void> {
  for (const id of ids) wanted.delete(id);
  try {
    const { items } = await petstore.pets.list({ ids, limit: idsAtOnce, expand: ['owner', 'photos'] }).page();
    const found = new Map<number, ExpandedPet | 'missing'>(ids.map((id) => [id, 'missing']));
    for (const pet of items) found.set(pet.id, pet);
    animals.value = new Map([...animals.value, ...found]);
  } catch (failure) {
    failureOf(failure);
    for (const id of ids) asked.delete(id);
  }
}
