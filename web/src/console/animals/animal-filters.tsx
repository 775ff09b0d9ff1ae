import { useLocation } from 'wouter-preact';
import { type Essential, ESSENTIALS } from '../../../../src/vocabulary/animal-profile.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { statusTitles } from '../../pets/status.tsx';
import { ownAccount } from '../../session.ts';
import { categoryOptions } from '../categories/categories.tsx';
import { organizations, OrganizationSelect } from '../organizations/organizations.tsx';
import { addressOf, type AnimalFilters, type AnimalSort, SORTS } from './animal-list.ts';

/** Keeps every filter in the address, so a view can be bookmarked, shared and undone with the back button. */
export function AnimalFilterBar({ filters }: { readonly filters: AnimalFilters }) {
  const [, navigate] = useLocation();
  const isOperator = ownAccount.value?.role === 'operator';
  const go = (changes: Partial<AnimalFilters>) =>
    navigate(addressOf({ ...filters, ...changes }, isOperator), { replace: changes.text !== undefined });
  return (
    <div class="console-filters stack tight">
      <SearchBox label="Search by name" value={filters.text} onSearch={(text) => go({ text })} />
      <BareSelect
        label="Status"
        value={filters.status}
        onValue={(status) => go({ status: status as AnimalFilters['status'] })}
        options={[['all', 'Every status'], ...Object.entries(statusTitles())]}
      />
      <BareSelect
        label="Category"
        value={filters.category ?? ''}
        onValue={(category) => go({ category: category === '' ? undefined : category })}
        none="Every category"
        options={categoryOptions().map(({ value, label }) => [value, label])}
        nameOf={(category) => `No. ${category}`}
      />
      <BareSelect
        label="What is missing"
        value={filters.missing ?? ''}
        onValue={(missing) => go({ missing: missing === '' ? undefined : (missing as Essential) })}
        none="Complete or not"
        options={Object.entries(ESSENTIALS)}
      />
      <BareSelect
        label="Order"
        value={filters.sort}
        onValue={(sort) => go({ sort: sort as AnimalSort })}
        options={Object.entries(SORTS)}
      />
      <OrganizationSelect
        value={filters.organization}
        onValue={(organization) => go({ organization })}
        among={organizations.value}
      />
    </div>
  );
}
