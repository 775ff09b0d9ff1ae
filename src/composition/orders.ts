import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import type { Background, DueWork } from '../jobs/background.ts';
import type { MessageStore } from '../messages/store.ts';
import { openCancelling } from '../orders/cancelling.ts';
import { removalOfAnimals, removalOfClosedAccounts } from '../orders/closed-accounts.ts';
import { openExpiry } from '../orders/expiry.ts';
import { followUpMails } from '../orders/follow-ups/mails.ts';
import { makingFollowUps } from '../orders/follow-ups/making.ts';
import { followUpRoutes } from '../orders/follow-ups/routes.ts';
import { followUpStore } from '../orders/follow-ups/store.ts';
import { orderNoteStore } from '../orders/notes/store.ts';
import { outstandingStore } from '../orders/outstanding-store.ts';
import { openPlacing } from '../orders/placing.ts';
import { reservationLinks } from '../orders/reservations/links.ts';
import { reservationMails } from '../orders/reservations/mails.ts';
import { openReservations } from '../orders/reservations/reservations.ts';
import { reservationRoutes } from '../orders/reservations/routes.ts';
import { orderRoutes } from '../orders/routes.ts';
import { orderStore } from '../orders/store.ts';
import { adoptionOfPet, openWishes } from '../orders/wishes.ts';
import type { PictureOf } from '../pets/picture.ts';
import type { PetStore } from '../pets/store.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Core } from './core.ts';

type OrderParts = Pick<
  Core,
  'environment' | 'settings' | 'database' | 'outbox' | 'now' | 'mails' | 'organizations' | 'secrets' | 'origin'
> &
  Pick<Core, 'publicUrl' | 'lists' | 'scans' | 'effects'> & { readonly background: Pick<Background, 'every'> };

interface PetParts {
  readonly pets: PetStore;
  /** For mails; by default they have no pictures. */
  readonly pictureOf?: PictureOf;
}

/** What becomes of a message that an adopter writes through a secret link. */
interface Written {
  readonly messages: Pick<MessageStore, 'add'>;
  readonly onAccepted: () => void;
}

const noPicture: PictureOf = async () => [];

/** Orders, everything that begins and ends them, and what visitors see of theirs. */
export function buildOrders(core: OrderParts, { pets, pictureOf = noPicture }: PetParts) {
  const { environment, settings, database, outbox, now, mails, organizations, secrets, background, origin } = core;
  const { publicUrl, lists, scans, effects } = core;
  const { orderHold: holdMs, visitorOpenOrders } = settings;
  const { visitor_secret: visitorSecret, reservation_secret: reservationSecret } = secrets.ofService;
  const link = reservationLinks(reservationSecret);
  const orders = orderStore({ database, outbox, now, mails });
  const expiry = openExpiry({ database, orders, pets });
  const outstanding = outstandingStore(now);
  const cancelling = openCancelling({ orders, pets, outstanding });
  const notes = orderNoteStore(database, now);
  const wishes = openWishes({ orders, pets, visitorSecret });
  const adoptionOf = adoptionOfPet({ pets, organizations });
  const place = openPlacing({
    orders,
    wishes,
    outstanding,
    pets,
    expiry,
    holdMs,
    visitorOpenOrders,
    adoptionOf,
    questionsOf: (tx, owner) => organizations.questionsOf(tx, owner),
    linkHashOf: link.hashOf,
  });
  // An advance of staging's clock ends when they are made.
  const followUps = followUpStore(database, now, environment === 'staging' ? 0 : 60_000);
  const reservations = openReservations({ orders, pets, organizations, followUps, now });
  const expireSoon = background.every(1_000, 'the expiry of orders', expiry.writeDue);
  const holds: DueWork = {
    isBusy: async () => (await orders.due(database.read, 1)).length > 0,
    next: (afterMs) => orders.nextHoldEnd(afterMs),
    wake: expireSoon,
  };
  const followUp = makingFollowUps({ database, followUps, mails });
  const followUpSoon = mails.isOn ? background.every(1_000, 'the mails after adoptions', followUp) : () => {};
  const following: DueWork = {
    isBusy: async () => mails.isOn && followUps.hasDue(),
    next: async (afterMs) => (mails.isOn ? followUps.next(afterMs) : Infinity),
    wake: followUpSoon,
  };
  return {
    following,
    followUps,
    orders,
    expiry,
    wishes,
    adoptionOf,
    link,
    cancelling,
    holds,
    writeExpiry: expiry.writeExpiry,
    removeAnimals: removalOfClosedAccounts({ orders, pets, expiry }),
    /** Removes the animals of the account and the orders with it, and cancels the open orders of others for its animals. */
    async removeAllOf(tx: Queries, accountId: number, by: Actor): Promise<void> {
      await notes.removeOf(tx, accountId);
      await orders.removeOf(tx, accountId);
      await removalOfAnimals({ orders, pets, expiry })(tx, await pets.idsOf(tx, accountId), by);
    },
    /** The mails to adopters. */
    composers: {
      ...reservationMails({ orders, reservations, pictureOf, link, origin, mostUnseen: visitorOpenOrders }),
      ...followUpMails({ followUps, orders, pets, organizations, pictureOf, link, origin, read: database.read }),
    },
    addRoutes(v1: App, written: Written): void {
      const linkPathOf = link.pathOf;
      orderRoutes(v1, { orders, notes, pets, place, cancelling, lists, scans, effects, now, publicUrl, linkPathOf });
      reservationRoutes(v1, { orders, pets, reservations, followUps, effects, ...written });
      followUpRoutes(v1, { followUps, orders, organizations, effects, link });
    },
  };
}
