import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { allEvents } from '../events/streams.ts';
import { addPet } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { BACKENDS, testClock, type TestService } from '../support/service.ts';
import { addWebhook, deliveriesOf, type MadeWebhook, openReceiver, type Receiver } from './receiver.ts';

const hourMs = 3_600_000;
const kinds = 'webhook.failing,webhook.recovered,webhook.disabling,webhook.updated';

describe.each(BACKENDS)('the health of webhooks, on %s', (_, start) => {
  const clock = testClock(Date.now());
  let mails: MailServer;
  let service: TestService;
  let at: Receiver;
  let made: MadeWebhook;
  let key: string;
  let people = 0;

  beforeAll(async () => {
    mails = await openMailServer();
    const settings = { webhooksAllowPrivate: 'true', smtpUrl: mails.url, mailFrom: 'pets@shelter.example' } as const;
    service = await start({ now: clock.now, settings });
    at = await openReceiver();
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([at.close(), mails.close()]);
  });

  afterEach(async () => {
    await service.call('DELETE', made.path, { key });
  });

  /** A new account with one webhook. */
  async function open(): Promise<void> {
    people += 1;
    ({ key } = await service.newAccount({ email: `ann-${people}@x.example` }));
    made = await addWebhook(service, { url: `${at.url}/secret-path` }, key);
  }
  const health = async () => (await service.call('GET', '/v1/webhooks/health', { key })).body;
  const told = async () => (await allEvents(service, { key, query: `?types=${kinds}` })).map(({ type }) => type);
  /** Sends an event, and waits until its first attempt has ended. */
  async function send(answer: Receiver['answer']): Promise<void> {
    at.answer = answer;
    const { body } = await service.call('POST', `${made.path}/test`, { key });
    await eventually(
      async () => (await deliveriesOf(service, made, key)).find(({ id }) => id === body.id)?.attempts > 0,
    );
  }

  test('is healthy until an attempt fails, and again after all that failed were sent', async () => {
    await open();
    expect(await health()).toEqual({ state: 'healthy', webhooks: [{ webhookId: made.id, state: 'healthy' }] });
    const since = new Date(clock.now()).toISOString();
    await send(500);
    expect(await health()).toEqual({
      state: 'failing',
      webhooks: [
        {
          webhookId: made.id,
          state: 'failing',
          since,
          disablesAt: new Date(clock.now() + 120 * hourMs).toISOString(),
        },
      ],
    });
    await send(204);
    expect(await health()).toEqual({ state: 'retrying', webhooks: [{ webhookId: made.id, state: 'retrying' }] });
    clock.advance(6_000);
    await eventually(async () => (await health()).state === 'healthy');
    // It failed for less than five minutes.
    expect(await told()).toEqual([]);
  });

  test('is told by events and mails: failing after five minutes, a day before it ends, and when it has', async () => {
    await open();
    await send(500);
    clock.advance(5 * 60_000 - 1);
    await send(500);
    expect(await told()).toEqual([]);
    clock.advance(1);
    await eventually(async () => (await told()).length === 1);
    const first = await mails.next();
    expect(first.to).toEqual([`ann-${people}@x.example`]);
    expect(first.text).toContain(`Subject: Your webhook at ${new URL(at.url).host} fails`);
    expect(first.text).toContain(`/portal/webhooks/${made.id}`);
    expect(first.text).not.toContain('secret-path');

    clock.advance(4 * 24 * hourMs - 5 * 60_000);
    expect((await mails.next()).text).toContain('will be disabled');
    expect(await told()).toEqual(['webhook.failing', 'webhook.disabling']);
    // The retries that were due are made, and fail.
    clock.advance(24 * hourMs);
    expect((await mails.next()).text).toContain('is disabled');
    expect(await told()).toEqual(['webhook.failing', 'webhook.disabling', 'webhook.updated']);
    expect(await health()).toMatchObject({ state: 'disabled', webhooks: [{ state: 'disabled' }] });
    expect((await service.call('PATCH', made.path, { key, body: { disabled: false } })).status).toBe(200);
    expect((await health()).state).not.toBe('disabled');
  });

  test('is told once for each time that it fails, and mailed about once a day', async () => {
    await open();
    for (const [round, afterMs] of [0, 0, 24 * hourMs].entries()) {
      clock.advance(afterMs);
      const since = new Date(clock.now()).toUTCString().slice(5, -7);
      await send(500);
      clock.advance(5 * 60_000);
      await eventually(async () => (await told()).filter((type) => type === 'webhook.failing').length === round + 1);
      // The second time has no mail: what comes next is that of the third.
      if (round !== 1) expect((await mails.next()).text).toContain(`has failed since ${since} UTC`);
      await send(204);
      await eventually(async () => (await told()).filter((type) => type === 'webhook.recovered').length === round + 1);
    }
    expect(await told()).toEqual(Array.from({ length: 3 }, () => ['webhook.failing', 'webhook.recovered']).flat());
  });

  test('is forgotten with its URL, and says nothing of a webhook that its owner disables', async () => {
    await open();
    await send(500);
    expect((await health()).state).toBe('failing');
    at.answer = 204;
    await service.call('PATCH', made.path, { key, body: { url: `${at.url}/new`, disabled: true } });
    expect(await health()).toMatchObject({ state: 'healthy', webhooks: [{ state: 'disabled' }] });
    clock.advance(10 * 60_000);
    await addPet(service, {});
    expect(await told()).toEqual(['webhook.updated']);
  });
});
