import { createHmac } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import type { TestValues } from '../http/app.ts';
import { ApiError, existing } from '../http/errors.ts';
import { actorOf, isOnSideOf, isVisitor, ownerOf, type Principal } from '../http/principal.ts';
import { subscriberOf } from '../limits/address-caller.ts';
import type { PetStore } from '../pets/store.ts';
import type { Question } from '../vocabulary/animals/application.ts';
import type { HidingReason } from '../vocabulary/animals/hiding.ts';
import type { Owner } from '../vocabulary/owner.ts';
import type { PetStatus } from '../vocabulary/pet-lifecycle.ts';
import { TEST_ADOPTERS } from '../vocabulary/test-values.ts';
import { answersOf } from './answering.ts';
import type { Expiry } from './expiry.ts';
import type { StoredOrder } from './order-row.ts';
import type { OutstandingStore } from './outstanding-store.ts';
import type { NewOrder, Order } from './schema.ts';
import type { OrderStore } from './store.ts';

export interface PlacingParts {
  readonly orders: OrderStore;
  readonly outstanding: OutstandingStore;
  readonly pets: PetStore;
  readonly expiry: Expiry;
  /** How long a placed order holds its animal until somebody approves it. */
  readonly holdMs: number;
  /** How many open orders visitors may have for each client address and for each adopter. */
  readonly visitorOpenOrders: number;
  /** Keys the hashes of client addresses. */
  readonly visitorSecret: Buffer;
  /** What the organization of an animal asks. */
  readonly questionsOf: (tx: Queries, owner: Owner) => Promise<readonly Question[]>;
  /** The hash of the token of an adopter's link to the order. */
  readonly linkHashOf: (order: Order) => string;
}

/** Places orders, within the bounds of docs/decisions/0028-orders-of-visitors.md. */
export type Placing = ReturnType<typeof openPlacing>;

export function openPlacing(parts: PlacingParts) {
  const { orders, outstanding, pets, expiry, holdMs, visitorOpenOrders, visitorSecret, questionsOf, linkHashOf } =
    parts;

  /** The visitor at this address, who has room for another order. @throws ApiError `too_many_open_orders` */
  async function visitorWithRoom(tx: Queries, address: string, email: string): Promise<string> {
    const visitor = createHmac('sha256', visitorSecret).update(subscriberOf(address)).digest('base64url');
    const counts = [
      await outstanding.countOfVisitor(tx, visitor, visitorOpenOrders),
      await outstanding.countOfAdopter(tx, email, visitorOpenOrders),
    ];
    if (Math.max(...counts) < visitorOpenOrders) return visitor;
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
   * @throws ApiError `invalid_body`, `pet_not_found`, `pet_not_available`, `too_many_open_orders`
   */
  return async (tx: Queries, principal: Principal, address: string, newOrder: NewOrder): Promise<StoredOrder> => {
    const byVisitor = isVisitor(principal);
    const by = actorOf(principal);
    if (byVisitor) requireAdopter(newOrder);
    const findAlsoHidden = (publicOnly: boolean) => pets.find(newOrder.petId, { db: tx, publicOnly, withHidden: true });
    const pet = existing(await findAlsoHidden(byVisitor), 'pet_not_found', 'petId');
    if (pet.hiddenBecause !== undefined) throw new ApiError('pet_not_available', HIDDEN[pet.hiddenBecause]);
    const isPublic = byVisitor || (await findAlsoHidden(true)) !== undefined;
    const isOwn = !byVisitor && isOnSideOf(principal, pet.owner);
    const isBounded = byVisitor || (principal.stranger && isPublic);
    const adopter = isBounded ? requireAdopter(newOrder) : undefined;
    // `pet` stays right: `find` shows a pet, and its version, as the expiry leaves them.
    await expiry.writeExpiry(tx, pet);
    if (pet.pet.status !== 'available') {
      throw notAvailable(pet.pet.status);
    }
    if (!byVisitor && !isOwn) await requireRoomOfAccount(tx, principal);
    const visitor = adopter && (await visitorWithRoom(tx, address, adopter.email));
    const isWithheld = !isOwn && !isPublic && !(await orders.mayKnowAdopter(tx, pet.owner));
    await pets.save({ tx, by }, pet, { status: 'pending' });
    const byMember = isOwn && pet.owner.organizationId !== undefined;
    const sides = { accountId: principal.accountId, byVisitor, byMember, petOwner: pet.owner, isWithheld, visitor };
    const answers = answersOf(newOrder.answers ?? [], await questionsOf(tx, pet.owner), byVisitor);
    // Nobody else may have mails sent to any address.
    const hasLink = isPublic && newOrder.adopter !== undefined && (byVisitor || byMember);
    const order = { ...newOrder, answers, petId: pet.pet.id };
    return orders.place({ tx, by }, sides, order, { holdMs, linkHashOf: hasLink ? linkHashOf : undefined });
  };
}

/** What everybody may know of an animal that is hidden. */
const HIDDEN: Readonly<Record<HidingReason, string>> = {
  outcome: 'The animal has left the organization that had it.',
  hold: 'The animal cannot be ordered at the moment.',
};

const notAvailable = (status: PetStatus): ApiError =>
  new ApiError(
    'pet_not_available',
    `The animal is \`${status}\`; only an animal that is \`available\` can be ordered.`,
  );

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

function requireAdopter({ adopter }: NewOrder): NonNullable<NewOrder['adopter']> {
  if (adopter !== undefined) return adopter;
  throw new ApiError(
    'invalid_body',
    'The field `adopter` is required: the organization of the animal must know who adopts it.',
  );
}
