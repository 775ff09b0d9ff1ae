import { describe, expect, test } from 'vitest';
import { eventStore } from '../../../src/events/store.ts';
import { COMMAND_LINE } from '../../../src/vocabulary/actors.ts';
import { LONG_KEPT, trimLongAnswers } from '../../../src/webhooks/deliveries/attempts.ts';
import { deliveryStore } from '../../../src/webhooks/deliveries/store.ts';
import { addPet, expectError } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { BACKENDS } from '../../support/service.ts';
import { type MadeWebhook, openReceiver } from '../receiver.ts';
import { webhookScene } from '../scene.ts';

type Headers = readonly { readonly name: string; readonly value: string }[];

describe.each(BACKENDS)('the attempts of a delivery, on %s', (engine, start) => {
  const { clock, service, otherKey, receiver, webhook, attempted, settled } = webhookScene(start);

  const detailsOf = async ({ path }: MadeWebhook, { id }: { readonly id: number }) =>
    (await service().call('GET', `${path}/deliveries/${id}`)).body;
  const raw = (headers: Headers) => headers.flatMap(({ name, value }) => [name, value]);

  test('keep exactly what was sent and answered, each on its own', async () => {
    let rawHeaders: string[] = [];
    const at = await receiver((response) => {
      ({ rawHeaders } = response.req);
      response.sendDate = false;
      response.writeHead(503, ['X-Reason', 'dusting', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']).end('\ufefflater');
    });
    const made = await webhook({ ...at, url: `${at.url}/in?to=café` });
    await addPet(service(), {});
    const first = await attempted(made, 1);
    const firstHeaders = rawHeaders;
    at.answer = 204;
    clock.advance(6_000);
    const second = await attempted(made, 2);
    const { body, attemptLog: log } = await detailsOf(made, second);
    expect(body).toBe(at.received[0]!.body);
    expect(log).toMatchObject([
      {
        number: 1,
        at: first.lastAttempt.at,
        responseStatus: 503,
        responseBody: '\ufefflater',
        url: `${at.url}/in?to=café`,
        address: new URL(at.url).host,
      },
      { number: 2, at: second.lastAttempt.at, responseStatus: 204, responseBody: '' },
    ]);
    expect(raw(log[0].requestHeaders)).toEqual(firstHeaders);
    expect(raw(log[0].responseHeaders).slice(0, 6)).toEqual([
      'X-Reason',
      'dusting',
      'Set-Cookie',
      'a=1',
      'Set-Cookie',
      'b=2',
    ]);
    const signatureOf = (headers: Headers) => headers.find(({ name }) => name === 'webhook-signature')!.value;
    expect(signatureOf(log[1].requestHeaders)).toBe(at.received[1]!.headers['webhook-signature']);
    expect(signatureOf(log[1].requestHeaders)).not.toBe(signatureOf(log[0].requestHeaders));
    expect(JSON.stringify(log)).not.toContain(made.secret.slice(6));
    expect(log[0]).not.toHaveProperty('responseTruncated');
  });

  test('keep the first 16 KiB of a response, of which a list shows 1,024 characters', async () => {
    const at = await receiver((response) => response.writeHead(200).end('é'.repeat(10_000)));
    const made = await webhook(at);
    await addPet(service(), {});
    const delivery = await attempted(made, 1);
    expect(delivery.lastAttempt.responseBody).toBe('é'.repeat(1_024));
    const { lastAttempt, attemptLog: log } = await detailsOf(made, delivery);
    expect(lastAttempt.responseBody).toBe('é'.repeat(1_024));
    expect(log).toMatchObject([{ responseBody: 'é'.repeat(8_192), responseTruncated: true }]);
  });

  test('forget a response that may quote what was erased meanwhile, and the URL', async () => {
    let answer = () => {};
    const at = await receiver((response, { body }) => (answer = () => void response.writeHead(200).end(body)));
    const email = 'eve@late.example';
    const made = await webhook({ ...at, url: `${at.url}?for=${email}` });
    await addPet(service(), { name: `Ask ${email}` });
    await eventually(() => at.received.length === 1);
    expect((await service().call('POST', '/v1/admin/people/erase', { body: { email } })).status).toBe(200);
    answer();
    const delivery = await attempted(made, 1);
    const details = await detailsOf(made, delivery);
    expect(JSON.stringify(details)).not.toContain(email);
    for (const absent of ['url', 'responseHeaders', 'responseBody'])
      expect(details.attemptLog[0]).not.toHaveProperty(absent);
    await settled();
  });

  test('keep the latest long responses of each webhook whole, and shorten the others', async () => {
    const made = await webhook(await receiver(), { disabled: true });
    const environment = await service().beside();
    const { database, outbox } = environment;
    const events = eventStore(database);
    const add = (count: number, response: string) =>
      database.transaction(async (tx) => {
        const store = deliveryStore(database, { events, now: clock.now, realNow: clock.now });
        const id = await outbox.appendNumbered(tx, 'pet.created', { id: 1 }, { by: COMMAND_LINE });
        const event = await events.written(tx, id);
        for (let i = 0; i < count; i += 1) {
          clock.advance(1);
          const { id: deliveryId } = await store.add(tx, made.id, event);
          const claim = { webhookId: made.id, eventId: event.id, body: event.body, deliveryId, attempts: 0 };
          const outcome = { durationMs: 1, requestHeaders: [], responseStatus: 200, responseBody: response };
          const next = { status: 'succeeded', attemptedMs: clock.now(), nextAttemptMs: null } as const;
          expect(await store.settle(tx, claim, { ...next, url: at, outcome })).toBe(true);
        }
      });
    const at = (await service().call('GET', made.path)).body.url;
    await add(1, 'short');
    // A transaction has a deadline.
    for (let i = 0; i < LONG_KEPT + 2; i += 6) await add(6, 'x'.repeat(2_000));
    while (await database.transaction(trimLongAnswers));
    const lengths = await database.read
      .selectFrom('delivery_attempts')
      .innerJoin('deliveries', 'id', 'delivery_id')
      .select('response_body')
      .where('webhook_id', '=', made.id)
      .orderBy('attempted_at')
      .execute();
    expect(lengths.map(({ response_body: body }) => body?.length)).toEqual([
      5,
      1_024,
      1_024,
      ...Array<number>(LONG_KEPT).fill(2_000),
    ]);
    await database.close();
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('without an answer say so', async () => {
    const gone = await openReceiver();
    await gone.close();
    const made = await webhook(gone);
    await addPet(service(), {});
    const { attemptLog: log } = await detailsOf(made, await attempted(made, 1));
    expect(log).toMatchObject([{ number: 1, url: gone.url, error: 'The request failed: ECONNREFUSED.' }]);
    for (const absent of ['address', 'responseStatus', 'responseHeaders', 'responseBody'])
      expect(log[0]).not.toHaveProperty(absent);
  });

  test('belong to nobody else', async () => {
    const made = await webhook(await receiver());
    const { body: sent } = await service().call('POST', `${made.path}/test`);
    const path = `${made.path}/deliveries/${sent.id}`;
    expectError(await service().call('GET', path, { key: otherKey() }), 404, 'webhook_not_found');
    const body = { deliveryIds: [sent.id] };
    const several = '/v1/webhooks/deliveries/redeliver-several';
    const answer = await service().call('POST', several, { key: otherKey(), body });
    expect(answer.body).toEqual({
      deliveries: [],
      refused: [
        { deliveryId: sent.id, code: 'delivery_not_found', message: 'The account has no delivery with this id.' },
      ],
    });
    await settled();
  });
});
