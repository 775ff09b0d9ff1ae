import { expect, test } from 'vitest';
import { addPet, expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { startOnSqlite } from '../support/service.ts';
import { deliveriesOf, type MadeWebhook } from './receiver.ts';
import { webhookScene } from './scene.ts';

const { clock, service, receiver, webhook, attempted, settled } = webhookScene(startOnSqlite);

const keyWith = async (...scopes: string[]): Promise<string> =>
  (await service().call('POST', '/v1/account/keys', { body: { scopes } })).body.key;
const order = async () => {
  const petId = await addPet(service(), {});
  const answer = await service().call('POST', '/v1/store/orders', { body: { petId, note: 'Saturday' } });
  expect(answer.status, answer.text).toBe(201);
};
const stateOf = async ({ path }: MadeWebhook) => {
  const { body, headers } = await service().call('GET', path);
  return { body, etag: headers.get('etag') };
};

test('a key that may not read its events can neither redirect it nor have anything sent', async () => {
  const [at, elsewhere] = [await receiver(), await receiver()];
  const made = await webhook(at, { events: ['pet.created', 'order.placed'] });
  await order();
  await eventually(() => at.received.length === 2);
  await settled();
  const sent = (await deliveriesOf(service(), made)).find(({ type }) => type === 'order.placed');
  const off = await webhook(at, { events: ['order.placed'], disabled: true });
  const before = [await stateOf(made), await stateOf(off), await deliveriesOf(service(), made)];
  const key = await keyWith('webhooks', 'pets:read');
  for (const [method, path, body] of [
    ['PATCH', made.path, { url: elsewhere.url }],
    ['PATCH', made.path, { url: elsewhere.url, disabled: true }],
    ['PATCH', made.path, { events: ['pet.created'] }],
    ['PATCH', made.path, { events: ['pet.created', 'order.placed', 'pet.deleted'], description: 'x' }],
    ['PATCH', off.path, { disabled: false }],
    ['POST', `${made.path}/roll-secret`, undefined],
    ['POST', `${made.path}/test`, undefined],
    ['POST', `${made.path}/deliveries/${sent.id}/redeliver`, undefined],
  ] as const) {
    const answer = await service().call(method, path, { key, body });
    expectError(answer, 403, 'insufficient_scope', '`order.placed`');
    expect(answer.body.message).toContain('`orders:read`');
  }
  const several = await service().call('POST', '/v1/webhooks/deliveries/redeliver-several', {
    key,
    body: { deliveryIds: [sent.id] },
  });
  expect(several.body).toMatchObject({
    deliveries: [],
    refused: [{ deliveryId: sent.id, code: 'insufficient_scope', message: expect.stringContaining('`orders:read`') }],
  });
  await settled();
  expect([await stateOf(made), await stateOf(off), await deliveriesOf(service(), made)]).toEqual(before);
  expect([at.received.length, elsewhere.received.length]).toEqual([2, 0]);
});

test('it reads what became of a delivery, without the response, which may repeat the event', async () => {
  const at = await receiver();
  at.answer = (response, { body }) => void response.end(body);
  const made = await webhook(at, { events: ['order.placed'] });
  await order();
  await attempted(made, 1);
  await settled();
  const [sent] = await deliveriesOf(service(), made);
  expect(sent.lastAttempt.responseBody).toContain('Saturday');
  const { responseBody: _, ...lastAttempt } = sent.lastAttempt;
  const key = await keyWith('webhooks', 'pets:read');
  expect(await deliveriesOf(service(), made, key)).toEqual([{ ...sent, lastAttempt }]);
  const path = `${made.path}/deliveries/${sent.id}`;
  const { attemptLog: log, ...whole } = (await service().call('GET', path)).body;
  expect(whole).toEqual({ ...sent, body: at.received[0]!.body });
  expect(log).toMatchObject([{ responseBody: at.received[0]!.body, responseHeaders: expect.any(Array) }]);
  const { attemptLog: others, ...part } = (await service().call('GET', path, { key })).body;
  expect(part).toEqual({ ...sent, lastAttempt });
  const { responseBody: _body, responseHeaders: _headers, ...withoutResponse } = log[0];
  expect(others).toEqual([withoutResponse]);
});

test('it can describe, disable and delete it', async () => {
  const made = await webhook(await receiver(), { events: ['order.placed'] });
  const key = await keyWith('webhooks');
  const { body: found } = await service().call('GET', made.path, { key });
  const { url, events } = found;
  const answer = await service().call('PATCH', made.path, {
    key,
    body: { url, events, disabled: true, description: 'Ours' },
  });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({ url, events, disabled: true, description: 'Ours' });
  expect((await service().call('DELETE', made.path, { key })).status).toBe(204);
});

test('a key that may read its events can do all of it', async () => {
  const at = await receiver();
  const made = await webhook(at, { events: ['order.placed'] });
  const key = await keyWith('webhooks', 'orders:read');
  for (const body of [{ url: `${at.url}/2` }, { disabled: true }, { disabled: false }])
    expect((await service().call('PATCH', made.path, { key, body })).status).toBe(200);
  expect((await service().call('POST', `${made.path}/roll-secret`, { key })).status).toBe(200);
  const { body: tested } = await service().call('POST', `${made.path}/test`, { key });
  await eventually(() => at.received.length === 1);
  expect((await service().call('POST', `${made.path}/deliveries/${tested.id}/redeliver`, { key })).status).toBe(202);
  await eventually(() => at.received.length === 2);
});

test('deliveries of events to which it no longer subscribes stay protected', async () => {
  const [at, elsewhere] = [await receiver(503), await receiver()];
  const made = await webhook(at, { events: ['order.placed'] });
  await order();
  const waiting = await attempted(made, 1);
  const change = (key: string, body: object) => service().call('PATCH', made.path, { key, body });
  expect((await change(service().operatorKey, { events: ['pet.deleted'] })).status).toBe(200);
  const key = await keyWith('webhooks', 'pets:read');
  // While the delivery waits, whoever changes the URL decides where it goes.
  expectError(await change(key, { url: elsewhere.url }), 403, 'insufficient_scope', '`order.placed`');
  at.answer = 204;
  clock.advance(6_000);
  await attempted(made, 2);
  expect((await change(key, { url: elsewhere.url })).status).toBe(200);
  const again = await service().call('POST', `${made.path}/deliveries/${waiting.id}/redeliver`, { key });
  expectError(again, 403, 'insufficient_scope', '`order.placed`');
  await settled();
  expect(elsewhere.received).toEqual([]);
});
