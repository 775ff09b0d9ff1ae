import { randomBytes } from 'node:crypto';
import { openClosing } from '../accounts/closing.ts';
import { applicationStore } from '../orders/applications/store.ts';
import { alsoWithdrawing } from '../orders/applications/withdrawing.ts';
import { openCancelling } from '../orders/cancelling.ts';
import { removalOfClosedAccounts } from '../orders/closed-accounts.ts';
import { openExpiry } from '../orders/expiry.ts';
import { outstandingStore } from '../orders/outstanding-store.ts';
import { orderStore } from '../orders/store.ts';
import { petStore } from '../pets/store.ts';
import { removeRequests } from '../request-log/store.ts';
import { sealingWith } from '../secrets/sealing.ts';
import { webhookStore } from '../webhooks/store.ts';
import type { OpenEnvironment } from './environment.ts';

/** What changes of accounts need of other rooms, for commands: the service has more of these rooms, see `rooms.ts`. */
export function buildAccountChanges({ database, outbox, now, mails, accounts, links }: OpenEnvironment) {
  const orders = orderStore({ database, outbox, now, mails });
  const pets = petStore(database, outbox, now);
  // It only removes webhooks: no secret is written.
  const { seal } = sealingWith([]);
  const webhooks = webhookStore(database, outbox, { now, random: randomBytes, seal });
  const cancelling = alsoWithdrawing(
    openCancelling({ orders, pets, outstanding: outstandingStore(now) }),
    applicationStore({ database, outbox, now, mails }),
  );
  return {
    cancelling,
    closing: openClosing({
      accounts,
      links,
      now,
      removeWebhooks: (tx, accountId, by) => webhooks.removeAll(tx, accountId, by),
      removeRequests,
      cancelOrders: cancelling.ofAccount,
    }),
    removeAnimals: removalOfClosedAccounts({ orders, pets, expiry: openExpiry({ database, orders, pets }) }),
  };
}
