import { describe, expect, test } from 'vitest';
import { FAILING_LIMIT_MS, SCHEDULE_MS } from '../../../src/webhooks/sending/schedule.ts';
import { addPet } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { BACKENDS } from '../../support/service.ts';
import { deliveriesOf, expectSigned, type MadeWebhook, type Receiver } from '../receiver.ts';
import { webhookScene } from '../scene.ts';

describe.each(BACKENDS)('retries and disabling, on %s', (engine, start) => {
  const { clock, service, otherKey, receiver, webhook, attempted, settled } = webhookScene(start);

  const hourMs = 3_600_000;
  /** A webhook whose endpoint has answered: it is tried with several events before it counts as failing. */
  async function provenWebhook(at: Receiver): Promise<MadeWebhook> {
    const made = await webhook(at);
    await addPet(service(), { name: 'first' });
    await eventually(async () => (await deliveriesOf(service(), made))[0]?.status === 'succeeded');
    return made;
  }

  describe('after a failure', () => {
    test('each attempt follows the schedule, ten in all, with the same id and body', async () => {
      const at = await receiver(500);
      const made = await webhook(at);
      await addPet(service(), {});
      await eventually(() => at.received.length === 1);
      for (const [i, delayMs] of [...SCHEDULE_MS.entries()].slice(1)) {
        const waiting = await attempted(made, i);
        const waitMs = Date.parse(waiting.nextAttemptAt) - clock.now();
        expect([waiting.status, i, Math.abs(waitMs - delayMs) <= delayMs * 0.1 + 1]).toEqual(['pending', i, true]);
        clock.advance(waitMs - 1);
        await settled();
        expect(at.received).toHaveLength(i);
        clock.advance(1);
        await eventually(() => at.received.length === i + 1);
      }
      const delivery = await attempted(made, 10);
      expect(delivery).toMatchObject({ status: 'failed', lastAttempt: { responseStatus: 500 } });
      expect(delivery).not.toHaveProperty('nextAttemptAt');
      clock.advance(48 * hourMs);
      await settled();
      expect(at.received).toHaveLength(10);

      expect(new Set(at.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(new Set(at.received.map(({ body }) => body)).size).toBe(1);
      expect(new Set(at.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
      for (const request of at.received) expectSigned(request, made.secret);
    });

    if (engine === 'PostgreSQL') return; // What follows is the same on both.

    test('a success ends the retries', async () => {
      const at = await receiver(503);
      const made = await webhook(at);
      await addPet(service(), {});
      await attempted(made, 1);
      at.answer = 200;
      clock.advance(6_000);
      expect(await attempted(made, 2)).toMatchObject({ status: 'succeeded' });
      clock.advance(24 * hourMs);
      await settled();
      expect(at.received).toHaveLength(2);
    });

    test('any response other than 2xx fails, and no redirect is followed', async () => {
      const elsewhere = await receiver();
      const statuses = [
        100, 199, 200, 201, 202, 204, 299, 300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 429, 500, 599,
      ];
      const webhooks = new Map<number, MadeWebhook>();
      for (const status of statuses) {
        const at = await receiver((response) => {
          // A 1xx is no answer yet, so that this one ends without any.
          if (status < 200) response.socket!.end(`HTTP/1.1 ${status} So far\r\n\r\n`);
          else response.writeHead(status, status === 304 ? {} : { location: elsewhere.url }).end();
        });
        webhooks.set(status, await webhook(at, {}, status < 300 ? service().operatorKey : otherKey()));
      }
      await addPet(service(), {});
      for (const [status, added] of webhooks) {
        const delivery = await attempted(added, 1, status < 300 ? service().operatorKey : otherKey());
        const isSuccess = status >= 200 && status < 300;
        const isRedirect = status >= 300 && status < 400 && status !== 304;
        expect([status, delivery.status]).toEqual([status, isSuccess ? 'succeeded' : 'pending']);
        expect([status, delivery.lastAttempt.responseStatus]).toEqual([status, status < 200 ? undefined : status]);
        expect([status, delivery.lastAttempt.error?.startsWith('Redirects are not followed') ?? false]).toEqual([
          status,
          isRedirect,
        ]);
      }
      await settled();
      expect(elsewhere.received).toEqual([]);
    });
  });

  describe('a webhook is disabled', () => {
    test('at once by a 410, and waiting deliveries continue when it is enabled', async () => {
      const at = await receiver();
      const made = await provenWebhook(at);
      at.answer = 500;
      await addPet(service(), { name: 'waits' });
      await eventually(async () => (await deliveriesOf(service(), made))[0].lastAttempt?.responseStatus === 500);
      at.answer = 410;
      await addPet(service(), { name: 'gone' });
      const state = await eventually(async () => {
        const { body } = await service().call('GET', made.path);
        return body.disabled === true && body;
      });
      expect(state).toMatchObject({ disabled: true, disabledReason: 'gone' });
      const [gone, waits] = await deliveriesOf(service(), made);
      expect(gone).toMatchObject({ status: 'failed', attempts: 1, lastAttempt: { responseStatus: 410 } });
      expect(waits).toMatchObject({ status: 'pending' });

      at.answer = 200;
      await addPet(service(), { name: 'missed' });
      clock.advance(6_000);
      await settled();
      expect(at.received).toHaveLength(3);
      const enabled = await service().call('PATCH', made.path, { body: { disabled: false } });
      expect(enabled.body).not.toHaveProperty('disabledReason');
      await eventually(() => at.received.length === 4);
      expect(at.received[3]!.event.data.name).toBe('waits');
    });

    /** A webhook whose endpoint answers its one request with 410 when the test lets it. */
    async function waiting() {
      let answer = () => {};
      const at = await receiver((response) => (answer = () => void response.writeHead(410).end()));
      const made = await webhook(at);
      await addPet(service(), {});
      await eventually(() => at.received.length === 1);
      return { made, answer };
    }

    test('but not by a 410 of a previous URL', async () => {
      const { made, answer } = await waiting();
      const moved = await receiver();
      await service().call('PATCH', made.path, { body: { url: moved.url } });
      answer();
      await attempted(made, 1);
      expect((await service().call('GET', made.path)).body).toMatchObject({ disabled: false });
    });

    test('but not by a 410 that comes after it was removed', async () => {
      const { made, answer } = await waiting();
      await service().call('DELETE', made.path);
      answer();
      const next = await provenWebhook(await receiver());
      await attempted(next, 1);
      const { body } = await service().call('GET', '/v1/events?types=webhook.updated,webhook.deleted&limit=100');
      const ofMade = body.filter(({ data }: { data: { id: number } }) => made.path.endsWith(`/${data.id}`));
      expect(ofMade.map(({ type }: { type: string }) => type)).toEqual(['webhook.deleted']);
    });

    test('by five days of nothing but failure, not by less', async () => {
      const at = await receiver();
      const made = await provenWebhook(at);
      at.answer = 500;
      const isDisabled = async () => (await service().call('GET', made.path)).body.disabled as boolean;
      const fail = async () => {
        const id = await addPet(service(), {});
        // A retry may come before it.
        await eventually(() => at.received.some(({ event }) => event.data.id === id));
        await eventually(async () => (await deliveriesOf(service(), made)).every(({ attempts }) => attempts > 0));
      };
      await fail();
      clock.advance(FAILING_LIMIT_MS - 1_000);
      await fail();
      await settled();
      expect(await isDisabled()).toBe(false);
      clock.advance(1_000);
      await fail();
      await eventually(isDisabled);
      expect((await service().call('GET', made.path)).body.disabledReason).toBe('failing');
    });

    test('and a success in between restarts the five days', async () => {
      const at = await receiver(500);
      const made = await webhook(at);
      for (const [status, afterMs] of [
        [500, 0],
        [200, FAILING_LIMIT_MS - 1_000],
        [500, 1_000],
        [500, FAILING_LIMIT_MS - 1_000],
      ] as const) {
        at.answer = status;
        clock.advance(afterMs);
        const id = await addPet(service(), {});
        await eventually(() => at.received.some(({ event }) => event.data.id === id));
        await settled();
      }
      expect((await service().call('GET', made.path)).body.disabled).toBe(false);
    });
  });
});
