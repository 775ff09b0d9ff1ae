import { Link, useLocation } from 'wouter-preact';
import { type Essential, ESSENTIALS } from '../../../../src/vocabulary/animal-profile.ts';
import { PET_STATUSES } from '../../../../src/vocabulary/pet-lifecycle.ts';
import { petstore } from '../../api.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { statusTitles } from '../../pets/status.tsx';
import { ownAccount } from '../../session.ts';
import { categoryOptions } from '../categories/categories.tsx';
import { useLiveQuery } from '../live.ts';
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

/** The shortest time between two countings. */
const missingPauseMs = 5_000;

const have = (count: number): string => (count === 1 ? 'has' : 'have');

/** The hint for this number of animals. */
const WORDS: Readonly<Record<Essential, (count: number) => string>> = {
  photos: (count) => `${have(count)} no photo`,
  description: (count) => `${have(count)} no story`,
  age: () => 'of unknown age',
  sex: () => 'of unknown sex',
  size: () => 'of unknown size',
  children: () => 'with no word on children',
};

/** What adopters will miss of available animals, each with a link to these. The service counts up to some thousand animals. */
export function MissingHints({ organization }: { readonly organization: number | undefined }) {
  const { data, error } = useLiveQuery(
    (signal) =>
      petstore.pets.facets(
        { status: 'available', ...(organization !== undefined && { organizationId: organization }) },
        { signal },
      ),
    [organization],
    ({ type }) => type.startsWith('pet.'),
    missingPauseMs,
  );
  // Hints must not interrupt a reader of the list.
  if (error !== undefined) return null;
  if (data === undefined) return <div class="animals-missing small quiet" aria-busy="true" />;
  const hints = (Object.keys(ESSENTIALS) as Essential[]).flatMap((essential) => {
    if (data.total === undefined) return { essential, words: ESSENTIALS[essential] };
    const { count = 0 } = data.missing?.find(({ value }) => value === essential) ?? {};
    return count === 0 ? [] : { essential, words: `${numberText(count)} ${WORDS[essential](count)}` };
  });
  if (hints.length === 0) return null;
  return (
    <nav class="animals-missing small quiet" aria-label="What adopters will miss">
      <span>{data.total === undefined ? 'Available:' : `Of ${numberText(data.total)} available:`}</span>
      {hints.map(({ essential, words }) => (
        <Link key={essential} href={addressTo(essential, organization)}>
          {words}
        </Link>
      ))}
    </nav>
  );
}

const addressTo = (missing: Essential, organization: number | undefined): string =>
  addressOf(
    { status: 'available', category: undefined, text: '', organization, missing, sort: 'newest' },
    ownAccount.value?.role === 'operator',
  );

const countPauseMs = 2_000;

/** How many animals there are with each status, each a link to them. */
export function StatusCounts({ filters }: { readonly filters: AnimalFilters }) {
  const { organization } = filters;
  const { data } = useLiveQuery(
    (signal) =>
      petstore.orders.inventory({ signal, ...(organization !== undefined && { organizationId: organization }) }),
    [organization],
    ({ type }) => type.startsWith('pet.') && type !== 'pet.updated',
    countPauseMs,
  );
  const total = data && data.available + data.pending + data.sold;
  const isOperator = ownAccount.value?.role === 'operator';
  const link = (status: AnimalFilters['status'], words: string, count: number | undefined) => (
    <Link
      key={status}
      href={addressOf({ ...filters, status }, isOperator)}
      aria-current={filters.status === status ? 'true' : undefined}
    >
      {words} <span class="numbers quiet">{count === undefined ? '…' : numberText(count)}</span>
    </Link>
  );
  return (
    <nav class="animals-counts" aria-label="By status">
      {link('all', 'All', total)}
      {PET_STATUSES.map((status) => link(status, statusTitles()[status], data?.[status]))}
    </nav>
  );
}
