import type { Database } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { MessageStore } from './store.ts';

const claimedAtOnce = 100;

/**
 * Gives the work that brings every message that waits into the store's inbox. A message is claimed in one transaction and delivered in
 * another, which happens only while that claim is good: a process that dies between the two leaves a claim that runs out, and one
 * that was taken for dead delivers nothing any more. Any number of processes may do this on one database.
 */
export function openDelivery(options: {
  readonly database: Database;
  readonly messages: MessageStore;
  readonly log: Log;
}): (stop: AbortSignal) => Promise<void> {
  const { database, messages, log } = options;

  return async (stop) => {
    // Looking first costs no write lock.
    while (!stop.aborted && (await messages.hasDue())) {
      const claims = await database.transaction((tx) => messages.claim(tx, claimedAtOnce));
      // Each in a transaction of its own: one that fails takes no other with it, and is tried again when its claim runs out.
      const deliveries = claims.map((claim) =>
        database
          .transaction((tx) => messages.deliver(tx, claim))
          .catch((err: unknown) => log.error({ err, ...claim }, 'a message could not be delivered; trying again')),
      );
      await Promise.all(deliveries);
    }
  };
}
