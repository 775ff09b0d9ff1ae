import { useEffect, useMemo } from 'preact/hooks';
import type { Order, OrderCounts } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { type Query, useQuery, useWhileVisible } from '../../data/calls.ts';
import { failureOf } from '../../data/failure.ts';
import { useGathered } from '../../data/use-gathered.ts';
import { ownAccount } from '../../session.ts';
import { putAnimal } from '../animals/known-animals.ts';
import { useLive } from '../live.ts';
import { COLUMNS } from './board.tsx';
import { openOrders, type OrderList, putOrder, view } from './order-lists.ts';
import { type OrdersAddress, SHOWN } from './orders-address.ts';

/** An operator gets no event when an order of another organization is approved. */
const reloadMs = 30_000;
/** Events of many orders arrive together. */
const gatherMs = 500;
/** Without a time of payment in one of these events, the order is not paid. */
const SAYING_PAYMENT: ReadonlySet<string> = new Set(['order.placed', 'order.paid', 'order.unpaid']);

interface Orders {
  /** One for each column of the board, or that of the list. */
  readonly lists: readonly OrderList[];
  readonly counts: Query<OrderCounts>;
  /** Shows the current state of an order. */
  readonly put: (order: Order) => void;
  readonly reload: () => void;
}

/** The orders that the page shows. They follow the events. */
export function useOrders({ petId, organizationId, q, show }: OrdersAddress): Orders {
  const isOperator = ownAccount.value?.role === 'operator';
  const isBoard = view.value === 'board';
  const ofOrganization = organizationId !== undefined && { organizationId };
  const lists = useMemo(() => {
    const filters = { petId, organizationId, q };
    return isBoard
      ? COLUMNS.map((status) => openOrders(filters, [status], false))
      : [openOrders(filters, SHOWN[show]?.statuses ?? ['placed'], true)];
  }, [petId, organizationId, q, isBoard, show]);
  const counts = useQuery(
    () => petstore.orders.counts({ ...(petId !== undefined && { petId }), ...ofOrganization }),
    [petId, organizationId],
  );
  const countSoon = useGathered(gatherMs, counts.reload);
  const put = (order: Order) => {
    const isFound = lists.some(({ list }) => list.items.value.some(({ id }) => id === order.id));
    // Only the service knows whether a search finds an order that is not shown.
    const isNew = isFound || (q === '' && (petId === undefined || order.petId === petId));
    for (const list of lists) putOrder(list, order, isNew);
    countSoon();
  };
  const reload = () => {
    for (const { list } of lists) if (list.items.value.length <= 50) void list.reload();
    counts.reload();
  };
  /** Only the two sides of an order receive its events, but everybody sees the status of its animal change. */
  const readOrdersOf = async (id: number) => {
    try {
      const { items } = await petstore.orders.list({ petId: id, limit: 5, ...ofOrganization }).page();
      for (const order of items) put(order);
    } catch (failure) {
      failureOf(failure);
    }
  };
  useLive({
    onEvent(event) {
      if (event.type === 'pet.status_changed' || event.type === 'pet.updated') {
        putAnimal(event.data);
        if (isOperator && event.type === 'pet.status_changed') void readOrdersOf(event.data.id);
      } else if (event.type.startsWith('order.')) {
        const order = event.data as Order;
        const known = lists.flatMap(({ list }) => list.items.value).find(({ id }) => id === order.id);
        const isPaymentSaid = order.paidAt !== undefined || SAYING_PAYMENT.has(event.type);
        const isUnpaid = known !== undefined && known.paidAt === undefined;
        // The event does not say whose the animal is, and leaves out what one of those who receive it may not read.
        const isWhole = order.adopterWithheld !== true && (isPaymentSaid || isUnpaid);
        if (organizationId === undefined && isWhole) put(order);
        else void readOrdersOf(order.petId);
      }
    },
    onGap: reload,
  });
  useWhileVisible(reloadMs, () => {
    if (isOperator) reload();
  });
  // All columns, although a phone shows one at first.
  useEffect(() => {
    for (const { list } of lists) void list.more();
  }, [lists]);
  return { lists, counts, put, reload };
}
