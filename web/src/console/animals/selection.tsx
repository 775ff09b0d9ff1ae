import { type ReadonlySignal, signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ExpandedPet } from '../../../../client/src/petstore.ts';

/** Which animals of a list are selected. */
export interface Selection {
  readonly ids: ReadonlySignal<ReadonlySet<number>>;
  /** Selects or deselects the animal and, with `isRange`, all from the last one to it. */
  readonly set: (id: number, isSelected: boolean, isRange: boolean) => void;
  readonly setAll: (isSelected: boolean) => void;
}

/** @param shown the animals of the list, in its order */
export function openSelection(shown: ReadonlySignal<readonly ExpandedPet[]>): Selection {
  const ids = signal<ReadonlySet<number>>(new Set());
  let last: number | undefined;
  return {
    ids,
    set(id, isSelected, isRange) {
      const all = shown.value.map((pet) => pet.id);
      const ends = [all.indexOf(isRange && last !== undefined ? last : id), all.indexOf(id)].toSorted((a, b) => a - b);
      const [from = -1, to = -1] = ends;
      const range = new Set(from < 0 ? [id] : all.slice(from, to + 1));
      ids.value = isSelected ? ids.value.union(range) : ids.value.difference(range);
      last = id;
    },
    setAll(isSelected) {
      ids.value = new Set(isSelected ? shown.value.map((pet) => pet.id) : []);
      last = undefined;
    },
  };
}

export const SelectOne = ({
  pet,
  selection,
}: {
  readonly pet: ExpandedPet;
  readonly selection: Selection;
}): JSX.Element => (
  <label class="animal-check">
    <input
      type="checkbox"
      aria-label={`Select ${pet.name}`}
      checked={selection.ids.value.has(pet.id)}
      onClick={({ currentTarget, shiftKey }) => selection.set(pet.id, currentTarget.checked, shiftKey)}
    />
  </label>
);

export function SelectAll({
  shown,
  selection,
}: {
  readonly shown: ReadonlySignal<readonly ExpandedPet[]>;
  readonly selection: Selection;
}): JSX.Element {
  const { size } = selection.ids.value;
  const count = shown.value.length;
  return (
    <label class="animal-check">
      <input
        type="checkbox"
        aria-label="Select all shown"
        checked={size > 0 && size >= count}
        indeterminate={size > 0 && size < count}
        onClick={({ currentTarget }) => selection.setAll(currentTarget.checked)}
      />
    </label>
  );
}
