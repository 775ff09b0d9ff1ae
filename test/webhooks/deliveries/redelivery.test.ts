import { describe, expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { BACKENDS } from '../../support/service.ts';
import { expectSigned } from '../receiver.ts';
import { webhookScene } from '../scene.ts';

describe.each(BACKENDS)('redelivery, tests and rolls, on %s', (_, start) => {
  const { clock, service, receiver, webhook, attempted, settled } = webhookScene(start);

  const hourMs = 3_600_000;

  describe('by hand', () => {
    test('a redelivery is a new delivery with the same id and body', async () => {
      const at = await receiver();
      const made = await webhook(at);
      await addPet(service(), {});
      const first = await attempted(made, 1);
      clock.advance(hourMs);
      const answer = await service().call('POST', `${made.path}/deliveries/${first.id}/redeliver`);
      expect(answer.status, answer.text).toBe(202);
      expect(answer.body).toMatchObject({
        eventId: first.eventId,
        type: 'pet.created',
        status: 'pending',
        attempts: 0,
      });
      expect(answer.body.id).not.toBe(first.id);
      expect(answer.headers.get('location')).toBe(`${made.path}/deliveries/${answer.body.id}`);
      const [one, two] = await eventually(() => at.received.length === 2 && at.received);
      expect(two!.body).toBe(one!.body);
      expect(two!.headers['webhook-id']).toBe(one!.headers['webhook-id']);
      expect(Number(two!.headers['webhook-timestamp']) - Number(one!.headers['webhook-timestamp'])).toBe(3_600);
      expectSigned(two!, made.secret);
    });

    test('a test goes to that webhook only, whichever kinds it subscribes to', async () => {
      const [at, beside] = [await receiver(), await receiver()];
      const made = await webhook(at, { events: ['order.placed'] });
      await webhook(beside);
      const answer = await service().call('POST', `${made.path}/test`);
      expect(answer.status, answer.text).toBe(202);
      expect(answer.body).toMatchObject({ type: 'webhook.test', status: 'pending', attempts: 0 });
      const [request] = await eventually(() => at.received.length === 1 && at.received);
      expect(request!.event).toMatchObject({
        id: answer.body.eventId,
        type: 'webhook.test',
        data: { webhookId: made.id },
      });
      expectSigned(request!, made.secret);
      expect((await service().call('GET', '/v1/events?types=webhook.test')).body).toContainEqual(request!.event);
      await settled();
      expect([at.received.length, beside.received.length]).toEqual([1, 0]);
    });

    test('the same Idempotency-Key sends one test', async () => {
      const at = await receiver();
      const made = await webhook(at);
      const headers = { 'idempotency-key': 'one test' };
      const [one, two] = [
        await service().call('POST', `${made.path}/test`, { headers }),
        await service().call('POST', `${made.path}/test`, { headers }),
      ];
      expect(two.body.id).toBe(one.body.id);
      await eventually(() => at.received.length === 1);
      await settled();
      expect(at.received).toHaveLength(1);
    });
  });

  test('for a day after a roll both secrets sign, then only the new one', async () => {
    const at = await receiver();
    const made = await webhook(at);
    const { secret } = (await service().call('POST', `${made.path}/roll-secret`)).body;
    const send = async () => {
      const before = at.received.length;
      await addPet(service(), {});
      return eventually(() => at.received[before]);
    };
    clock.advance(24 * hourMs - 1_000);
    const both = await send();
    expectSigned(both, secret);
    expectSigned(both, made.secret);
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2);
    clock.advance(1_000);
    const one = await send();
    expectSigned(one, secret);
    expect(String(one.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect(() => expectSigned(one, made.secret)).toThrow('expected');
  });
});
