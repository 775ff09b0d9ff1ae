import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEnvironment } from '../../src/open-environment.ts';
import { readSettings } from '../../src/settings.ts';
import { deliveryStore } from '../../src/webhooks/deliveries/store.ts';
import { endpointStore } from '../../src/webhooks/sending/endpoint-store.ts';
import { fairShares, MAX_IN_FLIGHT } from '../../src/webhooks/sending/fair-share.ts';
import { retryDelayMs, SCHEDULE_MS } from '../../src/webhooks/sending/schedule.ts';
import { type SenderParts, startSender } from '../../src/webhooks/sending/sender.ts';
import { newSecret, signedHeaders } from '../../src/webhooks/sending/signature.ts';
import { webhookStore } from '../../src/webhooks/store.ts';
import { anyCharacter } from '../support/any-character.ts';
import { testClock } from '../support/service.ts';

describe('the schedule', () => {
  test('is the one of the design, with an end', () => {
    const [s, min, h] = [1_000, 60_000, 3_600_000];
    expect(SCHEDULE_MS).toEqual([0, 5 * s, 5 * min, 30 * min, 2 * h, 5 * h, 10 * h, 14 * h, 20 * h, 24 * h]);
    expect(retryDelayMs(SCHEDULE_MS.length, () => 0.5)).toBeUndefined();
  });

  test('varies randomly by up to a tenth either way', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
        const wantedMs = SCHEDULE_MS[attempts]!;
        const delayMs = retryDelayMs(attempts, () => chance)!;
        expect(Math.abs(delayMs - wantedMs)).toBeLessThanOrEqual(wantedMs / 10);
      }),
    );
    expect([retryDelayMs(1, () => 0), retryDelayMs(1, () => 0.5), retryDelayMs(1, () => 1)]).toEqual([
      4_500, 5_000, 5_500,
    ]);
  });
});

describe('a signature', () => {
  test("equals the reference library's, of any body, with each secret", () => {
    const secrets = [newSecret(randomBytes), newSecret(randomBytes)];
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 0, max: 4e12 }), (body, nowMs) => {
        const headers = signedHeaders(secrets, { id: 'evt_1', body }, nowMs);
        const wanted = secrets.map((secret) => new Webhook(secret).sign('evt_1', new Date(nowMs), body));
        expect(headers['webhook-signature']!.split(' ')).toEqual(wanted);
      }),
    );
  });

  test('made now is verified by the reference library; of another body, id or secret it is not', () => {
    const secret = newSecret(randomBytes);
    const body = '{"type":"pet.created"}';
    const headers = signedHeaders([secret], { id: 'evt_1', body }, Date.now());
    expect(new Webhook(secret).verify(body, headers)).toEqual({ type: 'pet.created' });
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow(
      'No matching signature',
    );
    expect(() => new Webhook(newSecret(randomBytes)).verify(body, headers)).toThrow('No matching signature');
  });
});

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
        isFailing: i + 1 !== healthy,
        inFlight: inFlight.has(i + 1) ? 1 : 0,
        isDue: true,
      }))
        .filter(({ webhookId }) => webhookId > after)
        .slice(0, count);
    const parts = {
      database: { transaction: (work: (tx: object) => Promise<unknown>) => work({}) },
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
});

