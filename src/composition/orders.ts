import { openCancelling } from '../orders/cancelling.ts';
import { removalOfClosedAccounts } from '../orders/closed-accounts.ts';
import { openExpiry } from '../orders/expiry.ts';
import { orderNoteStore } from '../orders/notes/store.ts';
import { openOrderStore } from '../orders/open-store.ts';
import { openPlacing } from '../orders/placing.ts';
import { reservationLinks } from '../orders/reservations/links.ts';
import { reservationMails } from '../orders/reservations/mails.ts';
import { openReservations } from '../orders/reservations/reservations.ts';
import { orderStore } from '../orders/store.ts';
import type { PetStore } from '../pets/store.ts';
import type { openSecrets } from '../secrets/secrets.ts';
import { originOf } from '../settings/origins.ts';
import type { Settings } from '../settings/settings.ts';
import type { Environment } from '../vocabulary/environments.ts';
import type { openEnvironment } from './environment.ts';

/** Orders, everything that begins and ends them, and what visitors see of theirs. */
export function openOrders(
  environment: Environment,
  settings: Settings,
  parts: Awaited<ReturnType<typeof openEnvironment>> & {
    readonly pets: PetStore;
    readonly secrets: Awaited<ReturnType<typeof openSecrets>>;
  },
) {
  const { orderHold: holdMs, visitorOpenOrders } = settings;
  const { database, now, pets, organizations, secrets } = parts;
  const { visitor_secret: visitorSecret, reservation_secret: reservationSecret } = secrets.ofService;
  const link = reservationLinks(reservationSecret);
  const orders = orderStore(parts);
  const expiry = openExpiry({ database, orders, pets });
  const open = openOrderStore(now);
  const placing = { orders, openOrders: open, pets, expiry, holdMs, visitorOpenOrders, visitorSecret };
  const reservations = openReservations({ orders, pets, organizations, now });
  return {
    orders,
    notes: orderNoteStore(database, now),
    expiry,
    cancelling: openCancelling({ orders, pets, openOrders: open }),
    place: openPlacing({
      ...placing,
      questionsOf: (tx, owner) => organizations.questionsOf(tx, owner),
      linkHashOf: link.hashOf,
    }),
    removeAnimals: removalOfClosedAccounts({ orders, pets, expiry }),
    reservations,
    linkPathOf: link.pathOf,
    /** The mails to the visitors who have placed orders. */
    composers: reservationMails({
      orders,
      reservations,
      link,
      origin: originOf(environment, settings),
      mostUnseen: visitorOpenOrders,
    }),
  };
}
