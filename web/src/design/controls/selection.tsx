import './selection.css';
import { type ReadonlySignal, signal } from '@preact/signals';

interface Item {
  readonly id: number;
}

/** Which items of a list are selected. */
export interface Selection {
  readonly ids: ReadonlySignal<ReadonlySet<number>>;
  /** Selects or deselects the item and, with `isRange`, all from the last one to it. */
  readonly set: (id: number, isSelected: boolean, isRange: boolean) => void;
  readonly setAll: (isSelected: boolean) => void;
}

/**
 * @param selectable the items of the list that can be selected, in its order
 * @param most how many can be selected at once
 */
export function openSelection(selectable: ReadonlySignal<readonly Item[]>, most = Infinity): Selection {
  const ids = signal<ReadonlySet<number>>(new Set());
  let last: number | undefined;
  const firstOf = (some: Iterable<number>) => new Set([...some].slice(0, most));
  return {
    ids,
    set(id, isSelected, isRange) {
      const all = selectable.value.map((item) => item.id);
      const ends = [all.indexOf(isRange && last !== undefined ? last : id), all.indexOf(id)].toSorted((a, b) => a - b);
      const [from = -1, to = -1] = ends;
      const range = new Set(from < 0 ? [id] : all.slice(from, to + 1));
      ids.value = isSelected ? firstOf(ids.value.union(range)) : ids.value.difference(range);
      last = id;
    },
    setAll(isSelected) {
      ids.value = isSelected ? firstOf(selectable.value.map((item) => item.id)) : new Set();
      last = undefined;
    },
  };
}

interface SelectOneProps {
  readonly id: number;
  /** What is selected, as the accessible name. */
  readonly name: string;
  readonly selection: Selection;
  readonly isDisabled?: boolean;
}

export const SelectOne = ({ id, name, selection, isDisabled = false }: SelectOneProps) => (
  <label class="select-box">
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={selection.ids.value.has(id)}
      disabled={isDisabled}
      onClick={({ currentTarget, shiftKey }) => selection.set(id, currentTarget.checked, shiftKey)}
    />
  </label>
);

interface SelectAllProps {
  readonly selectable: ReadonlySignal<readonly Item[]>;
  readonly selection: Selection;
}

export function SelectAll({ selectable, selection }: SelectAllProps) {
  const { size } = selection.ids.value;
  const count = selectable.value.length;
  return (
    <label class="select-box">
      <input
        type="checkbox"
        aria-label="Select all shown"
        checked={size > 0 && size >= count}
        indeterminate={size > 0 && size < count}
        disabled={count === 0}
        onClick={({ currentTarget }) => selection.setAll(currentTarget.checked)}
      />
    </label>
  );
}