describe('the store of deliveries', () => {
  const clock = testClock();
  let dataDir: string;
  let opened: Awaited<ReturnType<typeof openEnvironment>>;
  let webhooks: ReturnType<typeof webhookStore>;
  let deliveries: ReturnType<typeof deliveryStore>;
  let accountId: number;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'petstore-test-'));
    opened = await openEnvironment('production', { ...readSettings({}), dataDir }, { now: clock.now });
    webhooks = webhookStore(opened.database, { now: clock.now, random: randomBytes });
    deliveries = deliveryStore(opened.database, clock.now);
    ({ accountId } = await opened.accounts.createKey({ plan: 'free' }));
  });
  afterAll(async () => {
    await opened.database.close();
    await rm(dataDir, { recursive: true });
  });

  const newWebhook = async () =>
    (
      await opened.database.transaction((tx) =>
        webhooks.add(tx, accountId, { url: 'https://x.example', events: ['pet.created'] }),
      )
    ).webhook.id;
  const add = (webhookId: number, count: number) =>
    opened.database.transaction((tx) =>
      deliveries.addAll(
        tx,
        Array.from({ length: count }, (_, i) => ({ webhookId, eventId: `evt_${i}`, kind: 'pet.created', body: '{}' })),
      ),
    );
  const left = async (webhookId: number) => {
    const rows = opened.database.read.selectFrom('deliveries').select('id').where('webhook_id', '=', webhookId);
    return (await rows.execute()).length;
  };
  const claim = (webhookId: number, count: number) =>
    opened.database.transaction((tx) => deliveries.claim(tx, webhookId, count));

  test('gives each delivery to one claimant, until the claim expires', async () => {
    const id = await newWebhook();
    await add(id, 5);
    const claims = [...(await claim(id, 3)), ...(await claim(id, 3))];
    expect(new Set(claims.map(({ deliveryId }) => deliveryId)).size).toBe(5);
    expect(await claim(id, 3)).toEqual([]);
    expect(await deliveries.waiting(id - 1, 10)).toEqual([
      { webhookId: id, isFailing: false, inFlight: 5, isDue: false },
    ]);
    clock.advance(20_000);
    expect(await deliveries.waiting(id - 1, 10)).toEqual([
      { webhookId: id, isFailing: false, inFlight: 0, isDue: true },
    ]);
    expect(await claim(id, 9)).toHaveLength(5);
  });

  test('reports a webhook as failing after a minute of failures only', async () => {
    const id = await newWebhook();
    await add(id, 1);
    const isFailing = async () => (await deliveries.waiting(id - 1, 1))[0]!.isFailing;
    const endpoints = endpointStore(clock.now);
    const fail = () => opened.database.transaction((tx) => endpoints.noteFailure(tx, id, 'https://x.example', false));
    await fail();
    clock.advance(59_999);
    await fail();
    expect(await isFailing()).toBe(false);
    clock.advance(1);
    expect(await isFailing()).toBe(true);
    await opened.database.transaction((tx) => endpoints.noteSuccess(tx, id));
    expect(await isFailing()).toBe(false);
  });

  test('records one outcome of an attempt, not two', async () => {
    const id = await newWebhook();
    await add(id, 1);
    const [mine] = await claim(id, 1);
    clock.advance(20_000);
    const [theirs] = await claim(id, 1);
    const settle = (claimed: typeof mine) =>
      opened.database.transaction((tx) =>
        deliveries.settle(
          tx,
          claimed!,
          { durationMs: 1, responseStatus: 200 },
          { status: 'succeeded', attemptedMs: clock.now(), nextAttemptMs: null },
        ),
      );
    expect([await settle(theirs), await settle(mine)]).toEqual([true, false]);
  });

  test('lists waiting webhooks in order of id, as many as requested', async () => {
    const ids = [await newWebhook(), await newWebhook(), await newWebhook()];
    for (const id of ids) await add(id, 3);
    const pages = [
      await deliveries.waiting(ids[0]! - 1, 2),
      await deliveries.waiting(ids[1]!, 2),
      await deliveries.waiting(ids[2]!, 2),
    ];
    expect(pages.map((page) => page.map(({ webhookId }) => webhookId))).toEqual([[ids[0], ids[1]], [ids[2]], []]);
  });

  test('deletes a delivery after thirty days, not before', async () => {
    const id = await newWebhook();
    await add(id, 700);
    const sweep = () => opened.database.transaction((tx) => deliveries.sweep(tx));
    clock.advance(30 * 24 * 3_600_000 - 1);
    while (await sweep());
    expect(await left(id)).toBe(700);
    clock.advance(1);
    expect(await sweep()).toBe(true);
    while (await sweep());
    expect(await left(id)).toBe(0);
  });

  test('deletes all rows of a deleted webhook', async () => {
    const [id, other] = [await newWebhook(), await newWebhook()];
    await add(id, 700);
    await add(other, 1);
    const found = await webhooks.find(accountId, id);
    await opened.database.transaction((tx) => webhooks.remove(tx, found!));
    expect(await deliveries.waiting(id - 1, 1)).toMatchObject([{ webhookId: id, isDue: false }]);
    while (await opened.database.transaction((tx) => webhooks.sweep(tx)));
    expect([await left(id), await left(other)]).toEqual([0, 1]);
    const rows = await opened.database.read
      .selectFrom('webhooks')
      .select('id')
      .where('id', 'in', [id, other])
      .execute();
    expect(rows).toEqual([{ id: other }]);
  });
});
