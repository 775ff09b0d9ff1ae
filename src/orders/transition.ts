import type { Write } from '../database/database.ts';
import type { PetStore } from '../pets/store.ts';
import type { OrderTransition } from '../vocabulary/order-lifecycle.ts';
import type { StoredOrder } from './order-row.ts';
import type { OrderApproval } from './schema.ts';
import type { OrderStore } from './store.ts';

/** The stores of what a transition changes: an order and its animal. */
export interface TransitionParts {
  readonly orders: OrderStore;
  readonly pets: PetStore;
}

/**
 * Returns what changes the status of an order and of its animal, in the caller's transaction. The order's status must allow the transition.
 *
 * An animal that was given away again after this order, that another organization has since, or that was removed, is no longer this order's to
 * change.
 */
export const transitions =
  ({ orders, pets }: TransitionParts) =>
  async (
    write: Write,
    found: StoredOrder,
    transition: OrderTransition,
    decision?: OrderApproval,
  ): Promise<StoredOrder> => {
    const changed = await orders.setStatus(write, found, transition.to, decision);
    const { tx, by } = write;
    const status = transition.pet;
    const pet = status === undefined ? undefined : await pets.find(changed.order.petId, { db: tx });
    if (status === undefined || pet === undefined) return changed;
    const { order, petOwner } = found;
    // An open order decides the animal's status. A delivered one does only while the animal is sold and has no later order.
    const isTheirs = pet.owner.organizationId === petOwner.organizationId;
    const ownsStatus =
      order.status !== 'delivered' || (isTheirs && pet.pet.status === 'sold' && (await orders.isLatest(tx, order)));
    if (ownsStatus) await pets.save({ tx, by }, pet, { status }, Date.parse(changed.order.updatedAt));
    return changed;
  };
