import type { Database } from './database/database.ts';
import type { Outbox } from './database/outbox.ts';
import { openCancelling } from './orders/cancelling.ts';
import { removalOfClosedAccounts } from './orders/closed-accounts.ts';
import { openExpiry } from './orders/expiry.ts';
import { openOrderStore } from './orders/open-store.ts';
import { openPlacing } from './orders/placing.ts';
import { orderStore } from './orders/store.ts';
import type { PetStore } from './pets/store.ts';
import type { Settings } from './settings.ts';

/** Orders, and everything that begins and ends them. */
export function openOrders(
  { orderHold: holdMs, visitorOpenOrders }: Settings,
  parts: {
    readonly database: Database;
    readonly outbox: Outbox;
    readonly now: () => number;
    readonly pets: PetStore;
    readonly visitorSecret: Buffer;
  },
) {
  const { database, outbox, now, pets, visitorSecret } = parts;
  const orders = orderStore(database, outbox, now);
  const expiry = openExpiry({ database, orders, pets });
  const open = openOrderStore(now);
  return {
    orders,
    expiry,
    cancelling: openCancelling({ orders, pets, openOrders: open }),
    place: openPlacing({ orders, openOrders: open, pets, expiry, holdMs, visitorOpenOrders, visitorSecret }),
    removeAnimals: removalOfClosedAccounts({ orders, pets, expiry }),
  };
}
