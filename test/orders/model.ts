import { holdMs } from '../support/adoption.ts';

type PetStatus = 'available' | 'pending' | 'sold';
export type MoveName = 'approve' | 'deliver' | 'cancel' | 'return';

interface ModelPet {
  readonly id: number;
  readonly owner: number;
  status: PetStatus;
}

interface ModelOrder {
  readonly id: number;
  readonly pet: ModelPet;
  readonly placer: number;
  readonly endsMs: number;
  status: string;
}

const MAY_BECOME: Record<PetStatus, readonly PetStatus[]> = {
  available: ['available', 'pending', 'sold'],
  pending: ['available', 'pending', 'sold'],
  sold: ['available', 'sold'],
};
const MOVES: Record<MoveName, Record<string, { readonly to: string; readonly pet: PetStatus }>> = {
  approve: { placed: { to: 'approved', pet: 'pending' } },
  deliver: { approved: { to: 'delivered', pet: 'sold' } },
  cancel: { placed: { to: 'cancelled', pet: 'available' }, approved: { to: 'cancelled', pet: 'available' } },
  return: { delivered: { to: 'returned', pet: 'available' } },
};

/**
 * The store as the design tells it (3.5, 3.6), in memory and without any haste. Each operation says what the service must answer: a
 * status, or the code of an error. Accounts are numbers.
 */
export class StoreModel {
  readonly pets: ModelPet[] = [];
  readonly orders: ModelOrder[] = [];
  private nowMs = 0;

  addPet(owner: number, id: number, status: PetStatus): void {
    this.pets.push({ id, owner, status });
  }

  patchPet(account: number, pet: ModelPet, status: PetStatus): number | string {
    if (!this.pets.includes(pet)) return 'pet_not_found';
    if (pet.owner !== account) return 'forbidden';
    if (status !== pet.status && this.openOrderOf(pet) !== undefined) return 'pet_has_open_order';
    if (!MAY_BECOME[pet.status].includes(status)) return 'invalid_status_transition';
    pet.status = status;
    return 200;
  }

  deletePet(account: number, pet: ModelPet): number | string {
    if (!this.pets.includes(pet)) return 'pet_not_found';
    if (pet.owner !== account) return 'forbidden';
    if (this.openOrderOf(pet) !== undefined) return 'pet_has_open_order';
    this.pets.splice(this.pets.indexOf(pet), 1);
    return 204;
  }

  mayPlace(pet: ModelPet): number | string {
    if (!this.pets.includes(pet)) return 'pet_not_found';
    return pet.status === 'available' ? 201 : 'pet_not_available';
  }

  place(placer: number, pet: ModelPet, id: number): void {
    pet.status = 'pending';
    this.orders.push({ id, pet, placer, endsMs: this.nowMs + holdMs, status: 'placed' });
  }

  move(account: number, order: ModelOrder, name: MoveName): number | string {
    if (!this.ordersOf(account).includes(order)) return 'order_not_found';
    if (name !== 'cancel' && order.pet.owner !== account) return 'forbidden';
    const move = MOVES[name][order.status];
    if (move === undefined) return isOpen(order) ? 'invalid_status_transition' : 'order_closed';
    const isNewest = this.orders.findLast(({ pet }) => pet === order.pet) === order;
    if (name !== 'return' || (isNewest && order.pet.status === 'sold')) order.pet.status = move.pet;
    order.status = move.to;
    return 200;
  }

  advance(ms: number): void {
    this.nowMs += ms;
    for (const order of this.orders) {
      if (order.status !== 'placed' || order.endsMs > this.nowMs) continue;
      order.status = 'expired';
      order.pet.status = 'available';
    }
  }

  /** What the account sees, newest first. */
  ordersOf(account: number): ModelOrder[] {
    return this.orders.filter(({ pet, placer }) => pet.owner === account || placer === account).toReversed();
  }

  inventory(): Record<PetStatus, number> {
    const counts = { available: 0, pending: 0, sold: 0 };
    for (const { status } of this.pets) counts[status] += 1;
    return counts;
  }

  openOrderOf(pet: ModelPet): ModelOrder | undefined {
    return this.orders.find((order) => order.pet === pet && isOpen(order));
  }
}

const isOpen = ({ status }: ModelOrder): boolean => status === 'placed' || status === 'approved';
