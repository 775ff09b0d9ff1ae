import './orders.css';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { Order, OrderStatus } from '../../../../client/src/petstore.ts';
import { isOpen } from '../../../../src/vocabulary/order-lifecycle.ts';
import { petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { isFirstLoad, type List } from '../../data/list.ts';
import { useQuery } from '../../data/use-query.ts';
import { useWhileVisible } from '../../data/use-while-visible.ts';
import { Card } from '../../design/data/card.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Tabs } from '../../design/layout/tabs.tsx';
import { ownAccount } from '../../session.ts';
import { useLive } from '../live.ts';
import { hasSeveral, organizationIn, OrganizationSelect } from '../organizations/organizations.tsx';
import { ClosedOrders } from './closed-orders.tsx';
import { OrderCard } from './order-card.tsx';
import {
  animals,
  needAnimals,
  type OpenOrders,
  openOrders,
  openOrdersOfAdopter,
  type OrderLists,
  putAnimal,
  putOrder,
} from './order-lists.ts';

/** An operator gets no event when an order of another organization is approved. */
const reloadMs = 30_000;

const COLUMNS = [
  { status: 'placed', title: 'Placed', about: 'Waiting for approval', empty: 'No orders to approve.' },
  {
    status: 'approved',
    title: 'Approved',
    about: 'Ready to be picked up',
    empty: 'No orders to pick up.',
  },
  { status: 'delivered', title: 'Delivered', about: 'Adopted', empty: 'No deliveries yet.' },
] as const;

export function Orders(): JSX.Element {
  const search = useSearch();
  const [, navigate] = useLocation();
  const petId = petIn(search);
  const isOperator = ownAccount.value?.role === 'operator';
  const organizationId = isOperator ? organizationIn(search) : undefined;
  const lists = useMemo(() => openOrders({ petId, organizationId }), [petId, organizationId]);
  const [moved, setMoved] = useState<number>();
  const put = (order: Order) => {
    if (petId === undefined || order.petId === petId) putOrder(lists, order);
  };
  /** Only the two sides of an order receive its events, but everybody sees the status of its animal change. */
  const readOrdersOf = async (id: number) => {
    try {
      const scope = organizationId === undefined ? {} : { organizationId };
      const { items } = await petstore.orders.list({ petId: id, limit: 5, ...scope }).page();
      for (const order of items) put(order);
    } catch (failure) {
      failureOf(failure);
    }
  };
  const reload = () => {
    for (const list of Object.values(lists)) if (list.items.value.length <= 20) void list.reload();
  };
  useLive({
    onEvent(event) {
      if (event.type === 'pet.status_changed' || event.type === 'pet.updated') {
        putAnimal(event.data);
        if (isOperator && event.type === 'pet.status_changed') void readOrdersOf(event.data.id);
      } else if (event.type.startsWith('order.')) {
        const order = event.data as Order;
        // The event does not say whose the animal is, and is the same for those who may read the adopter and those who may not.
        if (organizationId === undefined && order.adopterWithheld !== true) put(order);
        else void readOrdersOf(order.petId);
      }
    },
    onGap: reload,
  });
  useWhileVisible(reloadMs, () => {
    if (isOperator) reload();
  });
  // All three, although a phone shows one at first.
  useEffect(() => {
    for (const { status } of COLUMNS) void lists[status].more();
  }, [lists]);
  useEffect(() => {
    if (moved === undefined) return;
    // The focused button disappeared with the card's old position.
    document.getElementById(`order-${moved}`)?.focus();
    setMoved(undefined);
  }, [moved]);
  const onMoved = (order: Order) => {
    put(order);
    setMoved(order.id);
  };
  return (
    <>
      <PageHeader
        title="Orders"
        about={
          petId === undefined ? (
            'Adoptions from reservation to delivery. New orders appear automatically.'
          ) : (
            <OfOne petId={petId} />
          )
        }
      />
      {hasSeveral() && (
        <div class="console-filters">
          <OrganizationSelect
            value={organizationId}
            onValue={(id) => navigate(`/console/orders${id === undefined ? '' : `?organization=${id}`}`)}
          />
        </div>
      )}
      <div class="orders-board">
        {COLUMNS.map((column) => (
          <Column
            key={column.status}
            {...column}
            lists={lists}
            isFiltered={organizationId !== undefined}
            onMoved={onMoved}
            onAllCancelled={() => {
              for (const status of ['placed', 'approved', 'cancelled'] as const) void lists[status].reload();
            }}
          />
        ))}
      </div>
      <section class="orders-closed" aria-labelledby="orders-closed">
        <h2 id="orders-closed">Closed</h2>
        <Card isFlush>
          <Tabs
            label="Closed orders"
            tabs={(['cancelled', 'expired', 'returned'] as const).map((status) => ({
              name: { cancelled: 'Cancelled', expired: 'Expired', returned: 'Returned' }[status],
              content: () => <ClosedOrders key={status} status={status} list={lists[status]} />,
            }))}
          />
        </Card>
      </section>
    </>
  );
}

function petIn(search: string): number | undefined {
  const pet = new URLSearchParams(search).get('pet') ?? '';
  return /^\d{1,15}$/.test(pet) ? Number(pet) : undefined;
}

function OfOne({ petId }: { readonly petId: number }): JSX.Element {
  useQuery(() => needAnimals([petId]), [petId]);
  const pet = animals.value.get(petId);
  return (
    <>
      Only orders for {typeof pet === 'object' ? <bdi>{pet.name}</bdi> : `animal ${petId}`}.{' '}
      <Link href="/console/orders">Show all orders</Link>
    </>
  );
}

interface ColumnProps {
  readonly status: OrderStatus;
  readonly title: string;
  readonly about: string;
  readonly empty: string;
  readonly lists: OrderLists;
  /** Whether the lists have the orders of one organization of several. */
  readonly isFiltered: boolean;
  readonly onMoved: (order: Order) => void;
  readonly onAllCancelled: () => void;
}

function Column({ status, title, about, empty, lists, isFiltered, onMoved, onAllCancelled }: ColumnProps): JSX.Element {
  const list = lists[status];
  useAnimalsOf(list);
  const items = list.items.value;
  const isFirst = isFirstLoad(list);
  const headId = `orders-${status}`;
  return (
    <section class="orders-column" data-status={status} aria-labelledby={headId} aria-busy={isFirst}>
      <header class="orders-column-head">
        <h2 id={headId}>
          {title}{' '}
          {(items.length > 0 || !list.hasMore.value) && (
            <span class="orders-count numbers">
              {items.length}
              {list.hasMore.value && '+'}
            </span>
          )}
        </h2>
        <p>{about}</p>
      </header>
      {isFirst && <Skeleton height="9rem" />}
      {items.length === 0 && !list.hasMore.value && <p class="orders-empty">{empty}</p>}
      <ul class="orders-list">
        {items.map((order) => (
          <li key={order.id}>
            <OrderCard
              order={order}
              openOfAdopter={severalOpen(lists, order, isFiltered)}
              onMoved={onMoved}
              onAllCancelled={onAllCancelled}
            />
          </li>
        ))}
      </ul>
      <ListEnd list={list} />
    </section>
  );
}

/** The open orders of the adopter of an open order, if there are several. */
function severalOpen(lists: OrderLists, order: Order, isFiltered: boolean): OpenOrders | undefined {
  if (order.adopter === undefined || !isOpen(order.status)) return undefined;
  const open = openOrdersOfAdopter(lists, order, isFiltered);
  return open.orders.length > 1 ? open : undefined;
}

/** Loads the animals of the orders. */
function useAnimalsOf(list: List<Order>): void {
  const items = list.items.value;
  useEffect(() => void needAnimals(items.map(({ petId }) => petId)), [items]);
}
