import { useLocation, useParams, useSearch } from 'wouter-preact';
import { OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from '../../../../src/vocabulary/order-lifecycle.ts';
import { addressWith } from '../../data/address-with.ts';
import { pathId } from '../../data/path-id.ts';
import { ownAccount } from '../../session.ts';
import { organizationIn } from '../organizations/organizations.tsx';
import { ADOPTION_STATES } from '../words.ts';
import type { OrderFilters } from './order-lists.ts';

/** What the list can show. */
export const SHOWN: Readonly<Record<string, { readonly label: string; readonly statuses: readonly OrderStatus[] }>> = {
  ...Object.fromEntries(
    ORDER_STATUSES.map((status) => [status, { label: ADOPTION_STATES[status].title, statuses: [status] }]),
  ),
  open: { label: 'Open adoptions', statuses: OPEN_STATUSES },
  closed: { label: 'Closed adoptions', statuses: ['cancelled', 'expired', 'returned'] },
  all: { label: 'All adoptions', statuses: ORDER_STATUSES },
};

type Changes = Readonly<Partial<Record<'organization' | 'q' | 'show', string | undefined>>>;

/** What the address of the page says. */
export interface OrdersAddress extends OrderFilters {
  readonly petId: number | undefined;
  /** The order beside the lists. */
  readonly shown: number | undefined;
  /** A name in `SHOWN`. */
  readonly show: string;
  readonly search: string;
  /** The address after these changes, by default beside the same order. */
  readonly addressOf: (changes: Changes, order?: number) => string;
  readonly navigate: (address: string) => void;
}

export function useOrdersAddress(): OrdersAddress {
  const search = useSearch();
  const [, navigate] = useLocation();
  const { order: path } = useParams<{ order?: string }>();
  const shown = path === undefined ? undefined : pathId(path);
  const parameters = new URLSearchParams(search);
  return {
    shown,
    search,
    navigate,
    petId: pathId(parameters.get('pet') ?? undefined) || undefined,
    organizationId: ownAccount.value?.role === 'operator' ? organizationIn(search) : undefined,
    q: parameters.get('q') ?? '',
    show: Object.keys(SHOWN).find((name) => name === parameters.get('show')) ?? 'placed',
    addressOf: (changes, order = shown) => orderAddress(order, search, changes),
  };
}

/** The address of an order beside lists, or of the lists alone. */
export const orderAddress = (order: number | undefined, search: string, changes: Changes = {}): string =>
  addressWith(order === undefined ? '/console/orders' : `/console/orders/${order}`, changes, search);
