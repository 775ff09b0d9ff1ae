import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyWebhook } from '../../client/src/petstore.ts';
import { eventually } from '../support/eventually.ts';
import { startOnSqlite } from '../support/service.ts';
import { addWebhook, openReceiver } from '../webhooks/receiver.ts';

const secret = `whsec_${btoa('a secret of 32 bytes, or nearly so')}`;
const older = `whsec_${btoa('another secret that is being replaced')}`;
const nowMs = Date.UTC(2026, 10, 21, 9);
const body = JSON.stringify({
  id: 'evt_1',
  type: 'pet.created',
  timestamp: '2026-11-21T09:00:00.000Z',
  sequence: 1,
  data: { id: 1, name: 'Zoë', categoryId: 1, status: 'available' },
});

/** As the reference implementation of Standard Webhooks signs. */
function signed(text: string, { by = [secret], at = nowMs, id = 'evt_1' } = {}): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': by.map((one) => new Webhook(one).sign(id, new Date(at), text)).join(' '),
  };
}

describe('verifyWebhook', () => {
  beforeEach(() => void vi.useFakeTimers({ now: nowMs, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const refusal = (reason: RegExp) => ({
    name: 'PetstoreError',
    code: 'invalid_signature',
    message: expect.stringMatching(reason),
  });

  test('returns the event of a signed request, as text or as bytes', async () => {
    expect(await verifyWebhook(secret, signed(body), body)).toEqual(JSON.parse(body));
    expect(await verifyWebhook(secret, new Headers(signed(body)), new TextEncoder().encode(body))).toEqual(
      JSON.parse(body),
    );
  });

  test('keeps every digit of an int64', async () => {
    const large = body.replace('"categoryId":1', '"categoryId":-9223372036854775808');
    const event = await verifyWebhook(secret, signed(large), large);
    expect(event.data).toMatchObject({ categoryId: -9_223_372_036_854_775_808n });
  });

  test('accepts several secrets and several signatures', async () => {
    expect(await verifyWebhook([older, secret], signed(body), body)).toBeDefined();
    expect(await verifyWebhook(secret, signed(body, { by: [older, secret] }), body)).toBeDefined();
    const unknown = { ...signed(body), 'webhook-signature': `v1a,AAAA v2,x ${signed(body)['webhook-signature']} v1,` };
    expect(await verifyWebhook(secret, unknown, body)).toBeDefined();
  });

  test.each([
    ['another secret', { by: [older] }],
    ['no signature', { by: [] }],
  ])('refuses %s', async (_, how) => {
    await expect(verifyWebhook(secret, signed(body, how), body)).rejects.toMatchObject(
      refusal(/matches none of the secrets/),
    );
  });

  test('refuses a changed body, id or time', async () => {
    const headers = signed(body);
    const later = String(Number(headers['webhook-timestamp']) + 1);
    for (const [changed, text] of [
      [headers, body.replace('Zoë', 'Zoe')],
      [{ ...headers, 'webhook-id': 'evt_2' }, body],
      [{ ...headers, 'webhook-timestamp': later }, body],
    ] as const) {
      await expect(verifyWebhook(secret, changed, text)).rejects.toMatchObject(refusal(/matches none of the secrets/));
    }
  });

  test('refuses a signature that is not base64', async () => {
    const headers = { ...signed(body), 'webhook-signature': 'v1,*** v1,' };
    await expect(verifyWebhook(secret, headers, body)).rejects.toMatchObject(refusal(/matches none/));
  });

  test.each([
    ['5 minutes ago', -300, true],
    ['in 5 minutes', 300, true],
    ['more than 5 minutes ago', -301, false],
    ['in more than 5 minutes', 301, false],
  ])('of %s: %i s', async (_, seconds, isTaken) => {
    const verified = verifyWebhook(secret, signed(body, { at: nowMs + seconds * 1_000 }), body);
    if (isTaken) await expect(verified).resolves.toBeDefined();
    else await expect(verified).rejects.toMatchObject(refusal(/not within 5 minutes of now/));
  });

  test.each(['', 'now', 'Infinity', '1e400'])('refuses the time %j', async (timestamp) => {
    const headers = { ...signed(body), 'webhook-timestamp': timestamp };
    await expect(verifyWebhook(secret, headers, body)).rejects.toMatchObject(refusal(/not within/));
  });

  test('refuses a request without the headers', async () => {
    await expect(verifyWebhook(secret, {}, body)).rejects.toMatchObject(refusal(/not within/));
  });

  test('never accepts a request without a secret', async () => {
    for (const none of ['', 'whsec_', 'whsec_***'])
      await expect(verifyWebhook(none, signed(body), body)).rejects.toMatchObject(
        refusal(/the secret is empty or not base64/),
      );
    await expect(verifyWebhook([], signed(body), body)).rejects.toMatchObject(refusal(/matches none/));
  });
});

describe('on %s', () => {
  test('verifies deliveries of the service, even while the secret is rolled', async () => {
    const service = await startOnSqlite({ settings: { webhooksAllowPrivate: 'true' } });
    const receiver = await openReceiver();
    const { id, secret: first } = await addWebhook(service, { url: receiver.url });
    await service.call('POST', `/v1/webhooks/${id}/roll-secret`);
    const { body: pet } = await service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
    await eventually(() => receiver.received.length > 0);
    const [request] = receiver.received;
    const event = await verifyWebhook(first, request!.headers, request!.body);
    expect(event).toMatchObject({ type: 'pet.created', data: pet });
  });
});
