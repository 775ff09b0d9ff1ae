import type { Queries } from '../database/database.ts';
import { ApiError, existing } from '../http/errors.ts';
import { isOnSideOf, isVisitor, type Principal, requireOwnAnimal } from '../http/principal.ts';
import { subscriberOf } from '../limits/address-caller.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import type { PetStore, StoredPet } from '../pets/store.ts';
import { keyedHash } from '../secrets/keyed-hash.ts';
import type { HidingReason } from '../vocabulary/animals/hiding.ts';
import type { Adoption } from '../vocabulary/application-lifecycle.ts';
import type { PetStatus } from '../vocabulary/pet-lifecycle.ts';
import type { Sides } from './order-row.ts';
import type { NewOrder } from './schema.ts';
import type { OrderStore } from './store.ts';

/** That somebody wants an animal. */
export interface Wish {
  readonly pet: StoredPet;
  /** The adopter and the client's address are bounded, so that the adopter must be known. */
  readonly isBounded: boolean;
  /** The caller is on the animal's side. */
  readonly isOwn: boolean;
  /** Visitors see the animal. */
  readonly isPublic: boolean;
  readonly sides: Omit<Sides, 'isWithheld'>;
  /** The adopter gets a secret link: nobody else may have mails sent to any address. */
  readonly hasLink: boolean;
}

export type Wishes = ReturnType<typeof openWishes>;

/** @param visitorSecret keys the hashes of client addresses */
export function openWishes({
  orders,
  pets,
  visitorSecret,
}: {
  readonly orders: Pick<OrderStore, 'mayKnowAdopter'>;
  readonly pets: PetStore;
  readonly visitorSecret: Buffer;
}) {
  return {
    /** @param address of the client. @throws ApiError `invalid_body`, `pet_not_found`, `mirrored`, `pet_not_available` */
    async find(tx: Queries, principal: Principal, address: string, { petId, adopter }: NewOrder): Promise<Wish> {
      const byVisitor = isVisitor(principal);
      if (byVisitor) requireAdopter(adopter);
      const findAlsoHidden = (publicOnly: boolean) => pets.find(petId, { db: tx, publicOnly, withHidden: true });
      const pet = existing(await findAlsoHidden(byVisitor), 'pet_not_found', 'petId');
      requireOwnAnimal(pet);
      requireShown(pet);
      const isPublic = byVisitor || (await findAlsoHidden(true)) !== undefined;
      const isOwn = !byVisitor && isOnSideOf(principal, pet.owner);
      const isBounded = byVisitor || (principal.stranger && isPublic);
      if (isBounded) requireAdopter(adopter);
      const byMember = isOwn && pet.owner.organizationId !== undefined;
      const visitor = isBounded ? keyedHash(visitorSecret, subscriberOf(address)) : undefined;
      return {
        pet,
        isBounded,
        isOwn,
        isPublic,
        sides: { accountId: principal.accountId, byVisitor, byMember, petOwner: pet.owner, visitor },
        hasLink: isPublic && adopter !== undefined && (byVisitor || byMember),
      };
    },

    /** Who is behind the wish, and whether the animal's side may know it. */
    async sidesOf(tx: Queries, { pet, isOwn, isPublic, sides }: Wish): Promise<Sides> {
      return { ...sides, isWithheld: !isOwn && !isPublic && !(await orders.mayKnowAdopter(tx, pet.owner)) };
    },
  };
}

/** Returns what finds how an animal is adopted: as it says itself, or as its organization does. */
export const adoptionOfPet =
  ({
    pets,
    organizations,
  }: {
    readonly pets: Pick<PetStore, 'profiles'>;
    readonly organizations: Pick<OrganizationStore, 'adoptionOf'>;
  }) =>
  async (tx: Queries, { pet, owner }: StoredPet): Promise<Adoption> =>
    (await pets.profiles.of([pet.id], { db: tx })).get(pet.id)?.profile.adoption ?? organizations.adoptionOf(tx, owner);

/** What everybody may know of an animal that is hidden. */
const HIDDEN: Readonly<Record<HidingReason, string>> = {
  outcome: 'The animal has left the organization that had it.',
  hold: 'The animal cannot be ordered at the moment.',
};

/** @throws ApiError `pet_not_available` */
export function requireShown({ hiddenBecause }: StoredPet): void {
  if (hiddenBecause !== undefined) throw new ApiError('pet_not_available', HIDDEN[hiddenBecause]);
}

/** @throws ApiError `pet_not_available` */
export function requireAvailable({ pet: { status } }: StoredPet): void {
  if (status !== 'available') throw notAvailable(status);
}

export const notAvailable = (status: PetStatus): ApiError =>
  new ApiError(
    'pet_not_available',
    `The animal is \`${status}\`; only an animal that is \`available\` can be ordered.`,
  );

function requireAdopter(adopter: NewOrder['adopter']): void {
  if (adopter !== undefined) return;
  throw new ApiError(
    'invalid_body',
    'The field `adopter` is required: the organization of the animal must know who adopts it.',
  );
}
