import { Link } from 'wouter-preact';
import { PET_STATUSES } from '../../../../src/vocabulary/pet-lifecycle.ts';
import { petstore } from '../../api.ts';
import { numberText } from '../../design/text/number-text.ts';
import { statusTitles } from '../../pets/status.tsx';
import { ownAccount } from '../../session.ts';
import { useLiveQuery } from '../live.ts';
import { addressOf, type AnimalFilters } from './animal-list.ts';

const pauseMs = 2_000;

/** How many animals there are with each status, each a link to them. */
export function StatusCounts({ filters }: { readonly filters: AnimalFilters }) {
  const { organization } = filters;
  const { data } = useLiveQuery(
    (signal) =>
      petstore.orders.inventory({ signal, ...(organization !== undefined && { organizationId: organization }) }),
    [organization],
    ({ type }) => type.startsWith('pet.') && type !== 'pet.updated',
    pauseMs,
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
