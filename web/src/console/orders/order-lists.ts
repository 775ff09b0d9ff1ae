import { type Signal, signal } from '@preact/signals';
import type { Int64, ListOrdersQuery, Order, OrderStatus } from '../../../../client/src/petstore.ts';
import { ORDER_TRANSITIONS } from '../../../../src/vocabulary/order-lifecycle.ts';
import { petstore } from '../../api.ts';
import { keep, kept } from '../../data/kept.ts';
import { type List, openList } from '../../data/list.ts';
import { ownAccount } from '../../session.ts';
import { knownAnimal } from '../animals/known-animals.ts';

/** A list of orders, which follows the changes that events report. */
export interface OrderList {
  readonly list: List<Order>;
  readonly statuses: readonly OrderStatus[];
  /** Whether an order that got another status stays until the list is read again: rows must not vanish under the pointer. */
  readonly keeps: boolean;
  readonly compare: (one: Order, other: Order) => number;
}

export interface OrderFilters {
  /** Orders of this animal only. */
  readonly petId: Int64 | undefined;
  /** Orders for animals of this organization only. */
  readonly organizationId: number | undefined;
  /** Orders with this text in the name or address of the adopter or in the name of the animal. */
  readonly q: string;
}

const newestFirst = (one: Order, other: Order): number => other.id - one.id;
const soonestFirst = (one: Order, other: Order): number =>
  Date.parse(one.expiresAt) - Date.parse(other.expiresAt) || one.id - other.id;

/** Orders with one of the statuses. Of those that wait for approval, what expires soonest comes first. */
export function openOrders(
  { petId, organizationId, q }: OrderFilters,
  statuses: readonly OrderStatus[],
  keeps: boolean,
): OrderList {
  const isSoonest = statuses.every((status) => status === 'placed');
  return {
    list: openList((query: ListOrdersQuery) => petstore.orders.list(query), {
      limit: keeps ? 40 : 20,
      status: [...statuses],
      ...(isSoonest && { sort: 'expires' as const }),
      ...(petId !== undefined && { petId }),
      ...(organizationId !== undefined && { organizationId }),
      ...(q !== '' && { q }),
    }),
    statuses,
    keeps,
    compare: isSoonest ? soonestFirst : newestFirst,
  };
}

/** Shows an order where it is now. @param isNew whether it may come into lists that do not have it: a search may not find it */
export function putOrder({ list, statuses, keeps, compare }: OrderList, order: Order, isNew: boolean): void {
  const belongs = statuses.includes(order.status);
  list.change((items) => {
    const isShown = items.some(({ id }) => id === order.id);
    if (isShown && !belongs && !keeps) return items.filter(({ id }) => id !== order.id);
    if (isShown) return items.map((item) => (item.id === order.id ? order : item));
    const last = items.at(-1);
    // An order behind the pages read so far comes with its page.
    const isWithin = !list.hasMore.value || (last !== undefined && compare(order, last) < 0);
    return belongs && isNew && isWithin ? [...items, order].toSorted(compare) : items;
  });
}

/** The transitions that this account can make. Only the side of the animal does more than cancel. */
export const movesOf = (order: Order): readonly MoveName[] =>
  MOVE_NAMES.filter(
    (name) =>
      (ORDER_TRANSITIONS[name].from as readonly OrderStatus[]).includes(order.status) &&
      (name === 'cancel' || isDecidedHere(order)),
  );

export type MoveName = Exclude<keyof typeof ORDER_TRANSITIONS, 'expire'>;
const MOVE_NAMES = (Object.keys(ORDER_TRANSITIONS) as (keyof typeof ORDER_TRANSITIONS)[]).filter(
  (name) => name !== 'expire',
);

/** Whether this account decides about the order, or the application: a member's own orders may be for animals of others. */
export function isDecidedHere({ petId }: Pick<Order, 'petId'>): boolean {
  const account = ownAccount.value;
  const owner = knownAnimal(petId)?.owner;
  if (account?.role === 'operator' || owner === undefined) return true;
  return owner.organization?.id === account?.organization?.id;
}

/** What the parts of the page share. It stays the same while the page shows the same lists. */
export interface Desk {
  /** The address of an order, beside the same lists. */
  readonly addressOf: (orderId?: number) => string;
  /** Shows the current state of an order. */
  readonly put: (order: Order) => void;
  /** Asks what to say with a transition, and makes it. */
  readonly ask: (order: Order, move: MoveName) => void;
}

/** Board: a column for each status. List: one table, in which several orders can be selected. */
export type View = 'board' | 'list';

const key = 'petstore-orders-view';

export const view: Signal<View> = signal(kept(key) === 'list' ? 'list' : 'board');

/** Remembers the choice. */
export function chooseView(chosen: View): void {
  view.value = chosen;
  keep(key, chosen);
}
