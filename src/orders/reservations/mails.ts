import type { Compose } from '../../mail/delivery.ts';
import type { Part } from '../../mail/letter.ts';
import { type Reader, readerOf } from '../../mail/reader.ts';
import { isFree, moneyWords } from '../../vocabulary/animals/money.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../vocabulary/order-lifecycle.ts';
import type { PublicOrganization } from '../../vocabulary/organizations.ts';
import { mailOfShelter } from '../mail-of-shelter.ts';
import type { Order } from '../schema.ts';
import type { OrderStore } from '../store.ts';
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

const dayMs = 24 * 3_600_000;

/** An order gets there without anybody of the organization. */
const UNSEEN: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['placed', 'cancelled', 'expired']);

/** The mails to visitors about the steps of their orders, by the kind of the mail. */
export function reservationMails(parts: ReservationMailParts): Readonly<Record<string, Compose>> {
  const { orders, reservations, pictureOf, link, origin, mostUnseen } = parts;

  async function isTooMuch(order: Order & Required<Pick<Order, 'adopter'>>): Promise<boolean> {
    // What staff write to the adopter is always mailed.
    if (!UNSEEN.has(order.status) || order.messageToAdopter !== undefined) return false;
    return (await orders.countLinkedBefore(order, dayMs, mostUnseen)) >= mostUnseen;
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
      const reader = await readerOf(found.order.locale, organization);
      const { say, time } = reader;
      const words = reader.words.mails.reservation;
      const shelter = organization.name;
      const named = { animal: pet?.name, shelter };
      const visitAt = status === 'approved' ? reservation.visitAt : undefined;
      // Nothing that the visitor wrote: the address may be somebody else's.
      const mail = mailOfShelter(organization, origin, adopter, {
        reader,
        title: say((pet === undefined ? words.withoutAnimal : words.subjects)[status], named),
        parts: [
          ...(await pictureOf(found.order.petId)),
          ...(pet === undefined ? [] : [say(words.texts[status], { ...named, time: time(reservation.expiresAt) })]),
          ...(visitAt === undefined || calendar === undefined ? [] : [say(words.visit, { time: time(visitAt) })]),
          ...(messageToAdopter === undefined ? [] : [{ quote: messageToAdopter }]),
          ...(status === 'approved' ? feeParts(reader, reservation, organization) : []),
          ...(status === 'delivered' ? donationParts(reader, organization) : []),
          reader.linkTo(origin + link.pathOf(found.order), words.see),
          ...(status === 'placed' ? [words.cancelThere] : []),
        ],
        footnote: say(words.footnote, { site: origin }),
      });
      return {
        ...mail,
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

function feeParts(
  { words, say, day, locale }: Reader,
  { adoptionFee: fee, paidAt }: Reservation,
  { paymentUrl }: Pick<PublicOrganization, 'paymentUrl'>,
): Part[] {
  const { amount, currency } = fee ?? {};
  const { feeIs, feeNone, paidOn, payFee } = words.reserving;
  const paid = paidAt === undefined ? [] : [say(paidOn, { day: day(paidAt) })];
  if (isFree(fee)) return [feeNone, ...paid];
  return [
    ...(amount === undefined || currency === undefined
      ? []
      : [say(feeIs, { fee: moneyWords({ amount, currency }, locale) })]),
    ...paid,
    ...(paidAt !== undefined || paymentUrl === undefined ? [] : [{ label: payFee, url: paymentUrl }]),
  ];
}

const donationParts = (
  { words, say }: Reader,
  { name, donationUrl }: Pick<PublicOrganization, 'name' | 'donationUrl'>,
): Part[] =>
  donationUrl === undefined ? [] : [{ label: say(words.reserving.donateTo, { shelter: name }), url: donationUrl }];
