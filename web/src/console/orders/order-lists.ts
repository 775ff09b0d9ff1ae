import { signal } from '@preact/signals';
import type { Int64, ListOrdersQuery, Order, OrderStatus, Pet } from '../../../../client/src/petstore.ts';
import { ORDER_TRANSITIONS, ORDER_STATUSES } from '../../../../src/vocabulary/order-lifecycle.ts';
import { petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { type List, openList, putItem, removeItem } from '../../data/list.ts';

/** The orders by status. */
export type OrderLists = Readonly<Record<OrderStatus, List<Order>>>;

/** @param petId limits the lists to the orders of this animal */
export function openOrders(petId: Int64 | undefined): OrderLists {
  const listOf = (status: OrderStatus) =>
    openList((query: ListOrdersQuery) => petstore.orders.list(query), {
      limit: 20,
      status,
      ...(petId !== undefined && { petId }),
    });
  return Object.fromEntries(ORDER_STATUSES.map((status) => [status, listOf(status)])) as OrderLists;
}

/** Moves an order to the list of its status. */
export function putOrder(lists: OrderLists, order: Order): void {
  for (const [status, list] of Object.entries(lists)) {
    if (order.status === status) putItem(list, order, true);
    else removeItem(list, order.id);
  }
}

/** The transitions that a person can make from this status. */
export const movesFrom = (status: OrderStatus): readonly MoveName[] =>
  MOVE_NAMES.filter((name) => (ORDER_TRANSITIONS[name].from as readonly OrderStatus[]).includes(status));

export type MoveName = Exclude<keyof typeof ORDER_TRANSITIONS, 'expire'>;
const MOVE_NAMES = (Object.keys(ORDER_TRANSITIONS) as (keyof typeof ORDER_TRANSITIONS)[]).filter(
  (name) => name !== 'expire',
);

/** The animals of the orders, by id; `missing` if the animal was deleted. */
export const animals = signal<ReadonlyMap<number, Pet | 'missing'>>(new Map());
const asked = new Set<number>();
/** The highest number of ids in one request. */
const idsAtOnce = 100;

export function putAnimals(pets: readonly Pet[]): void {
  animals.value = new Map([...animals.value, ...pets.map((pet) => [pet.id, pet] as const)]);
}

/** Reads animals that are not loaded yet. After a failure the cards show numbers, and the next call tries again. */
export async function needAnimals(ids: readonly number[]): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !asked.has(id)).slice(0, idsAtOnce);
  if (missing.length === 0) return;
  for (const id of missing) asked.add(id);
  try {
    const { items } = await petstore.pets.list({ ids: missing, limit: idsAtOnce }).page();
    const found = new Map<number, Pet | 'missing'>(missing.map((id) => [id, 'missing']));
    for (const pet of items) found.set(pet.id, pet);
    animals.value = new Map([...animals.value, ...found]);
  } catch (failure) {
    failureOf(failure);
    for (const id of missing) asked.delete(id);
  }
}
