import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { machineResolver, openNetwork } from '../../../src/network/network.ts';
import { testNetwork } from '../../../src/staging/values/network.ts';
import {
  SLOW_ENDPOINT_MS,
  TEST_DOMAIN,
  TEST_ENDPOINTS,
  type TestEndpoint,
} from '../../../src/vocabulary/test-values.ts';
import { attemptOver } from '../../../src/webhooks/sending/attempt.ts';
import { SLOW_MS } from '../../../src/webhooks/sending/schedule.ts';
import { eventually } from '../../support/eventually.ts';
import { startOnSqlite, testClock, type TestService } from '../../support/service.ts';
import { addWebhook, deliveriesOf, type MadeWebhook } from '../../webhooks/receiver.ts';

const endpoints: Readonly<Record<string, TestEndpoint>> = TEST_ENDPOINTS;
const urlOf = (name: string) => `https://${name}.${TEST_DOMAIN}/hooks`;
const answering = Object.entries(endpoints).filter(([, { answers }]) => answers !== undefined);
const failing = Object.entries(endpoints).filter(([, { fails }]) => fails !== undefined);
const second = 1_000;

type Delivery = Awaited<ReturnType<typeof deliveriesOf>>[number];

/** docs/test-values.md: webhooks. */
describe('test webhooks', () => {
  const clock = testClock();
  const asked: string[] = [];
  const waits: number[] = [];
  const open = (environment: 'production' | 'staging') =>
    startOnSqlite({
      environment,
      now: clock.now,
      wait: async (ms) => void waits.push(ms),
      resolve: async (host) => {
        asked.push(host);
        throw new Error('unknown host');
      },
    });
  let service: TestService;

  /** A webhook with one delivery, after its first attempt. */
  async function attempted(name: string): Promise<{ webhook: MadeWebhook; first: Delivery }> {
    const webhook = await addWebhook(service, { url: urlOf(name) });
    await service.call('POST', `${webhook.path}/test`, { body: {} });
    await eventually(async () => ((await deliveriesOf(service, webhook))[0]?.attempts ?? 0) > 0);
    return { webhook, first: (await deliveriesOf(service, webhook))[0]! };
  }

  describe('in staging', () => {
    beforeAll(async () => {
      service = await open('staging');
    });
    afterAll(() => service.close());

    test.each(answering)('%s', async (name, { answers = [], waits: isSlow = false }) => {
      waits.length = 0;
      const { webhook, first } = await attempted(name);
      const [status = 0] = answers;
      expect(first.lastAttempt?.responseStatus).toBe(status);
      expect(first.status).toBe(status < 300 ? 'succeeded' : status === 410 ? 'failed' : 'pending');
      expect(waits).toEqual(isSlow ? [SLOW_ENDPOINT_MS] : []);
      const { body } = await service.call('GET', webhook.path);
      expect(body.disabledReason).toBe(status === 410 ? 'gone' : undefined);
      if (first.status !== 'pending') return;
      clock.advance(6 * second);
      await eventually(async () => (await deliveriesOf(service, webhook))[0]?.attempts === 2);
      const [delivery] = await deliveriesOf(service, webhook);
      expect(delivery?.lastAttempt?.responseStatus).toBe(answers.at(-1));
      expect(delivery?.status).toBe(answers.at(-1) === 204 ? 'succeeded' : 'pending');
      await service.call('DELETE', webhook.path);
    });

    test.each(failing)('%s', async (name, { fails }) => {
      const { webhook, first } = await attempted(name);
      expect(first).toMatchObject({ status: 'pending', lastAttempt: { error: `The request failed: ${fails}.` } });
      expect(first.lastAttempt?.responseStatus).toBeUndefined();
      await service.call('DELETE', webhook.path);
    });

    test('an unknown one cannot be resolved, and no server is asked for it', async () => {
      const { first } = await attempted('unknown');
      expect(first.lastAttempt?.error).toBe("The host's name could not be resolved.");
      expect(asked).toEqual([]);
    });
  });

  test('in production they are names like others', async () => {
    service = await open('production');
    for (const name of ['ok', 'gone']) {
      const { first } = await attempted(name);
      expect(first).toMatchObject({
        status: 'pending',
        lastAttempt: { error: "The host's name could not be resolved." },
      });
    }
    expect(asked).toEqual([`ok.${TEST_DOMAIN}`, `gone.${TEST_DOMAIN}`]);
  });
});

describe('an endpoint', () => {
  const network = testNetwork(openNetwork({ allowPrivate: false, resolve: machineResolver }), () => Promise.resolve());
  const attempt = (name: string, timeoutMs: number, number = 1) =>
    attemptOver(network, timeoutMs)(
      { url: urlOf(name), headers: { 'webhook-id': 'evt_1' }, body: '{}', number },
      new AbortController().signal,
    );

  test('that is silent is given up after the time that an attempt has', async () => {
    const outcome = await attempt('silent', 100);
    expect(outcome.error).toBe('There was no whole answer within 0.1 seconds.');
  });

  test('that fails once fails at the first attempt of each delivery, whatever other deliveries the event has', async () => {
    const outcomes = [1, 1, 2, 1, 3].map((number) => attempt('fails-once', 5_000, number));
    const statuses = (await Promise.all(outcomes)).map(({ responseStatus }) => responseStatus);
    expect(statuses).toEqual([500, 500, 204, 500, 204]);
  });

  test('that redirects says where to', async () => {
    const outcome = await attempt('redirect', 5_000);
    expect([outcome.responseStatus, outcome.error]).toEqual([
      302,
      expect.stringContaining('Redirects are not followed'),
    ]);
  });

  test('that is slow is not one that answers quickly', () => {
    expect(SLOW_ENDPOINT_MS).toBeGreaterThan(SLOW_MS);
  });
});
