import type { Queries, Write } from '../../database/database.ts';
import { ApiError } from '../../http/errors.ts';
import { isOwnedBy, type Principal } from '../../http/principal.ts';
import { present } from '../../kit/present.ts';
import type { StoredPet } from '../../pets/store.ts';
import { type ApplicationTransition, isWaiting } from '../../vocabulary/application-lifecycle.ts';
import { ORDER_TRANSITIONS } from '../../vocabulary/order-lifecycle.ts';
import { isSameOwner } from '../../vocabulary/owner.ts';
import type { Expiry } from '../expiry.ts';
import type { Order, OrderApproval } from '../schema.ts';
import { type TransitionParts, transitions } from '../transition.ts';
import { requireAvailable, requireShown } from '../wishes.ts';
import { type StoredApplication, withoutAdopter, withoutStaff } from './application-row.ts';
import type { Application } from './schema.ts';
import type { ApplicationStore } from './store.ts';

/** @throws ApiError `application_not_found` if the application does not concern the principal */
export function requireVisible(found: StoredApplication | undefined, principal: Principal): StoredApplication {
  if (found !== undefined && (hasSubmitted(principal, found) || isOwnedBy(principal, found.petOwner))) return found;
  throw new ApiError('application_not_found', 'The account has no application with this `applicationId`.');
}

/** @throws ApiError `forbidden` unless the principal is on the animal's side */
export function requireRight({ petOwner }: StoredApplication, principal: Principal, what: string): void {
  if (isOwnedBy(principal, petOwner)) return;
  throw new ApiError(
    'forbidden',
    `Only the organization or account that the animal belongs to, or an operator, may ${what} an application for it.`,
  );
}

/** @throws ApiError `invalid_status_transition`, `application_closed` */
export function requireAllowed(
  { application: { status } }: StoredApplication,
  { name, from }: ApplicationTransition,
): void {
  if (from.includes(status)) return;
  const must = `to ${name} an application, it must be ${from.map((one) => `\`${one}\``).join(' or ')}`;
  if (isWaiting(status)) throw new ApiError('invalid_status_transition', `The application is \`${status}\`; ${must}.`);
  throw new ApiError('application_closed', `The application has ended: it is \`${status}\`; ${must}.`);
}

/**
 * The application as this principal may see it; without `orders:read`, without the adopter.
 *
 * @param approvals see `ApplicationStore.approvals`
 */
export function applicationFor(
  principal: Principal,
  found: StoredApplication,
  approvals: ReadonlyMap<number, string>,
): Application {
  const { application, isWithheld, petOwner } = found;
  const isTold = principal.operator || hasSubmitted(principal, found) || !isWithheld;
  if (!isTold || !principal.scopes.has('orders:read')) return withoutAdopter(application);
  const approvedUntil = approvals.get(application.id);
  if (!isOwnedBy(principal, petOwner)) return withoutStaff(application);
  return approvedUntil === undefined ? application : { ...application, approvedUntil };
}

const hasSubmitted = ({ accountId }: Principal, { placerId }: StoredApplication): boolean => placerId === accountId;

interface AcceptingParts extends TransitionParts {
  readonly applications: ApplicationStore;
  readonly expiry: Expiry;
  readonly holdMs: number;
  /** The hash of the token of an adopter's link to the order. */
  readonly orderLinkHashOf: (order: Order) => string;
}

/**
 * Makes an approved order of an open application, in the caller's transaction. The order tells the adopter by its own mail.
 *
 * @throws ApiError `pet_not_available`
 */
export const acceptance =
  ({ applications, expiry, holdMs, orderLinkHashOf, ...parts }: AcceptingParts) =>
  async (write: Write, found: StoredApplication, decision: OrderApproval): Promise<StoredApplication> => {
    const { orders, pets } = parts;
    const { petOwner, application } = found;
    const pet = await ownPet(write.tx);
    await expiry.writeExpiry(write.tx, pet);
    requireAvailable(pet);
    await pets.save(write, pet, { status: 'pending' });
    const { petId, adopter, note, answers, locale, adopterHasLink } = application;
    const placed = await orders.place(
      write,
      { ...found, visitor: undefined },
      { petId, ...present({ adopter, note, answers, locale }) },
      { holdMs, linkHashOf: adopterHasLink === true ? orderLinkHashOf : undefined },
    );
    const { order } = await transitions(parts)(write, placed, ORDER_TRANSITIONS.approve, decision);
    return applications.setStatus(write, found, 'accepted', {
      orderId: order.id,
      messageToAdopter: decision.messageToAdopter,
    });

    /** The animal, if it is still theirs to whom the applicant wrote. */
    async function ownPet(tx: Queries): Promise<StoredPet> {
      const there = await pets.find(application.petId, { db: tx, withHidden: true });
      if (there === undefined) throw new ApiError('pet_not_available', 'The animal was removed.');
      if (!isSameOwner(there.owner, petOwner))
        throw new ApiError('pet_not_available', 'The animal belongs to another organization or account by now.');
      requireShown(there);
      return there;
    }
  };
