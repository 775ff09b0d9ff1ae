import { describe, expect, test } from 'vitest';
import { addPet, expectError } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { BACKENDS } from '../../support/service.ts';
import type { MadeWebhook } from '../receiver.ts';
import { webhookScene } from '../scene.ts';

describe.each(BACKENDS)('lists of deliveries, on %s', (_, start) => {
  const { clock, service, otherKey, receiver, webhook, attempted, settled } = webhookScene(start);

  const list = async (query = '', key = service().operatorKey, path = '/v1/webhooks/deliveries') => {
    const answer = await service().call('GET', `${path}${query}`, { key });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as { id: number; webhookId: number; type: string; status: string; lastAttempt: unknown }[];
  };

  test('show the deliveries of all webhooks of the account, newest first, page by page', async () => {
    const [one, two, other] = [await webhook(await receiver()), await webhook(await receiver()), await receiver()];
    await webhook(other, {}, otherKey());
    for (let i = 0; i < 3; i += 1) await addPet(service(), {});
    const all = await eventually(async () => {
      const found = await list();
      return found.length === 6 && found.every(({ status }) => status === 'succeeded') && found;
    });
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(new Set(all.map(({ webhookId }) => webhookId))).toEqual(new Set([one.id, two.id]));
    expect(all.every(({ lastAttempt }) => lastAttempt !== undefined)).toBe(true);
    const pages: unknown[] = [];
    for (let path: string | undefined = '/v1/webhooks/deliveries?limit=4&types=pet.created'; path !== undefined;) {
      const page = await service().call('GET', path);
      pages.push(...page.body);
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(pages).toEqual(all);
    // The other account's endpoint is new: its deliveries begin one after another.
    await eventually(async () => (await list('', otherKey())).length === 3);
    expect(await list('', service().operatorKey, `${one.path}/deliveries`)).toHaveLength(3);
  });

  test('filter by status, by whether the last attempt failed, by type and by time', async () => {
    const key = (await service().newAccount()).key;
    const [good, bad] = [await receiver(), await receiver()];
    const [fine, failing] = [
      await webhook(good, {}, key),
      await webhook(bad, { events: ['pet.created', 'pet.deleted'] }, key),
    ];
    // An endpoint that has answered is tried with a second event although the first one fails.
    await service().call('POST', `${failing.path}/test`, { key });
    const proof = await eventually(async () => (await list('?status=succeeded', key))[0]);
    bad.answer = 500;
    const petId = await addPet(service(), {});
    const first = await eventually(async () => (await list('?hasFailed=true', key))[0]);
    await attempted(fine, 1, key);
    clock.advance(2_000);
    const since = new Date(clock.now()).toISOString();
    bad.answer = 410;
    await service().call('DELETE', `/v1/pets/${petId}`);
    const gone = await eventually(async () => (await list('?status=failed', key))[0]);
    expect(gone).toMatchObject({ webhookId: failing.id, type: 'pet.deleted', status: 'failed' });
    await settled();
    const ids = async (query: string) => (await list(query, key)).map(({ id }) => id);
    const all = await ids('');
    const succeeded = await ids('?status=succeeded');
    expect(all).toHaveLength(4);
    expect(succeeded).toHaveLength(2);
    expect(await ids('?hasFailed=true')).toEqual([gone.id, first.id]);
    expect(await ids('?hasFailed=false')).toEqual(succeeded);
    expect(await ids('?status=pending')).toEqual([first.id]);
    expect(await ids('?status=pending&hasFailed=true')).toEqual([first.id]);
    expect(await ids('?status=succeeded&hasFailed=true')).toEqual([]);
    expect(await ids('?types=pet.deleted')).toEqual([gone.id]);
    expect(await ids('?types=pet.deleted,pet.created')).toEqual(all.filter((id) => id !== proof.id));
    expect(await ids(`?createdSince=${since}`)).toEqual([gone.id]);
    expect(await ids(`?createdSince=${since}&types=pet.created`)).toEqual([]);
    expectError(await service().call('GET', '/v1/webhooks/deliveries?status=lost'), 400, 'invalid_parameter', 'status');
    expectError(
      await service().call('GET', '/v1/webhooks/deliveries?types=pet.lost'),
      400,
      'invalid_parameter',
      'types',
    );
  });

  test('are empty without webhooks', async () => {
    const { key } = await service().newAccount();
    expect(await list('', key)).toEqual([]);
    expect(await list('?hasFailed=true&types=pet.created', key)).toEqual([]);
  });

  describe('a selection', () => {
    const redeliver = (deliveryIds: unknown, key = service().operatorKey) =>
      service().call('POST', '/v1/webhooks/deliveries/redeliver-several', { key, body: { deliveryIds } });

    test('is sent again, each delivery once, and says which is not', async () => {
      const [at, beside] = [await receiver(500), await receiver()];
      const made: MadeWebhook[] = [await webhook(at), await webhook(beside)];
      await addPet(service(), {});
      await attempted(made[0]!, 1);
      await attempted(made[1]!, 1);
      const [newest, oldest] = await list();
      at.answer = 204;
      const answer = await redeliver([oldest!.id, 4_611_686_018_427_387_904, newest!.id, oldest!.id]);
      expect(answer.status, answer.text).toBe(202);
      expect(answer.body.deliveries).toMatchObject(
        [oldest!, newest!].map(({ webhookId }) => ({ webhookId, type: 'pet.created', status: 'pending', attempts: 0 })),
      );
      expect(answer.body.refused).toMatchObject([{ code: 'delivery_not_found' }]);
      await eventually(() => at.received.length === 2 && beside.received.length === 2);
      // The retry of the first delivery keeps its time.
      await expect.poll(async () => (await list(`?status=pending`)).length).toBe(1);
      await settled();
      expect(at.received).toHaveLength(2);
      clock.advance(6_000);
      await eventually(() => at.received.length === 3);
      for (const { received } of [at, beside])
        expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      await settled();
    });

    test('has 1 to 50 deliveries', async () => {
      for (const ids of [[], Array.from({ length: 51 }, (_, i) => i + 1), ['1'], 1])
        expectError(await redeliver(ids), 400, 'invalid_body', 'deliveryIds');
    });
  });
});
