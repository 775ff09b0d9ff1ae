import { type ReadonlySignal, signal } from '@preact/signals';
import type { ExpandedPet, PetstoreError } from '../../../client/src/petstore.ts';
import { failureOf } from '../data/failure.ts';

/** The animal of one page. */
export interface ShownAnimal {
  readonly id: number;
  /** `missing` if the id names none; `gone` if it was shown before. */
  readonly pet: ReadonlySignal<ExpandedPet | 'missing' | 'gone' | undefined>;
  readonly error: ReadonlySignal<PetstoreError | undefined>;
  load(): Promise<void>;
  show(pet: ExpandedPet): void;
  lose(): void;
}

/**
 * @param listed the animal as a list has it, to be shown until it is read
 * @param read returns undefined if there is none, or visitors do not see it
 */
export function openAnimal(
  id: number,
  listed: ExpandedPet | undefined,
  read: (id: number) => Promise<ExpandedPet | undefined>,
): ShownAnimal {
  const isPossible = Number.isSafeInteger(id);
  const pet = signal<ExpandedPet | 'missing' | 'gone' | undefined>(isPossible ? listed : 'missing');
  const error = signal<PetstoreError | undefined>(undefined);
  let changes = 0;
  const animal: ShownAnimal = {
    id,
    pet,
    error,
    async load() {
      error.value = undefined;
      if (!isPossible) return;
      try {
        const before = changes;
        const found = await read(id);
        // An event has said more than the answer, which may be from before it.
        if (changes !== before) return await animal.load();
        if (found === undefined) animal.lose();
        else animal.show(found);
      } catch (failure) {
        error.value = failureOf(failure);
      }
    },
    show: (found) => {
      changes += 1;
      pet.value = found;
    },
    lose() {
      changes += 1;
      const before = pet.peek();
      pet.value = typeof before === 'object' ? 'gone' : (before ?? 'missing');
    },
  };
  return animal;
}
