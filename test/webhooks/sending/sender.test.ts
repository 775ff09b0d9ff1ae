import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PACED_PER_SECOND } from '../../../src/webhooks/sending/pace.ts';
import { type SenderParts, startSender } from '../../../src/webhooks/sending/sender.ts';

interface Waiting {
  readonly webhookId: number;
  readonly accountId: number;
  readonly isProven: boolean;
  readonly inFlight: number;
}

/** A sender of these webhooks, each with a delivery that is due. Returns what sends. */
function openSender(waiting: () => readonly Waiting[], parts: object): () => Promise<unknown> {
  let lastId = 0;
  let sendDue = async (): Promise<unknown> => undefined;
  const standings = () =>
    waiting().map((one) => ({ ...one, host: `host${one.webhookId}.example`, isFailing: false, dueMs: 0 }));
  const all = {
    database: { transaction: (work: (tx: object) => Promise<unknown>) => work({}) },
    following: { found: () => [], rangeOf: () => undefined },
    deliveries: {
      waiting: async (after: number, count: number) =>
        waiting()
          .flatMap(({ webhookId }) => (webhookId > after ? [webhookId] : []))
          .slice(0, count),
      standingOf: async (ids: readonly number[]) => standings().filter(({ webhookId }) => ids.includes(webhookId)),
      claim: async (_: object, webhookId: number) => [
        { deliveryId: ++lastId, webhookId, eventId: '', body: '', attempts: 0 },
      ],
      settle: async () => true,
    },
    endpoints: {
      find: async (_: object, webhookId: number) => ({ url: String(webhookId), secrets: [] }),
      noteFailure: async () => undefined,
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
    ...parts,
  };
  startSender(all as unknown as SenderParts);
  return () => sendDue();
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the sender', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('serves every webhook in turn, however many fail and whichever is served in between', async () => {
    const healthy = 60;
    const inFlight = new Map<number, () => void>();
    const tried = new Set<number>();
    const waiting = () =>
      Array.from({ length: 110 }, (_, i) => ({
        webhookId: i + 1,
        accountId: 1,
        isProven: i + 1 === healthy,
        inFlight: inFlight.has(i + 1) ? 1 : 0,
      }));
    const sendDue = openSender(waiting, {
      attempt: ({ url }: { url: string }) => {
        tried.add(Number(url));
        return new Promise((resolve) => inFlight.set(Number(url), () => resolve({ durationMs: 1 })));
      },
    });
    const answer = async (webhookId: number) => {
      inFlight.get(webhookId)?.();
      inFlight.delete(webhookId);
      await settled();
    };
    for (let round = 0; round < 150; round++) {
      vi.advanceTimersByTime(1_000);
      await sendDue();
      await answer(healthy);
      await answer([...inFlight.keys()].find((id) => id !== healthy)!);
    }
    expect(tried.size).toBe(110);
  });

  test('lets few requests begin in a second to webhooks that fail at once, and their accounts take turns', async () => {
    /** The account of each attempt. */
    const attempts: number[] = [];
    const ofAccount = (accountId: number) =>
      Array.from({ length: 200 }, (_, i) => ({
        webhookId: accountId * 1_000 + i,
        accountId,
        isProven: false,
        inFlight: 0,
      }));
    const waiting = [1, 2, 3].flatMap(ofAccount);
    const sendDue = openSender(() => waiting, {
      attempt: async ({ url }: { url: string }) => {
        attempts.push(Math.floor(Number(url) / 1_000));
        return { durationMs: 1, requestHeaders: [], responseStatus: 500 };
      },
    });
    for (let round = 0; round < 10; round += 1) {
      await sendDue();
      await settled();
    }
    expect(attempts).toHaveLength(PACED_PER_SECOND);
    for (let round = 0; round < PACED_PER_SECOND; round += 1) {
      // Time for one more.
      vi.advanceTimersByTime(1_000 / PACED_PER_SECOND);
      await sendDue();
      await settled();
    }
    const later = attempts.slice(PACED_PER_SECOND);
    expect(later).toHaveLength(PACED_PER_SECOND);
    expect(later.slice(0, 6)).toEqual([1, 2, 3, 1, 2, 3]);
  });

  test.each([
    ['quick', { clockMs: 3_600_000, wallMs: 100 }, true],
    ['slow', { clockMs: 3_600_000, wallMs: 5_000 }, false],
  ])('calls an endpoint %s by the real time, however far staging is advanced meanwhile', async (_, during, quick) => {
    const passed = { clockMs: 0, wallMs: 0 };
    const noted = Promise.withResolvers<boolean>();
    const sendDue = openSender(() => [{ webhookId: 1, accountId: 1, isProven: true, inFlight: 0 }], {
      endpoints: {
        find: async () => ({ url: 'https://x.example', secrets: [] }),
        noteSuccess: async (_tx: object, _id: number, _url: string, isQuick: boolean) => noted.resolve(isQuick),
      },
      attempt: async () => {
        Object.assign(passed, during);
        return { durationMs: 1, requestHeaders: [], responseStatus: 204 };
      },
      now: () => passed.clockMs,
      realNow: () => passed.wallMs,
    });
    await sendDue();
    expect(await noted.promise).toBe(quick);
  });
});
