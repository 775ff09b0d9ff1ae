import type { Compose } from '../../mail/delivery.ts';
import type { Part } from '../../mail/letter.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../vocabulary/order-lifecycle.ts';
import type { PublicOrganization } from '../../vocabulary/organizations.ts';
import { momentText } from '../../vocabulary/text/moment.ts';
import type { Order } from '../schema.ts';
import type { OrderStore } from '../store.ts';
import { addressLine } from './calendar.ts';
import type { ReservationLinks } from './links.ts';
import type { Reservations } from './reservations.ts';
import type { Reservation } from './schema.ts';

interface ReservationMailParts {
  readonly orders: Pick<OrderStore, 'find' | 'countLinkedBefore'>;
  /** Maximum unreviewed orders per day for which one address is mailed: a visitor can type anybody's, and cancel and reserve again. */
  readonly mostUnseen: number;
  readonly reservations: Reservations;
  /** The animal's photo, where visitors see it. */
  readonly pictureOf: (petId: number) => Promise<Part[]>;
  readonly link: Pick<ReservationLinks, 'pathOf'>;
  /** The origin of the site, such as `https://pets.shelter.example`. */
  readonly origin: string;
}

/** What a mail says: nothing that the visitor wrote, for the address may be somebody else's. */
interface Words {
  readonly subject: string;
  readonly parts: readonly Part[];
}

interface Facts {
  /** Writes a moment in the organization's time zone. */
  readonly time: (moment: string) => string;
  readonly animal: string;
  readonly shelter: string;
  readonly reservation: Reservation;
}

const WORDS: Readonly<Record<OrderStatus, (facts: Facts) => Words>> = {
  placed: ({ animal, shelter, reservation, time }) => ({
    subject: `${animal} is reserved for you`,
    parts: [
      `${animal} is reserved for you until ${time(reservation.expiresAt)}. ${shelter} decides by then, and you get another mail.`,
    ],
  }),
  approved: ({ animal, shelter, reservation: { visitAt }, time }) => ({
    subject: `${shelter} has approved your adoption of ${animal}`,
    parts: [
      `${shelter} has promised ${animal} to you.`,
      ...(visitAt === undefined
        ? []
        : [`You are expected on ${time(visitAt)}. The visit is attached as an entry for your calendar.`]),
    ],
  }),
  delivered: ({ animal, shelter }) => ({
    subject: `${animal} has found a home`,
    parts: [`${animal} has come home with you. ${shelter} wishes you many good years together.`],
  }),
  cancelled: ({ animal }) => ({
    subject: `The reservation of ${animal} is cancelled`,
    parts: [`${animal} is no longer reserved for you.`],
  }),
  expired: ({ animal, shelter, reservation, time }) => ({
    subject: `The reservation of ${animal} has ended`,
    parts: [
      `Nobody approved it before ${time(reservation.expiresAt)}, so ${animal} is no longer reserved for you. If you would still like to adopt ${animal}, ask ${shelter}.`,
    ],
  }),
  returned: ({ animal, shelter }) => ({
    subject: `${animal} is back at ${shelter}`,
    parts: [`${shelter} has taken ${animal} back.`],
  }),
};

const dayMs = 24 * 3_600_000;

/** An order gets there without anybody of the organization. */
const UNSEEN: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['placed', 'cancelled', 'expired']);

/** The mails to visitors about the steps of their orders, by the kind of the mail. */
export function reservationMails(parts: ReservationMailParts): Readonly<Record<string, Compose>> {
  const { orders, reservations, pictureOf, link, origin, mostUnseen } = parts;

  async function isTooMuch(order: Order & Required<Pick<Order, 'adopter'>>): Promise<boolean> {
    return UNSEEN.has(order.status) && (await orders.countLinkedBefore(order, dayMs, mostUnseen)) >= mostUnseen;
  }

  const compose =
    (status: OrderStatus): Compose =>
    async (orderId) => {
      const found = await orders.find(Number(orderId));
      const { adopter } = found?.order ?? {};
      // A later step has a mail of its own. Without an adopter, the person was erased.
      if (found?.order.adopterHasLink !== true || adopter === undefined || found.order.status !== status)
        return undefined;
      if (await isTooMuch({ ...found.order, adopter })) return undefined;
      const reservation = await reservations.show(found);
      const { organization, pet, calendar, messageToAdopter } = reservation;
      if (organization === undefined) return undefined;
      const animal = pet?.name ?? 'The animal';
      const { subject, parts: told } = WORDS[status]({
        animal,
        shelter: organization.name,
        reservation,
        time: (moment) => momentText(moment, organization),
      });
      const letter = {
        title: subject,
        logo: organization.logo && origin + organization.logo,
        parts: [
          ...(await pictureOf(found.order.petId)),
          ...told,
          ...(messageToAdopter === undefined ? [] : [{ quote: messageToAdopter }]),
          { label: 'See your reservation', url: origin + link.pathOf(found.order) },
          ...(status === 'placed' ? ['There you can cancel it, too, if your plans change.'] : []),
        ],
        signature: signatureOf(organization),
        footnote: `You receive this mail because somebody reserved an animal on ${origin} with this address. If it was not you, cancel the reservation, or do nothing. Anyone with the link can see and cancel the reservation.`,
      };
      return {
        to: adopter.email,
        subject,
        letter,
        fromName: organization.name,
        replyTo: organization.email,
        about: { accountId: found.placerId, organizationId: found.petOwner.organizationId },
        ...(calendar === undefined
          ? {}
          : {
              attachments: [{ filename: 'visit.ics', contentType: 'text/calendar; charset=utf-8', content: calendar }],
            }),
      };
    };
  return Object.fromEntries(ORDER_STATUSES.map((status) => [`order.${status}`, compose(status)]));
}

export const signatureOf = ({
  name,
  address,
  phone,
  email,
  website,
}: Pick<PublicOrganization, 'name' | 'address' | 'phone' | 'email' | 'website'>) =>
  [name, address && addressLine(address), phone, email, website].filter((line) => line !== undefined);
