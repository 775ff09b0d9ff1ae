import type { JSX } from 'preact';
import { useLocation } from 'wouter-preact';
import { type Essential, ESSENTIALS } from '../../../../src/vocabulary/animal-profile.ts';
import { Select } from '../../design/controls/field.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { statusTitles } from '../../pets/status.tsx';
import { ownAccount } from '../../session.ts';
import { categoryOptions } from '../categories/categories.tsx';
import { OrganizationSelect } from '../organizations/organizations.tsx';
import { addressOf, type AnimalFilters, type AnimalSort, SORTS } from './animal-list.ts';

/** Keeps every filter in the address, so a view can be bookmarked, shared and undone with the back button. */
export function AnimalFilterBar({ filters }: { readonly filters: AnimalFilters }): JSX.Element {
  const [, navigate] = useLocation();
  const isOperator = ownAccount.value?.role === 'operator';
  const go = (changes: Partial<AnimalFilters>) =>
    navigate(addressOf({ ...filters, ...changes }, isOperator), { replace: changes.text !== undefined });
  return (
    <div class="console-filters">
      <SearchBox label="Search by name" value={filters.text} onSearch={(text) => go({ text })} />
      <Select
        label="Status"
        isLabelHidden
        value={filters.status}
        onValue={(status) => go({ status: status as AnimalFilters['status'] })}
        options={[
          { value: 'all', label: 'Every status' },
          ...Object.entries(statusTitles()).map(([value, label]) => ({ value, label })),
        ]}
      />
      <Select
        label="Category"
        isLabelHidden
        value={filters.category ?? ''}
        onValue={(category) => go({ category: category === '' ? undefined : category })}
        options={[{ value: '', label: 'Every category' }, ...withUnknown(filters.category)]}
      />
      <Select
        label="What is missing"
        isLabelHidden
        value={filters.missing ?? ''}
        onValue={(missing) => go({ missing: missing === '' ? undefined : (missing as Essential) })}
        options={[
          { value: '', label: 'Complete or not' },
          ...Object.entries(ESSENTIALS).map(([value, label]) => ({ value, label })),
        ]}
      />
      <Select
        label="Order"
        isLabelHidden
        value={filters.sort}
        onValue={(sort) => go({ sort: sort as AnimalSort })}
        options={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
      />
      <OrganizationSelect value={filters.organization} onValue={(organization) => go({ organization })} />
    </div>
  );
}

/** The categories, and the chosen one even if it does not exist. */
function withUnknown(chosen: string | undefined): { value: string; label: string }[] {
  const options = categoryOptions();
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: `No. ${chosen}` }];
}
