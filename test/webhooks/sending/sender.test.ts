import { describe, expect, test } from 'vitest';
import { type SenderParts, startSender } from '../../../src/webhooks/sending/sender.ts';

describe('the sender', () => {
  test('serves every webhook in turn, however many fail and whichever is served in between', async () => {
    const healthy = 60;
    const inFlight = new Map<number, () => void>();
    const tried = new Set<number>();
    let lastId = 0;
    let sendDue = async (): Promise<unknown> => undefined;
    const waiting = async (after: number, count: number) =>
      Array.from({ length: 110 }, (_, i) => ({
        webhookId: i + 1,
        accountId: 1,
        host: `host${i}.example`,
        isProven: i + 1 === healthy,
        inFlight: inFlight.has(i + 1) ? 1 : 0,
        isDue: true,
      }))
        .filter(({ webhookId }) => webhookId > after)
        .slice(0, count);
    const parts = {
      database: { transaction: (work: (tx: object) => Promise<unknown>) => work({}) },
      following: { found: () => [], rangeOf: () => undefined },
      deliveries: {
        waiting,
        claim: async (_: object, webhookId: number) => [{ deliveryId: ++lastId, webhookId, eventId: '', body: '' }],
        settle: async () => false,
      },
      endpoints: { find: async (_: object, webhookId: number) => ({ url: String(webhookId), secrets: [] }) },
      attempt: ({ url }: { url: string }) => {
        tried.add(Number(url));
        return new Promise((resolve) => inFlight.set(Number(url), () => resolve({ durationMs: 1 })));
      },
      background: {
        every: (_ms: number, _name: string, work: (stop: AbortSignal) => Promise<unknown>) => {
          sendDue = () => work(new AbortController().signal);
          return () => {};
        },
      },
      now: Date.now,
      realNow: Date.now,
      random: Math.random,
    };
    startSender(parts as unknown as SenderParts);
    const answer = async (webhookId: number) => {
      inFlight.get(webhookId)?.();
      inFlight.delete(webhookId);
      await new Promise((resolve) => setImmediate(resolve));
    };
    for (let round = 0; round < 150; round++) {
      await sendDue();
      await answer(healthy);
      await answer([...inFlight.keys()].find((id) => id !== healthy)!);
    }
    expect(tried.size).toBe(110);
  });

  test.each([
    ['quick', { clockMs: 3_600_000, wallMs: 100 }, true],
    ['slow', { clockMs: 3_600_000, wallMs: 5_000 }, false],
  ])('calls an endpoint %s by the real time, however far staging is advanced meanwhile', async (_, during, quick) => {
    const passed = { clockMs: 0, wallMs: 0 };
    let sendDue = async (): Promise<unknown> => undefined;
    const noted = Promise.withResolvers<boolean>();
    const parts = {
      database: { transaction: (work: (tx: object) => Promise<unknown>) => work({}) },
      following: { found: () => [], rangeOf: () => undefined },
      deliveries: {
        waiting: async (after: number) =>
          after === 0
            ? [{ webhookId: 1, accountId: 1, host: 'x.example', isProven: true, inFlight: 0, isDue: true }]
            : [],
        claim: async () => [{ deliveryId: 1, webhookId: 1, eventId: '', body: '', attempts: 0 }],
        settle: async () => true,
      },
      endpoints: {
        find: async () => ({ url: 'https://x.example', secrets: [] }),
        noteSuccess: async (_tx: object, _id: number, _url: string, isQuick: boolean) => noted.resolve(isQuick),
      },
      attempt: async () => {
        Object.assign(passed, during);
        return { durationMs: 1, requestHeaders: [], responseStatus: 204 };
      },
      background: {
        every: (_ms: number, _name: string, work: (stop: AbortSignal) => Promise<unknown>) => {
          sendDue = () => work(new AbortController().signal);
          return () => {};
        },
      },
      now: () => passed.clockMs,
      realNow: () => passed.wallMs,
      random: Math.random,
    };
    startSender(parts as unknown as SenderParts);
    await sendDue();
    expect(await noted.promise).toBe(quick);
  });
});
