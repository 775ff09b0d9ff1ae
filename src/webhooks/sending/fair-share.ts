import { openTally } from '../../kit/tally.ts';

/** Whose capacity a request uses. */
export interface Holder {
  readonly accountId: number;
  /** The host of the URL, without the port. */
  readonly host: string;
  /** The endpoint has answered 2xx and answers quickly, and its attempts have not all failed for a minute. */
  readonly isProven: boolean;
  /** Its latest attempt failed. */
  readonly isFailing: boolean;
}

/** A webhook with deliveries that wait for an attempt. */
export interface WaitingWebhook extends Holder {
  readonly webhookId: number;
  /** How many requests to it are in flight, from any process. */
  readonly inFlight: number;
}

/** How many requests may be in flight at once: the first two from one process, the others from all processes. */
export const MAX_IN_FLIGHT = {
  total: 100,
  /** To all unproven webhooks together: they must not delay the others. */
  toUnproven: 50,
  perWebhook: 4,
  perUnprovenWebhook: 1,
} as const;

/** Whether requests to the webhook begin only so often: those that fail at once would otherwise take all the time there is. */
export const isPaced = ({ isProven, isFailing }: Holder): boolean => !isProven || isFailing;

/**
 * Divides the free capacity among the webhooks. Each request goes to the account and the host that hold the least, and only while
 * they hold less than what is free. So one account may use much of an idle service, and yet later ones find capacity free:
 * accounts that take all they can leave at least as much as each of them holds.
 *
 * @param waiting the webhook served longest ago comes first
 * @param inFlight the holders of the requests that this process has in flight
 * @param paced how many requests may begin now to webhooks that are paced
 * @returns how many requests each webhook may send now
 */
export function fairShares(
  waiting: readonly WaitingWebhook[],
  inFlight: readonly Holder[],
  paced: number,
): Map<number, number> {
  const shares = new Map<number, number>();
  let free = MAX_IN_FLIGHT.total - inFlight.length;
  let pacedLeft = paced;
  // Unproven webhooks come first, since they never take more than half of the capacity.
  for (const isProven of [false, true]) {
    const holders = inFlight.filter((holder) => holder.isProven === isProven);
    const held = heldBy(holders);
    const perWebhook = isProven ? MAX_IN_FLIGHT.perWebhook : MAX_IN_FLIGHT.perUnprovenWebhook;
    let queue = waiting.filter((webhook) => webhook.isProven === isProven && webhook.inFlight < perWebhook);
    let usable = isProven ? free : Math.min(free, MAX_IN_FLIGHT.toUnproven - holders.length);
    for (let least = 0; usable > 0;) {
      if (pacedLeft === 0) queue = queue.filter((webhook) => !isPaced(webhook));
      const next = leastLoaded(queue, held, least);
      if (next === undefined) break;
      least = held.load(next);
      if (least >= usable) break;
      const share = (shares.get(next.webhookId) ?? 0) + 1;
      shares.set(next.webhookId, share);
      held.add(next);
      if (isPaced(next)) pacedLeft -= 1;
      usable -= 1;
      free -= 1;
      // Behind webhooks of equal load: one request for each in turn.
      queue.splice(queue.indexOf(next), 1);
      if (next.inFlight + share < perWebhook) queue.push(next);
    }
  }
  return shares;
}

type Held = ReturnType<typeof heldBy>;

function heldBy(holders: readonly Holder[]) {
  const counts = openTally<number | string>();
  const both = ({ accountId, host }: Holder) => `${accountId} ${host}`;
  const add = (holder: Holder): void => {
    for (const key of [holder.accountId, holder.host, both(holder)]) counts.add(key, 1);
  };
  for (const holder of holders) add(holder);
  return {
    add,
    /**
     * What the account holds, or what the host holds if that is more. There the account's own part counts three times, so that
     * accounts which fill a host leave a place there for another one.
     */
    load: (holder: Holder): number =>
      Math.max(counts.of(holder.accountId), counts.of(holder.host) + 2 * counts.of(both(holder))),
  };
}

/** The first webhook of the least load. That is at least `least`: loads only grow. */
function leastLoaded(queue: readonly WaitingWebhook[], held: Held, least: number): WaitingWebhook | undefined {
  let first: { readonly webhook?: WaitingWebhook; readonly load: number } = { load: Infinity };
  for (const webhook of queue) {
    const load = held.load(webhook);
    if (load < first.load) first = { webhook, load };
    if (load <= least) break;
  }
  return first.webhook;
}
