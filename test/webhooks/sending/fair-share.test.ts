import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fairShares,
  type Holder,
  isPaced,
  MAX_IN_FLIGHT,
  type WaitingWebhook,
} from '../../../src/webhooks/sending/fair-share.ts';

/** Webhooks of an account at a host, with ids from `first` on. */
const webhooksOf = (accountId: number, host: string, count: number, isProven = true, first = accountId * 100) =>
  Array.from({ length: count }, (_, i) => ({
    webhookId: first + i,
    accountId,
    host,
    isProven,
    isFailing: false,
    inFlight: 0,
  }));

/** What is in flight after the shares are sent. */
const sent = (waiting: readonly WaitingWebhook[], inFlight: readonly Holder[], paced = Infinity): Holder[] => {
  const shares = fairShares(waiting, inFlight, paced);
  return [
    ...inFlight,
    ...waiting.flatMap((webhook) => Array.from({ length: shares.get(webhook.webhookId) ?? 0 }, () => webhook)),
  ];
};
const heldBy = (inFlight: readonly Holder[], account: number) =>
  inFlight.filter(({ accountId }) => accountId === account).length;

describe('the fair shares', () => {
  const holder = {
    accountId: fc.integer({ min: 1, max: 8 }),
    host: fc.constantFrom('a.example', 'b.example', 'c.example'),
    isProven: fc.boolean(),
    isFailing: fc.boolean(),
  };
  const waitings = fc.uniqueArray(fc.record({ webhookId: fc.integer({ min: 1 }), ...holder, inFlight: fc.nat(6) }), {
    selector: ({ webhookId }) => webhookId,
    maxLength: 200,
  });
  const flights = fc.array(fc.record(holder), { maxLength: MAX_IN_FLIGHT.total });

  test('respect every bound', () => {
    fc.assert(
      fc.property(waitings, flights, fc.nat(60), (waiting, inFlight, paced) => {
        const shares = fairShares(waiting, inFlight, paced);
        const after = sent(waiting, inFlight, paced);
        expect(after.slice(inFlight.length).filter(isPaced).length).toBeLessThanOrEqual(paced);
        expect(after.length).toBeLessThanOrEqual(MAX_IN_FLIGHT.total);
        const unproven = (holders: readonly Holder[]) => holders.filter(({ isProven }) => !isProven).length;
        expect(unproven(after)).toBeLessThanOrEqual(Math.max(unproven(inFlight), MAX_IN_FLIGHT.toUnproven));
        for (const { webhookId, isProven, inFlight: before } of waiting) {
          const share = shares.get(webhookId) ?? 0;
          const most = isProven ? MAX_IN_FLIGHT.perWebhook : MAX_IN_FLIGHT.perUnprovenWebhook;
          expect(share === 0 || before + share <= most).toBe(true);
        }
      }),
    );
  });

  const LAYOUTS: Record<string, (account: number, i: number) => string> = {
    'all at one host': () => 'host1.example',
    'each account at its host': (account) => `host${account}.example`,
    'each webhook at its host': (account, i) => (i === 0 ? `host${account}.example` : `host${account}-${i}.example`),
  };
  test.each(Object.entries(LAYOUTS))('leave a slot for a newcomer, also where others are: %s', (_, hostOf) => {
    for (const isProven of [true, false]) {
      for (const accounts of [1, 2, 10, 20]) {
        const ids = Array.from({ length: accounts }, (_, i) => i + 1);
        const waiting = ids.flatMap((id) =>
          webhooksOf(id, '', 20, isProven).map((webhook, i) => ({ ...webhook, host: hostOf(id, i) })),
        );
        const inFlight = sent(waiting, []);
        const holds = ids.map((id) => heldBy(inFlight, id));
        expect(Math.max(...holds) - Math.min(...holds)).toBeLessThanOrEqual(1);
        for (const host of ['host1.example', 'new.example']) {
          for (const newcomer of [webhooksOf(99, host, 1, isProven), webhooksOf(99, host, 1)])
            expect([accounts, host, fairShares(newcomer, inFlight, 1).size]).toEqual([accounts, host, 1]);
        }
      }
    }
  });

  test('let one account use what nobody else wants, up to half, and a quarter at one host', () => {
    const many = Array.from({ length: 20 }, (_, i) => webhooksOf(1, `host${i}.example`, 1, true, i)).flat();
    expect(sent(many, [])).toHaveLength(50);
    expect(sent(webhooksOf(1, 'a.example', 20), [])).toHaveLength(25);
  });

  test('give an unproven webhook one request, and all of them at most half', () => {
    const accounts = Array.from({ length: 80 }, (_, i) => webhooksOf(i + 1, `host${i}.example`, 1, false)).flat();
    const inFlight = sent(accounts, []);
    expect(inFlight).toHaveLength(MAX_IN_FLIGHT.toUnproven);
    // However many accounts there are, a proven webhook does not wait for them.
    expect(fairShares(webhooksOf(99, 'new.example', 1), inFlight, 0)).toEqual(new Map([[9_900, 4]]));
  });

  test('give the next slot to whoever holds least, then to the webhook that was served longest ago', () => {
    const [a, b] = [webhooksOf(1, 'a.example', 20), webhooksOf(2, 'b.example', 1)];
    const others = webhooksOf(3, 'c.example', 45);
    const inFlight = [...webhooksOf(1, 'a.example', 40), ...others];
    expect([...fairShares([...a, ...b], inFlight, 0).keys()]).toEqual([200]);
    const shares = fairShares(a, [], 0);
    expect([...shares.values()]).toEqual([...Array<number>(5).fill(2), ...Array<number>(15).fill(1)]);
    expect([...shares.keys()][0]).toBe(100);
  });
});
