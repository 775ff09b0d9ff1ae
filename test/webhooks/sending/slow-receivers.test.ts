import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { BACKENDS, type TestService, testClock } from '../../support/service.ts';
import { addWebhook, deliveriesOf, type MadeWebhook, openReceiver, type Receiver } from '../receiver.ts';

/** Four requests to each webhook of two accounts are more than the capacity of 100. */
const webhooksEach = 14;

/** An account whose receiver answers when the test says so. */
interface Hog {
  readonly key: string;
  readonly webhooks: readonly MadeWebhook[];
  /** The requests that wait for an answer. */
  readonly held: Set<ServerResponse>;
  /** Whether further requests wait too. */
  isHolding: boolean;
}

describe.each(BACKENDS)('slow receivers, on %s', (engine, start) => {
  const clock = testClock(Date.now());
  let service: TestService;
  let hogs: Hog[];
  let added = 0;
  const disabled = new Set<MadeWebhook>();
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    const resolve = async () => ['127.0.0.1'];
    const settings = { webhooksAllowPrivate: 'true' } as const;
    // What is held is not given up meanwhile.
    service = await start({ now: clock.now, resolve, settings, webhookMs: 240_000 });
    hogs = [await openHog(), await openHog()];
  });
  afterAll(async () => {
    for (const at of receivers) await at.close();
    await service.close();
  });

  /** A receiver with a host name of its own. */
  async function named(answer?: Receiver['answer']) {
    const at = await openReceiver(answer);
    const url = at.url.replace('127.0.0.1', `host${receivers.push(at)}.example`);
    return { url, received: at.received };
  }

  async function openHog(): Promise<Hog> {
    const { key } = await service.newAccount();
    const held = new Set<ServerResponse>();
    const webhooks: MadeWebhook[] = [];
    const hog: Hog = { key, webhooks, held, isHolding: true };
    const { url } = await named((response) => {
      if (hog.isHolding) held.add(response.once('close', () => held.delete(response)));
      else response.writeHead(204).end();
    });
    for (let i = 0; i < webhooksEach; i++) webhooks.push(await addWebhook(service, { url }, key));
    return hog;
  }

  async function addEvents(count: number): Promise<void> {
    for (let i = 0; i < count; i++) await addPet(service, {});
    added += count;
  }

  /** Expects that each hog holds so many slots, and no more while a new webhook of a new account gets its event at once. */
  async function expectHeld(each: number): Promise<void> {
    await eventually(() => hogs.every(({ held }) => held.size === each));
    const { key } = await service.newAccount();
    const { url, received } = await named();
    const made = await addWebhook(service, { url, events: ['message.delivered'] }, key);
    await service.call('POST', `${made.path}/test`, { key });
    await eventually(() => received.length === 1);
    expect(hogs.map(({ held }) => held.size)).toEqual([each, each]);
  }

  /** Answers all requests, until every event is delivered. */
  async function answerAll(): Promise<void> {
    for (const hog of hogs) {
      hog.isHolding = false;
      for (const response of hog.held) response.writeHead(204).end();
    }
    for (const { key, webhooks } of hogs) {
      for (const webhook of webhooks) {
        if (disabled.has(webhook)) continue;
        await eventually(async () => {
          const deliveries = await deliveriesOf(service, webhook, key);
          return deliveries.length === added && deliveries.every(({ status }) => status === 'succeeded');
        });
      }
    }
    for (const hog of hogs) hog.isHolding = true;
  }

  test('get one request at a time until they answer, and no account gets so many that a newcomer waits', async () => {
    await addEvents(4);
    await expectHeld(10);
    await answerAll();
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('that have answered quickly get more, and still leave room', async () => {
    await addEvents(4);
    await expectHeld(20);
    await answerAll();
  });

  test('get one request at a time again after an answer that took five seconds', async () => {
    await addEvents(1);
    await eventually(() => hogs.every(({ held }) => held.size === webhooksEach));
    clock.advance(5_000);
    await answerAll();
    await addEvents(4);
    await expectHeld(10);
  });

  test('and those whose URL has changed start anew', async () => {
    await answerAll();
    const [{ webhooks, key, held }] = hogs as [Hog, Hog];
    const [webhook] = webhooks as [MadeWebhook];
    for (const other of webhooks.slice(1)) {
      await service.call('PATCH', other.path, { key, body: { disabled: true } });
      disabled.add(other);
    }
    await addEvents(4);
    await eventually(() => held.size === 4);
    await answerAll();
    const { body } = await service.call('GET', webhook.path, { key });
    await service.call('PATCH', webhook.path, { key, body: { url: `${body.url}?new` } });
    await addEvents(4);
    await eventually(() => held.size === 1);
    const [, other] = hogs as [Hog, Hog];
    await eventually(() => other.held.size > 1);
    expect(held.size).toBe(1);
    await answerAll();
  });
});
