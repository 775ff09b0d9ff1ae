import type { JSX } from 'preact';
import { useLocation } from 'wouter-preact';
import { Select } from '../../design/controls/field.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import type { PetFilters } from '../../pets/filters.ts';
import { STATUS_TITLES } from '../../pets/status.tsx';
import { categoryOptions } from '../categories/categories.tsx';
import { ADDRESSES } from './animal-list.ts';

/** Keeps every filter in the address, so a view can be bookmarked, shared and undone with the back button. */
export function AnimalFilterBar({ filters }: { readonly filters: PetFilters }): JSX.Element {
  const [, navigate] = useLocation();
  const go = (changes: Partial<PetFilters>) =>
    navigate(ADDRESSES.addressOf({ ...filters, ...changes }), { replace: changes.text !== undefined });
  return (
    <div class="console-filters">
      <SearchBox label="Search by name" value={filters.text} onSearch={(text) => go({ text })} />
      <Select
        label="Status"
        isLabelHidden
        value={filters.status}
        onValue={(status) => go({ status: status as PetFilters['status'] })}
        options={[
          { value: 'all', label: 'Every status' },
          ...Object.entries(STATUS_TITLES).map(([value, label]) => ({ value, label })),
        ]}
      />
      <Select
        label="Category"
        isLabelHidden
        value={filters.category ?? ''}
        onValue={(category) => go({ category: category === '' ? undefined : category })}
        options={[{ value: '', label: 'Every category' }, ...withUnknown(filters.category)]}
      />
    </div>
  );
}

/** The categories, and the chosen one even if it does not exist. */
function withUnknown(chosen: string | undefined): { value: string; label: string }[] {
  const options = categoryOptions();
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: `No. ${chosen}` }];
}
