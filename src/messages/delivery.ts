import type { Database } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { MessageStore } from './store.ts';

const claimedAtOnce = 100;

/**
 * Returns the background work that delivers every waiting message to the inbox. One transaction claims a message and another
 * delivers it, which succeeds only while the claim is valid: if a process dies between the two, its claim expires and another process takes
 * over; if the first process was only slow, its delivery does nothing. Any number of processes may run this on one database.
 */
export function openDelivery(options: {
  readonly database: Database;
  readonly messages: MessageStore;
  readonly log: Log;
}): (stop: AbortSignal) => Promise<void> {
  const { database, messages, log } = options;

  return async (stop) => {
    // Looking first needs no write lock.
    while (!stop.aborted && (await messages.hasDue())) {
      const claims = await database.transaction((tx) => messages.claim(tx, claimedAtOnce));
      // One transaction per message: a delivery that fails affects no other, and is repeated when its claim expires.
      const deliveries = claims.map((claim) =>
        database
          .transaction((tx) => messages.deliver(tx, claim))
          .catch((err: unknown) =>
            log.error({ err, ...claim }, 'a message could not be delivered; it will be tried again'),
          ),
      );
      await Promise.all(deliveries);
    }
  };
}
