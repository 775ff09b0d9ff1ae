import type { Database } from '../../database/database.ts';
import type { EventStore } from '../../events/store.ts';
import type { DueWork } from '../../time/background.ts';
import type { Following } from './following.ts';
import type { DeliveryStore } from './store.ts';

/** Sees when deliveries are due, and whether any is still to be made or sent. */
export function dueDeliveries(parts: {
  readonly database: Pick<Database, 'read'>;
  readonly events: EventStore;
  readonly following: Following;
  readonly deliveries: DeliveryStore;
  readonly now: () => number;
}): Omit<DueWork, 'wake'> {
  const { database, events, following, deliveries, now } = parts;

  /** Times of deliveries that will be sent: no webhook of theirs is disabled or deleted, and no account suspended. */
  const times = () =>
    database.read
      .selectFrom('deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
      .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
      .leftJoin('organizations', 'organizations.id', 'accounts.organization_id')
      .select('next_attempt_at as atMs')
      .where('next_attempt_at', 'is not', null)
      .where('webhooks.disabled_at', 'is', null)
      .where('webhooks.deleted_at', 'is', null)
      .where('accounts.suspended_at', 'is', null)
      .where('organizations.suspended_at', 'is', null);

  return {
    async isBusy() {
      const last = await events.last();
      if (await following.isLooking()) return true;
      const found = following.found();
      // Those that wait until their endpoint answers again hold up no clock.
      if (found.length > 0 && (await deliveries.standingOf(found)).some(({ mayBegin }) => mayBegin)) return true;
      if ((await times().where('next_attempt_at', '<=', now()).limit(1).executeTakeFirst()) !== undefined) return true;
      // What was sent meanwhile may have caused another event: an endpoint that is gone disables its webhook.
      return (await events.last()) !== last;
    },

    async next(afterMs) {
      const first = await times()
        .where('next_attempt_at', '>', afterMs)
        .orderBy('next_attempt_at')
        .limit(1)
        .executeTakeFirst();
      return first?.atMs ?? Infinity;
    },
  };
}
