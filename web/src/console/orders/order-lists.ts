import { signal } from '@preact/signals';
import type { ExpandedPet, Int64, ListOrdersQuery, Order, OrderStatus, Pet } from '../../../../client/src/petstore.ts';
import { ORDER_TRANSITIONS, ORDER_STATUSES } from '../../../../src/vocabulary/order-lifecycle.ts';
import { petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { type List, openList, putItem, removeItem } from '../../data/list.ts';
import { ownAccount } from '../../session.ts';

/** The orders by status. */
export type OrderLists = Readonly<Record<OrderStatus, List<Order>>>;

/** The open orders of one person. */
export interface OpenOrders {
  readonly orders: readonly Order[];
  /** Whether there may be others: on pages that were not read yet, or at organizations that are not shown. */
  readonly hasMore: boolean;
}

/** The open orders with the address of this order's adopter, with this one. */
export function openOrdersOfAdopter(
  { placed, approved }: OrderLists,
  { adopter }: Order,
  isFiltered: boolean,
): OpenOrders {
  const isSame = (other: Order) => other.adopter?.email.toLowerCase() === adopter?.email.toLowerCase();
  return {
    orders: [...placed.items.value, ...approved.items.value].filter(isSame),
    hasMore: isFiltered || placed.hasMore.value || approved.hasMore.value,
  };
}

interface OrderFilters {
  /** Orders of this animal only. */
  readonly petId: Int64 | undefined;
  /** Orders for animals of this organization only. */
  readonly organizationId: number | undefined;
}

export function openOrders({ petId, organizationId }: OrderFilters): OrderLists {
  const listOf = (status: OrderStatus) =>
    openList((query: ListOrdersQuery) => petstore.orders.list(query), {
      limit: 20,
      status,
      ...(petId !== undefined && { petId }),
      ...(organizationId !== undefined && { organizationId }),
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

/** The animals of the orders, by id; `missing` if the animal was deleted. */
export const animals = signal<ReadonlyMap<number, ExpandedPet | 'missing'>>(new Map());
const asked = new Set<number>();
/** The highest number of ids in one request. */
const idsAtOnce = 100;

/** Shows the current state of an animal, which an event brought without its owner. */
export function putAnimal(pet: Pet): void {
  const known = animals.value.get(pet.id);
  const owner = typeof known === 'object' ? known.owner : undefined;
  animals.value = new Map(animals.value).set(pet.id, { ...pet, ...(owner !== undefined && { owner }) });
}

/** Whether this account decides about the order: a member's own orders may be for animals of others. */
export function isDecidedHere({ petId }: Order): boolean {
  const account = ownAccount.value;
  const pet = animals.value.get(petId);
  if (account?.role === 'operator' || typeof pet !== 'object' || pet.owner === undefined) return true;
  return pet.owner.organization?.id === account?.organization?.id;
}

/** Reads animals that are not loaded yet. After a failure the cards show numbers, and the next call tries again. */
export async function needAnimals(ids: readonly number[]): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !asked.has(id)).slice(0, idsAtOnce);
  if (missing.length === 0) return;
  for (const id of missing) asked.add(id);
  try {
    const { items } = await petstore.pets.list({ ids: missing, limit: idsAtOnce, expand: ['owner'] }).page();
    const found = new Map<number, ExpandedPet | 'missing'>(missing.map((id) => [id, 'missing']));
    for (const pet of items) found.set(pet.id, pet);
    animals.value = new Map([...animals.value, ...found]);
  } catch (failure) {
    failureOf(failure);
    for (const id of missing) asked.delete(id);
  }
}
