import type { Queries } from '../database/database.ts';
import type { TestValues } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { actorOf, ownerOf, type Principal } from '../http/principal.ts';
import type { PetStore, StoredPet } from '../pets/store.ts';
import type { Question } from '../vocabulary/animals/application.ts';
import type { Adoption } from '../vocabulary/application-lifecycle.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { TEST_ADOPTERS } from '../vocabulary/test-values.ts';
import { answersOf } from './answering.ts';
import type { Expiry } from './expiry.ts';
import type { StoredOrder } from './order-row.ts';
import type { OutstandingStore } from './outstanding-store.ts';
import type { NewOrder, Order } from './schema.ts';
import type { OrderStore } from './store.ts';
import { notAvailable, requireAvailable, type Wishes } from './wishes.ts';

export interface PlacingParts {
  readonly orders: OrderStore;
  readonly outstanding: OutstandingStore;
  readonly pets: PetStore;
  readonly expiry: Expiry;
  /** How long a placed order holds its animal until somebody approves it. */
  readonly holdMs: number;
  /** How many open orders visitors may have for each client address and for each adopter. */
  readonly visitorOpenOrders: number;
  readonly wishes: Wishes;
  /** How an animal is adopted. */
  readonly adoptionOf: (tx: Queries, pet: StoredPet) => Promise<Adoption>;
  /** What the organization of an animal asks. */
  readonly questionsOf: (tx: Queries, owner: Owner) => Promise<readonly Question[]>;
  /** The hash of the token of an adopter's link to the order. */
  readonly linkHashOf: (order: Order) => string;
}

/** Places orders, within the bounds of docs/decisions/0028-orders-of-visitors.md. */
export type Placing = ReturnType<typeof openPlacing>;

export function openPlacing(parts: PlacingParts) {
  const { orders, wishes, outstanding, pets, expiry, holdMs, visitorOpenOrders } = parts;
  const { adoptionOf, questionsOf, linkHashOf } = parts;

  /** @throws ApiError `too_many_open_orders` unless the visitor and the adopter have room for another order */
  async function requireRoomOfVisitor(tx: Queries, visitor: string, email: string): Promise<void> {
    const counts = [
      await outstanding.countOfVisitor(tx, visitor, visitorOpenOrders),
      await outstanding.countOfAdopter(tx, email, visitorOpenOrders),
    ];
    if (Math.max(...counts) < visitorOpenOrders) return;
    throw new ApiError(
      'too_many_open_orders',
      `The adopter, or the address that the request comes from, has ${visitorOpenOrders} open orders, the most that are allowed; one of them must be closed first.`,
    );
  }

  async function requireRoomOfAccount(tx: Queries, principal: Principal): Promise<void> {
    const most = principal.mostOpenOrders;
    if ((await outstanding.countPlacedForOthers(tx, ownerOf(principal), most)) < most) return;
    throw tooManyOpenOrders(most);
  }

  /**
   * Places an order in the caller's transaction.
   *
   * @param address of the client
   * @throws ApiError `invalid_body`, `pet_not_found`, `application_required`, `pet_not_available`, `too_many_open_orders`
   */
  return async (tx: Queries, principal: Principal, address: string, newOrder: NewOrder): Promise<StoredOrder> => {
    const by = actorOf(principal);
    const wish = await wishes.find(tx, principal, address, newOrder);
    const { pet, isOwn, sides } = wish;
    if (sides.byVisitor && (await adoptionOf(tx, pet)) === 'apply')
      throw new ApiError(
        'application_required',
        'Several people may apply for this animal, and its organization chooses: submit an application instead of an order.',
      );
    // `pet` stays right: `find` shows a pet, and its version, as the expiry leaves them.
    await expiry.writeExpiry(tx, pet);
    requireAvailable(pet);
    if (!sides.byVisitor && !isOwn) await requireRoomOfAccount(tx, principal);
    if (sides.visitor !== undefined && newOrder.adopter !== undefined)
      await requireRoomOfVisitor(tx, sides.visitor, newOrder.adopter.email);
    const known = await wishes.sidesOf(tx, wish);
    await pets.save({ tx, by }, pet, { status: 'pending' });
    const answers = answersOf(newOrder.answers ?? [], await questionsOf(tx, pet.owner), sides.byVisitor);
    const order = { ...newOrder, answers, petId: pet.pet.id };
    return orders.place({ tx, by }, known, order, { holdMs, linkHashOf: wish.hasLink ? linkHashOf : undefined });
  };
}

/** @param most how many the account may have */
const tooManyOpenOrders = (most: number): ApiError =>
  new ApiError(
    'too_many_open_orders',
    `The account has ${most} open orders for animals of others, the most that its plan allows; one of them must be closed first.`,
  );

/** The adopters that force a failure in staging. */
export const ADOPTER_TEST_VALUES: TestValues = {
  effects: TEST_ADOPTERS,
  valueIn: (body) => (body as NewOrder).adopter?.email.toLowerCase(),
  refusals: {
    pet_not_available: () => notAvailable('pending'),
    too_many_open_orders: ({ mostOpenOrders }) => tooManyOpenOrders(mostOpenOrders),
  },
};
