import { signal } from '@preact/signals';
import type { Int64, ListOrdersQuery, Order, OrderStatus, Pet } from '../../../../client/src/petstore.ts';
import { MOVES } from '../../../../src/vocabulary/order-lifecycle.ts';
import { petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { type List, openList } from '../../data/list.ts';

/** The orders by status. An order that moves leaves one list for the other. */
export type OrderLists = Readonly<Record<OrderStatus, List<Order>>>;

/** @param petId only orders of this animal */
export function openOrders(petId: Int64 | undefined): OrderLists {
  const listOf = (status: OrderStatus) =>
    openList((query: ListOrdersQuery) => petstore.orders.list(query), {
      limit: 20,
      status,
      ...(petId !== undefined && { petId }),
    });
  return {
    placed: listOf('placed'),
    approved: listOf('approved'),
    delivered: listOf('delivered'),
    returned: listOf('returned'),
    cancelled: listOf('cancelled'),
    expired: listOf('expired'),
  };
}

/** Puts an order where it belongs by now. What is older than a list goes back has its place further down, where it comes by itself. */
export function putOrder(lists: OrderLists, order: Order): void {
  for (const [status, list] of Object.entries(lists)) {
    list.change((items) => {
      const others = items.filter(({ id }) => id !== order.id);
      const oldest = items.at(-1);
      const isWithin = !list.hasMore.value || (oldest !== undefined && order.id >= oldest.id);
      if (order.status !== status || !isWithin) return others.length === items.length ? items : others;
      return [...others, order].toSorted((one, other) => other.id - one.id);
    });
  }
}

/** What may be done to an order in this state by somebody, as against the clock. */
export const movesFrom = (status: OrderStatus): readonly MoveName[] =>
  MOVE_NAMES.filter((name) => (MOVES[name].from as readonly OrderStatus[]).includes(status));

export type MoveName = Exclude<keyof typeof MOVES, 'expire'>;
const MOVE_NAMES = (Object.keys(MOVES) as (keyof typeof MOVES)[]).filter((name) => name !== 'expire');

/** The animals that orders are about, by id; `missing` where one was deleted. */
export const animals = signal<ReadonlyMap<number, Pet | 'missing'>>(new Map());
const asked = new Set<number>();
/** The most that can be asked for at once. */
const idsAtOnce = 100;

export function putAnimals(pets: readonly Pet[]): void {
  animals.value = new Map([...animals.value, ...pets.map((pet) => [pet.id, pet] as const)]);
}

/** Reads the animals that are not known yet. Where that fails cards show their numbers, and what comes next asks again. */
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
