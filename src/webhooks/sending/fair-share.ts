/** A webhook with deliveries that wait for an attempt. */
export interface WaitingWebhook {
  readonly webhookId: number;
  /** Every attempt has failed for a while. */
  readonly isFailing: boolean;
  /** How many requests to it are in flight. */
  readonly inFlight: number;
}

/** How many requests may be in flight at once. */
export const MAX_IN_FLIGHT = {
  total: 100,
  /** To all failing webhooks together: they can wait, and must not delay the others. */
  toFailing: 50,
  perWebhook: 4,
  perFailingWebhook: 1,
} as const;

/**
 * Divides the free capacity among the webhooks, one request each in turn: no webhook waits for another that has more to send or that
 * answers slowly.
 *
 * @param free how many more requests may be in flight, in total and to failing webhooks
 * @returns how many requests each webhook may send now
 */
export function fairShares(
  waiting: readonly WaitingWebhook[],
  free: { readonly total: number; readonly toFailing: number },
): Map<number, number> {
  const shares = new Map<number, number>();
  let { total, toFailing } = free;
  for (let turn = 0; turn < MAX_IN_FLIGHT.perWebhook; turn++) {
    for (const { webhookId, isFailing, inFlight } of waiting) {
      const share = shares.get(webhookId) ?? 0;
      const isFull = inFlight + share >= (isFailing ? MAX_IN_FLIGHT.perFailingWebhook : MAX_IN_FLIGHT.perWebhook);
      if (isFull || total <= 0 || (isFailing && toFailing <= 0)) continue;
      shares.set(webhookId, share + 1);
      total -= 1;
      if (isFailing) toFailing -= 1;
    }
  }
  return shares;
}
