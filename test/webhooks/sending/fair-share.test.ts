import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fairShares, MAX_IN_FLIGHT } from '../../../src/webhooks/sending/fair-share.ts';

describe('the fair shares', () => {
  const waitings = fc.uniqueArray(
    fc.record({ webhookId: fc.integer({ min: 1 }), isFailing: fc.boolean(), inFlight: fc.nat(6) }),
    { selector: ({ webhookId }) => webhookId, maxLength: 200 },
  );
  const frees = fc.record({
    total: fc.integer({ min: 0, max: MAX_IN_FLIGHT.total }),
    toFailing: fc.integer({ min: -5, max: MAX_IN_FLIGHT.toFailing }),
  });

  test('respect every bound, and skip no webhook while there is capacity', () => {
    fc.assert(
      fc.property(waitings, frees, (waiting, free) => {
        const shares = fairShares(waiting, free);
        const given = (failing: boolean) =>
          waiting
            .filter(({ isFailing }) => isFailing === failing)
            .reduce((sum, { webhookId }) => sum + (shares.get(webhookId) ?? 0), 0);
        expect(given(true)).toBeLessThanOrEqual(Math.max(free.toFailing, 0));
        expect(given(true) + given(false)).toBeLessThanOrEqual(free.total);
        for (const { webhookId, isFailing, inFlight } of waiting) {
          const share = shares.get(webhookId) ?? 0;
          const most = isFailing ? MAX_IN_FLIGHT.perFailingWebhook : MAX_IN_FLIGHT.perWebhook;
          expect(share === 0 || inFlight + share <= most).toBe(true);
          const hasRoom = given(true) + given(false) < free.total && (!isFailing || given(true) < free.toFailing);
          expect(!hasRoom || inFlight + share >= most).toBe(true);
        }
      }),
    );
  });

  test('give each webhook one request before any gets a second', () => {
    const waiting = Array.from({ length: 60 }, (_, i) => ({ webhookId: i + 1, isFailing: false, inFlight: 0 }));
    const shares = [...fairShares(waiting, { total: 70, toFailing: 50 }).values()];
    expect(shares).toEqual([...Array.from({ length: 10 }, () => 2), ...Array.from({ length: 50 }, () => 1)]);
  });
});
