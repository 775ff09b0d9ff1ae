import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildEnvironment } from '../../../src/composition/environment.ts';
import { eventStore, type StoredEvent } from '../../../src/events/store.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { COMMAND_LINE } from '../../../src/vocabulary/actors.ts';
import { deliveryStore } from '../../../src/webhooks/deliveries/store.ts';
import { endpointStore } from '../../../src/webhooks/sending/endpoint-store.ts';
import { webhookStore } from '../../../src/webhooks/store.ts';
import { testClock, testNow } from '../../support/service.ts';

describe('the store of deliveries', () => {
  const clock = testClock();
  /** How far staging's clock would be ahead. */
  let aheadMs = 0;
  let dataDir: string;
  let opened: Awaited<ReturnType<typeof buildEnvironment>>;
  let webhooks: ReturnType<typeof webhookStore>;
  let deliveries: ReturnType<typeof deliveryStore>;
  let event: StoredEvent;
  let accountId: number;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'petstore-test-'));
    opened = await buildEnvironment('production', { ...readSettings({}), dataDir }, { now: clock.now });
    webhooks = webhookStore(opened.database, opened.outbox, {
      now: clock.now,
      random: randomBytes,
      seal: (secret) => secret,
    });
    const events = eventStore(opened.database);
    deliveries = deliveryStore(opened.database, {
      events,
      now: testNow(() => clock.now() + aheadMs),
      realNow: clock.now,
    });
    event = await opened.database.transaction(async (tx) =>
      events.written(tx, await opened.outbox.append(tx, 'pet.created', { id: 1 }, { by: COMMAND_LINE })),
    );
    ({ accountId } = await opened.accounts.createKey({ plan: 'free' }));
  });
  afterAll(async () => {
    await opened.database.close();
    await rm(dataDir, { recursive: true });
  });

  const newWebhook = async () =>
    (
      await opened.database.transaction((tx) =>
        webhooks.add(tx, accountId, { url: 'https://x.example', events: ['pet.created'] }, COMMAND_LINE),
      )
    ).webhook.id;
  const add = (webhookId: number, count: number) =>
    opened.database.transaction(async (tx) => {
      for (let i = 0; i < count; i += 1) await deliveries.add(tx, webhookId, event);
    });
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
    const one = { webhookId: id, accountId, host: 'x.example', isProven: false, isFailing: false, mayBegin: Infinity };
    expect(await deliveries.standingOf([id])).toEqual([{ ...one, inFlight: 5, dueMs: Infinity }]);
    expect(await deliveries.waiting(id - 1, 10)).toEqual([id]);
    const dueMs = clock.now();
    clock.advance(20_000);
    expect(await deliveries.standingOf([id])).toEqual([{ ...one, inFlight: 0, dueMs }]);
    expect(await deliveries.waiting(id - 1, 10)).toEqual([id]);
    expect(await claim(id, 9)).toHaveLength(5);
  });

  test('lets a process keep its claim while the clock of staging is advanced', async () => {
    const id = await newWebhook();
    await add(id, 1);
    expect(await claim(id, 1)).toHaveLength(1);
    aheadMs = 3_600_000;
    expect(await claim(id, 1)).toEqual([]);
    expect(await deliveries.standingOf([id])).toMatchObject([{ inFlight: 1, dueMs: Infinity }]);
    clock.advance(20_000);
    expect(await claim(id, 1)).toHaveLength(1);
    aheadMs = 0;
  });

  test('reports a webhook as proven after a quick 2xx of its URL, until a slow attempt or a minute of failures only', async () => {
    const id = await newWebhook();
    await add(id, 1);
    const url = 'https://x.example';
    const endpoints = endpointStore(opened.outbox, opened.mails, clock.now);
    const isProven = async () => (await deliveries.standingOf([id]))[0]!.isProven;
    const succeed = (isQuick = true, at = url) =>
      opened.database.transaction((tx) => endpoints.noteSuccess(tx, id, at, isQuick));
    const fail = (isQuick = true, at = url) =>
      opened.database.transaction((tx) => endpoints.noteFailure(tx, id, at, { isGone: false, isQuick }));

    for (const [note, expected] of [
      [() => fail(), false],
      [() => succeed(false), false],
      [() => succeed(true, 'https://previous.example'), false],
      [() => succeed(), true],
      [() => succeed(false), false],
      [() => succeed(), true],
      [() => fail(false, 'https://previous.example'), true],
      [() => fail(), true],
      [() => fail(false), false],
      [() => succeed(), true],
    ] as const) {
      await note();
      expect([String(note), await isProven()]).toEqual([String(note), expected]);
    }
    await fail();
    clock.advance(59_999);
    await fail();
    expect(await isProven()).toBe(true);
    clock.advance(1);
    expect(await isProven()).toBe(false);
    await succeed();
    expect(await isProven()).toBe(true);

    const found = await webhooks.find(accountId, id);
    await opened.database.transaction((tx) => webhooks.save(tx, found!, { url: 'https://new.example' }, COMMAND_LINE));
    expect(await isProven()).toBe(false);
  });

  test('records one outcome of an attempt, not two', async () => {
    const id = await newWebhook();
    await add(id, 1);
    const [mine] = await claim(id, 1);
    clock.advance(20_000);
    const [theirs] = await claim(id, 1);
    const settle = (claimed: typeof mine) =>
      opened.database.transaction((tx) =>
        deliveries.settle(tx, claimed!, {
          url: 'https://x.example',
          outcome: { durationMs: 1, requestHeaders: [], responseStatus: 200 },
          status: 'succeeded',
          attemptedMs: clock.now(),
          nextAttemptMs: null,
        }),
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
    expect(pages).toEqual([[ids[0], ids[1]], [ids[2]], []]);
  });

  test('deletes old deliveries, and no others', async () => {
    const id = await newWebhook();
    await add(id, 700);
    const sweep = (endMs: number) => opened.database.transaction((tx) => deliveries.sweep(tx, endMs));
    while (await sweep(clock.now() - 1));
    expect(await left(id)).toBe(700);
    expect(await sweep(clock.now())).toBe(true);
    while (await sweep(clock.now()));
    expect(await left(id)).toBe(0);
  });

  test('deletes all rows of a deleted webhook', async () => {
    const [id, other] = [await newWebhook(), await newWebhook()];
    await add(id, 700);
    await add(other, 1);
    const found = await webhooks.find(accountId, id);
    await opened.database.transaction((tx) => webhooks.remove(tx, found!, COMMAND_LINE));
    expect(await deliveries.standingOf([id])).toMatchObject([{ dueMs: Infinity }]);
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
