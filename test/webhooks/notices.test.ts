import { expect, test } from 'vitest';
import { allEvents } from '../events/streams.ts';
import { addPet } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { startOnSqlite } from '../support/service.ts';
import { webhookScene } from './scene.ts';

const { service, receiver, webhook, settled } = webhookScene(startOnSqlite);

const newest = async () => (await allEvents(service())).at(-1)!.sequence;
const since = (after: number) =>
  allEvents(service(), {
    query: `?after=${after}&types=webhook.created,webhook.updated,webhook.secret_rolled,webhook.deleted`,
  });

test('name who made each change, and hold neither a secret nor the path and query of the URL', async () => {
  const after = await newest();
  const at = await receiver();
  const made = await webhook({ ...at, url: `${at.url}/9kq?token=3fz` });
  const { origin: url } = new URL(at.url);
  const { key, id: keyId } = (await service().call('POST', '/v1/account/keys', { body: {} })).body;
  await service().call('PATCH', made.path, { key, body: { description: 'Ours' } });
  const { secret } = (await service().call('POST', `${made.path}/roll-secret`, { key })).body;
  await service().call('DELETE', made.path, { key });
  const events = await since(after);
  const by = { type: 'account', accountId: 1, keyId };
  expect(events).toMatchObject([
    { type: 'webhook.created', actor: { type: 'account', accountId: 1 }, data: { id: made.id, url } },
    { type: 'webhook.updated', actor: by, data: { id: made.id, url, description: 'Ours' } },
    { type: 'webhook.secret_rolled', actor: by, data: { id: made.id } },
    { type: 'webhook.deleted', actor: by, data: { id: made.id } },
  ]);
  for (const hidden of [made.secret, secret, '9kq', '3fz']) expect(JSON.stringify(events)).not.toContain(hidden);
});

test('tell of a webhook that the service disables', async () => {
  const after = await newest();
  const made = await webhook(await receiver(410));
  await addPet(service(), {});
  const event = await eventually(async () => (await since(after)).find(({ type }) => type === 'webhook.updated'));
  expect(event).toMatchObject({
    actor: { type: 'service' },
    data: { id: made.id, disabled: true, disabledReason: 'gone' },
  });
});

test('are not written without a change', async () => {
  const made = await webhook(await receiver());
  const after = await newest();
  await service().call('PATCH', made.path, { body: { disabled: false } });
  expect(await since(after)).toEqual([]);
});

test('reach the webhooks that subscribe to them, but not the one just added, whose secret nobody has yet', async () => {
  const [at, beside] = [await receiver(), await receiver()];
  await webhook(at, { events: ['webhook.created', 'webhook.updated'] });
  const second = await webhook(beside, { events: ['webhook.created', 'webhook.updated'] });
  await service().call('PATCH', second.path, { body: { description: 'x' } });
  await eventually(() => at.received.length === 2 && beside.received.length === 1);
  await settled();
  const got = ({ received }: typeof at) => new Set(received.map(({ event }) => `${event.type} ${event.data.id}`));
  expect(got(at)).toEqual(new Set([`webhook.created ${second.id}`, `webhook.updated ${second.id}`]));
  expect(got(beside)).toEqual(new Set([`webhook.updated ${second.id}`]));
});
