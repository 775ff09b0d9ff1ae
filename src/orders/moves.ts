import type { Queries } from '../database/database.ts';
import type { PetStore } from '../pets/store.ts';
import type { Move } from '../vocabulary/order-lifecycle.ts';
import type { OrderStore, StoredOrder } from './store.ts';

/** What it takes to move an order: it and its animal change together. */
export interface OrderParts {
  readonly orders: OrderStore;
  readonly pets: PetStore;
}

/**
 * Moves an order on, and its animal with it, in the caller's transaction. The move must be one that the order's status allows.
 *
 * An animal that was given away again after this order, or is gone, stays as it is: it is no longer this order's to change.
 */
export async function moveOrder(
  tx: Queries,
  { orders, pets }: OrderParts,
  found: StoredOrder,
  move: Move,
): Promise<StoredOrder> {
  const moved = await orders.setStatus(tx, found, move.to);
  const pet = move.pet === undefined ? undefined : await pets.find(moved.order.petId, tx);
  if (pet !== undefined && move.pet !== undefined && (await isHeld(tx, orders, found, pet.pet.status))) {
    await pets.save(tx, pet, { status: move.pet }, Date.parse(moved.order.updatedAt));
  }
  return moved;
}

/** Whether the animal is where this order has brought it: held by it while it is open, sold by it after. */
async function isHeld(tx: Queries, orders: OrderStore, { order }: StoredOrder, petStatus: string): Promise<boolean> {
  if (order.status !== 'delivered') return true;
  return petStatus === 'sold' && (await orders.isLatest(tx, order));
}
