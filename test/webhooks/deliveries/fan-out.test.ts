import { describe, expect, test } from 'vitest';
import { newMember } from '../../organizations/members.ts';
import { addPet } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { BACKENDS } from '../../support/service.ts';
import { expectSigned, type Receiver } from '../receiver.ts';
import { webhookScene } from '../scene.ts';

describe.each(BACKENDS)('deliveries, on %s', (_, start) => {
  const { clock, service, otherKey, another, receiver, webhook, attempted, settled } = webhookScene(start);

  describe('a request', () => {
    test('is the event, signed as Standard Webhooks requires', async () => {
      const at = await receiver();
      const made = await webhook(at);
      const id = await addPet(service(), { name: 'Rex' });
      const [request] = await eventually(() => at.received.length === 1 && at.received);
      const event = (await service().call('GET', '/v1/events?types=pet.created&limit=100')).body.at(-1);
      expect(request!.event).toEqual(event);
      expect(request!.event).toMatchObject({ type: 'pet.created', data: { id, name: 'Rex' } });
      expect(request!.headers).toMatchObject({
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(clock.now() / 1_000)),
        'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^Petstore-Webhooks\//),
        host: new URL(at.url).host,
      });
      expectSigned(request!, made.secret);
    });

    test('is recorded', async () => {
      const at = await receiver((response) => response.writeHead(201).end('thank you'));
      const made = await webhook(at);
      await addPet(service(), {});
      const delivery = await attempted(made, 1);
      expect(delivery).toEqual({
        id: expect.any(Number),
        webhookId: made.id,
        eventId: at.received[0]!.event.id,
        type: 'pet.created',
        status: 'succeeded',
        attempts: 1,
        lastAttempt: {
          at: expect.any(String),
          durationMs: expect.any(Number),
          responseStatus: 201,
          responseBody: 'thank you',
        },
        createdAt: expect.any(String),
      });
    });

    test('has exact integers', async () => {
      const at = await receiver();
      const made = await webhook(at);
      await service().call('POST', '/v1/pets', { body: '{"name":"Rex","categoryId":9223372036854775807}' });
      await eventually(() => at.received.length === 1);
      expect(at.received[0]!.body).toContain('"categoryId":9223372036854775807');
      expectSigned(at.received[0]!, made.secret);
    });
  });

  describe('who receives an event', () => {
    test('each webhook that subscribes to its kind, once, in any number of accounts', async () => {
      const [pets, all, none] = [await receiver(), await receiver(), await receiver()];
      await webhook(pets, { events: ['pet.created'] });
      await webhook(all, { events: ['pet.created', 'pet.updated', 'pet.deleted'] }, otherKey());
      await webhook(none, { events: ['order.placed'] });
      const id = await addPet(service(), {});
      await service().call('PATCH', `/v1/pets/${id}`, { body: { name: 'Max' } });
      await service().call('DELETE', `/v1/pets/${id}`);
      await eventually(() => all.received.length === 3 && pets.received.length === 1);
      await settled();
      expect(new Set(all.received.map(({ event }) => event.type))).toEqual(
        new Set(['pet.created', 'pet.deleted', 'pet.updated']),
      );
      expect(pets.received.map(({ event }) => event.type)).toEqual(['pet.created']);
      expect(none.received).toEqual([]);
    });

    test('only the accounts that an order or a key concerns', async () => {
      const [ann, bob] = [await service().newAccount(), await service().newAccount()];
      const [toAnn, toBob, toShelter] = [await receiver(), await receiver(), await receiver()];
      const events = ['order.placed', 'api_key.created'];
      await webhook(toAnn, { events }, ann.key);
      await webhook(toBob, { events }, bob.key);
      await webhook(toShelter, { events });
      const petId = await addPet(service(), {});
      await service().call('POST', '/v1/store/orders', { key: ann.key, body: { petId } });
      await service().call('POST', '/v1/account/keys', { key: ann.key, body: {} });
      await eventually(() => toAnn.received.length === 2 && toShelter.received.length === 1);
      await settled();
      expect(toShelter.received.map(({ event }) => event.type)).toEqual(['order.placed']);
      expect(toBob.received).toEqual([]);
    });

    test('no colleague that an account has another key', async () => {
      const { id } = (await service().call('POST', '/v1/organizations', { body: { name: 'Riverside' } })).body;
      const [ann, bob] = [await newMember(service(), id, 'staff'), await newMember(service(), id, 'manager')];
      const [toAnn, toBob] = [await receiver(), await receiver()];
      const events = ['api_key.created'];
      await webhook(toAnn, { events }, ann.key);
      await webhook(toBob, { events }, bob.key);
      await ann.call('POST', '/v1/account/keys', { body: {} });
      await eventually(() => toAnn.received.length === 1);
      await settled();
      expect(toBob.received).toEqual([]);
    });

    test('no webhook made later, disabled at the time, or deleted', async () => {
      const [early, paused, deleted] = [await receiver(), await receiver(), await receiver()];
      await addPet(service(), { name: 'before' });
      await webhook(early);
      const pausing = await webhook(paused, { disabled: true });
      const deleting = await webhook(deleted);
      await service().call('DELETE', deleting.path);
      await addPet(service(), { name: 'while disabled' });
      expect((await service().call('PATCH', pausing.path, { body: { disabled: false } })).status).toBe(200);
      await addPet(service(), { name: 'after' });
      await eventually(() => early.received.length === 2 && paused.received.length === 1);
      await settled();
      const names = ({ received }: Receiver) => new Set(received.map(({ event }) => event.data.name));
      expect(names(early)).toEqual(new Set(['after', 'while disabled']));
      expect(names(paused)).toEqual(new Set(['after']));
      expect(deleted.received).toEqual([]);
    });

    test('no webhook of a suspended account', async () => {
      const { key, accountId } = await service().newAccount();
      const at = await receiver();
      await webhook(at, {}, key);
      const suspend = (suspended: boolean) =>
        service().call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended } });
      expect((await suspend(true)).status).toBe(200);
      await addPet(service(), { name: 'unseen' });
      await settled();
      await suspend(false);
      await addPet(service(), { name: 'seen' });
      await eventually(() => at.received.length > 0);
      expect(at.received.map(({ event }) => event.data.name)).toEqual(['seen']);
    });

    test('no webhook of a suspended account for a retry, until the suspension ends', async () => {
      const { key, accountId } = await service().newAccount();
      const at = await receiver(500);
      const made = await webhook(at, {}, key);
      const suspend = (suspended: boolean) =>
        service().call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended } });
      await addPet(service(), { name: 'waits' });
      await attempted(made, 1, key);
      await suspend(true);
      clock.advance(6_000);
      await settled();
      expect(at.received).toHaveLength(1);
      at.answer = 204;
      await suspend(false);
      expect(await attempted(made, 2, key)).toMatchObject({ status: 'succeeded' });
    });

    test('once, by several processes on one database', async () => {
      const at = await receiver();
      await webhook(at);
      const others = [await another(), await another()];
      await Promise.all(Array.from({ length: 60 }, () => addPet(service(), {})));
      await eventually(() => at.received.length >= 60);
      await settled();
      for (const other of others) await other.stop();
      const ids = at.received.map(({ event }) => event.id);
      expect(ids).toHaveLength(60);
      expect(new Set(ids)).toHaveLength(60);
    });
  });
});
