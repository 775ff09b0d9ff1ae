import type { Queries } from '../../database/database.ts';
import type { TestValues } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import { actorOf, ownerOf, type Principal } from '../../http/principal.ts';
import type { StoredPet } from '../../pets/store.ts';
import type { Question } from '../../vocabulary/animals/application.ts';
import type { Adoption } from '../../vocabulary/application-lifecycle.ts';
import type { Owner } from '../../vocabulary/owner.ts';
import { answersOf } from '../answering.ts';
import { ADOPTER_TEST_VALUES } from '../placing.ts';
import { requireAvailable, type Wish, type Wishes } from '../wishes.ts';
import type { StoredApplication } from './application-row.ts';
import type { Application, NewApplication } from './schema.ts';
import type { ApplicationStore } from './store.ts';

export interface SubmittingParts {
  readonly applications: ApplicationStore;
  readonly wishes: Wishes;
  /** How an animal is adopted. */
  readonly adoptionOf: (tx: Queries, pet: StoredPet) => Promise<Adoption>;
  readonly questionsOf: (tx: Queries, owner: Owner) => Promise<readonly Question[]>;
  /** How many open applications visitors may have for each client address and for each adopter. */
  readonly mostOfVisitor: number;
  /** The hash of the token of an applicant's link. */
  readonly linkHashOf: (application: Application) => string;
}

/** Submits applications, for which the same holds as for orders: docs/decisions/0028-orders-of-visitors.md. */
export type Submitting = ReturnType<typeof openSubmitting>;

export function openSubmitting(parts: SubmittingParts) {
  const { applications, wishes, adoptionOf, questionsOf, mostOfVisitor, linkHashOf } = parts;

  /** @throws ApiError `too_many_open_applications` */
  async function requireRoom(tx: Queries, { isOwn, sides }: Wish, principal: Principal, email: string): Promise<void> {
    const most = principal.mostOpenOrders;
    const isForOthers = !sides.byVisitor && !isOwn;
    if (isForOthers && (await applications.countOfAccount(tx, ownerOf(principal), most)) >= most)
      throw tooMany('The account', most);
    if (sides.visitor === undefined) return;
    const ofVisitor = await applications.countOfVisitor(tx, sides.visitor, mostOfVisitor);
    if (Math.max(ofVisitor, await applications.countOfAdopter(tx, email, mostOfVisitor)) < mostOfVisitor) return;
    throw tooMany('The adopter, or the address that the request comes from,', mostOfVisitor);
  }

  /**
   * Submits an application in the caller's transaction.
   *
   * @param address of the client
   * @throws ApiError `invalid_body`, `pet_not_found`, `order_required`, `pet_not_available`, `already_applied`, `too_many_open_applications`
   */
  return async (
    tx: Queries,
    principal: Principal,
    address: string,
    { answers: given = [], ...sent }: NewApplication,
  ): Promise<StoredApplication> => {
    const wish = await wishes.find(tx, principal, address, sent);
    const { pet, sides } = wish;
    if ((await adoptionOf(tx, pet)) !== 'apply')
      throw new ApiError('order_required', 'The first to reserve this animal holds it: place an order instead.');
    requireAvailable(pet);
    await requireRoom(tx, wish, principal, sent.adopter.email);
    const answers = answersOf(given, await questionsOf(tx, pet.owner), sides.byVisitor);
    const added = await applications.add(
      { tx, by: actorOf(principal) },
      await wishes.sidesOf(tx, wish),
      { ...sent, answers, petId: pet.pet.id },
      wish.hasLink ? linkHashOf : undefined,
    );
    if (added !== undefined) return added;
    throw new ApiError('already_applied', 'The adopter has an open application for this animal.');
  };
}

const tooMany = (who: string, most: number): ApiError =>
  new ApiError(
    'too_many_open_applications',
    `${who} has ${most} open applications, the most that are allowed; one of them must end first.`,
  );

/** The adopters that force a failure in staging. */
export const APPLICANT_TEST_VALUES: TestValues = {
  ...ADOPTER_TEST_VALUES,
  refusals: {
    ...ADOPTER_TEST_VALUES.refusals,
    too_many_open_orders: ({ mostOpenOrders }) => tooMany('The account', mostOpenOrders),
  },
};
