import type { Database } from '../../database/database.ts';
import type { EventStore } from '../../events/store.ts';
import type { DueWork } from '../../jobs/background.ts';
import type { Now } from '../../time/clock.ts';
import { enabled } from '../store.ts';
import type { Following } from './following.ts';
import type { DeliveryStore } from './store.ts';

/** Sees when deliveries are due, and whether any is still to be made or sent. */
export function dueDeliveries(parts: {
  readonly database: Pick<Database, 'read'>;
  readonly events: EventStore;
  readonly following: Following;
  readonly deliveries: DeliveryStore;
  readonly now: Now;
}): Omit<DueWork, 'wake'> {
  const { database, events, following, deliveries, now } = parts;

  /** Times of deliveries that will be sent. */
  const times = () =>
    enabled(database.read)
      .innerJoin('deliveries', 'deliveries.webhook_id', 'webhooks.id')
      .select('next_attempt_at as atMs')
      .where('next_attempt_at', 'is not', null);

  return {
    async isBusy() {
      const last = await events.last();
      if (await following.isLooking()) return true;
      const found = following.found();
      // Those that wait until their endpoint answers again hold up no clock.
      if (found.length > 0 && (await deliveries.standingOf(found)).some(({ mayBegin }) => mayBegin > 0)) return true;
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
