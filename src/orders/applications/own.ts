import type { Queries } from '../../database/database.ts';
import { present } from '../../kit/present.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import type { PetStore } from '../../pets/store.ts';
import { hashOf } from '../../secrets/token.ts';
import type { Now } from '../../time/clock.ts';
import { isWaiting } from '../../vocabulary/application-lifecycle.ts';
import { ifOf } from '../../vocabulary/owner.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { Order } from '../schema.ts';
import type { OrderStore } from '../store.ts';
import type { StoredApplication } from './application-row.ts';
import type { OwnApplication } from './schema.ts';
import type { ApplicationStore } from './store.ts';

export interface OwnApplicationParts {
  readonly applications: Pick<ApplicationStore, 'findByLink'>;
  readonly orders: Pick<OrderStore, 'find'>;
  readonly pets: Pick<PetStore, 'find'>;
  readonly organizations: Pick<OrganizationStore, 'publicOne'>;
  readonly now: Now;
  /** The path of the adopter's secret link to an order. */
  readonly orderPathOf: (order: Order) => string;
}

/** How long a link works after its application has ended. */
const keptMs = 30 * 24 * 3_600_000;

/** Applications as their applicants see them. */
export type OwnApplications = ReturnType<typeof openOwnApplications>;

export function openOwnApplications(parts: OwnApplicationParts) {
  const { applications, orders, pets, organizations, now, orderPathOf } = parts;
  const endOf = ({ application: { status, updatedAt } }: StoredApplication): number | undefined =>
    isWaiting(status) ? undefined : Date.parse(updatedAt) + keptMs;

  return {
    /** The application behind a link that has not ended. */
    async find(token: string, tx?: Queries): Promise<StoredApplication | undefined> {
      const found = await applications.findByLink(hashOf(token), tx);
      return found === undefined || (endOf(found) ?? Infinity) <= now() ? undefined : found;
    },

    /** @param origin of the links in it */
    async show(found: StoredApplication, origin: string, tx?: Queries): Promise<OwnApplication> {
      const { petId, status, adopter, note, answers, locale, messageToAdopter, orderId } = found.application;
      const { createdAt, updatedAt } = found.application;
      const pet = ifOf(found.petOwner, await pets.find(petId, { db: tx }));
      const { organizationId } = found.petOwner;
      const organization = await organizations.publicOne(organizationId, tx);
      const order = orderId === undefined ? undefined : await orders.find(orderId, tx);
      const endMs = endOf(found);
      return present({
        status,
        pet: pet?.pet,
        organization,
        adopter,
        note,
        answers,
        questions: status === 'submitted' ? organization?.application : undefined,
        locale,
        messageToAdopter,
        reservationUrl: order?.order.adopterHasLink === true ? origin + orderPathOf(order.order) : undefined,
        createdAt,
        updatedAt,
        endsAt: endMs === undefined ? undefined : timestamp(endMs),
      });
    },
  };
}
