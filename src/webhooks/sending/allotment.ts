/** A webhook that has something to send. */
export interface Waiting {
  readonly webhookId: number;
  /** It has done nothing but fail for a while. */
  readonly isFailing: boolean;
  /** How many requests are on their way to it. */
  readonly inFlight: number;
}

/** How many requests may be on their way at once. */
export const AT_ONCE = {
  inAll: 100,
  /** To all those together that do nothing but fail: they can wait, and must not keep the others waiting. */
  toFailing: 50,
  toOne: 4,
  toOneFailing: 1,
} as const;

/**
 * Who may send how much now: one each in turn, so that nobody waits for one that has more to send or that takes longer.
 *
 * @param free how many more may be on their way, in all and of those to webhooks that fail
 */
export function allot(
  waiting: readonly Waiting[],
  free: { readonly inAll: number; readonly toFailing: number },
): Map<number, number> {
  const shares = new Map<number, number>();
  let { inAll, toFailing } = free;
  for (let turn = 0; turn < AT_ONCE.toOne; turn++) {
    for (const { webhookId, isFailing, inFlight } of waiting) {
      const share = shares.get(webhookId) ?? 0;
      const isFull = inFlight + share >= (isFailing ? AT_ONCE.toOneFailing : AT_ONCE.toOne);
      if (isFull || inAll <= 0 || (isFailing && toFailing <= 0)) continue;
      shares.set(webhookId, share + 1);
      inAll -= 1;
      if (isFailing) toFailing -= 1;
    }
  }
  return shares;
}
