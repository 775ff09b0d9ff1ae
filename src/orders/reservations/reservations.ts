import type { Queries } from '../../database/database.ts';
import { readerOf } from '../../mail/reader.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import type { PetProfile } from '../../pets/profile/schema.ts';
import type { PetStore } from '../../pets/store.ts';
import { hashOf } from '../../secrets/token.ts';
import type { Now } from '../../time/clock.ts';
import { isOpen } from '../../vocabulary/order-lifecycle.ts';
import { ifOf } from '../../vocabulary/owner.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { FollowUpStore } from '../follow-ups/store.ts';
import type { StoredOrder } from '../order-row.ts';
import type { OrderStore } from '../store.ts';
import { calendarOf } from './calendar.ts';
import type { Reservation } from './schema.ts';

export interface ReservationParts {
  readonly orders: Pick<OrderStore, 'findByLink'>;
  readonly pets: Pick<PetStore, 'find' | 'profiles'>;
  readonly organizations: Pick<OrganizationStore, 'publicOne'>;
  readonly followUps: Pick<FollowUpStore, 'linkMs' | 'isWanted'>;
  readonly now: Now;
}

/** How long a link works after its order was closed, unless mails after the adoption invite to answer there. */
const keptMs = 30 * 24 * 3_600_000;

/** What visitors see of a fee; undefined if that is nothing. */
function shownFee({ amount, currency, waived = false, display = true }: PetProfile['adoptionFee'] = {}) {
  if (waived) return { waived };
  return display && amount !== undefined && currency !== undefined ? { amount, currency } : undefined;
}

/** Orders as visitors see them who have placed them. */
export type Reservations = ReturnType<typeof openReservations>;

export function openReservations({ orders, pets, organizations, followUps, now }: ReservationParts) {
  async function endOf({ order, petOwner }: StoredOrder, tx?: Queries): Promise<number | undefined> {
    if (isOpen(order.status)) return undefined;
    return Date.parse(order.updatedAt) + Math.max(keptMs, await followUps.linkMs(order, petOwner.organizationId, tx));
  }

  return {
    /** The order behind a link that has not ended. Every text costs the same: a hash and a search of an index. */
    async find(token: string, tx?: Queries): Promise<StoredOrder | undefined> {
      const found = await orders.findByLink(hashOf(token), tx);
      return found === undefined || ((await endOf(found, tx)) ?? Infinity) <= now() ? undefined : found;
    },

    async show(found: StoredOrder, tx?: Queries): Promise<Reservation> {
      const { id, petId, status, paidAt, visitAt, messageToAdopter, locale } = found.order;
      const { expiresAt, createdAt, updatedAt } = found.order;
      const pet = ifOf(found.petOwner, await pets.find(petId, { db: tx }));
      const { organizationId } = found.petOwner;
      const organization = await organizations.publicOne(organizationId, tx);
      const hasVisit = status === 'approved' && pet !== undefined && organization !== undefined;
      const endMs = await endOf(found, tx);
      const adoptionFee = shownFee(
        pet && (await pets.profiles.of([petId], { db: tx })).get(petId)?.profile.adoptionFee,
      );
      return {
        status,
        ...(pet === undefined ? {} : { pet: pet.pet }),
        ...(organization === undefined ? {} : { organization }),
        ...(adoptionFee === undefined ? {} : { adoptionFee }),
        ...(paidAt === undefined ? {} : { paidAt }),
        ...(visitAt === undefined ? {} : { visitAt }),
        ...(visitAt !== undefined && hasVisit
          ? {
              calendar: calendarOf(await readerOf(locale, organization), {
                orderId: id,
                petName: pet.pet.name,
                organization,
                visitAt,
                updatedAt,
              }),
            }
          : {}),
        ...(messageToAdopter === undefined ? {} : { messageToAdopter }),
        ...(locale === undefined ? {} : { locale }),
        ...((await followUps.isWanted(found, tx)) ? { followUps: true } : {}),
        expiresAt,
        createdAt,
        updatedAt,
        ...(endMs === undefined ? {} : { endsAt: timestamp(endMs) }),
      };
    },
  };
}
