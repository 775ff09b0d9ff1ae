import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { buildEnvironment } from '../../../src/composition/environment.ts';
import { addPet } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { BACKENDS } from '../../support/service.ts';
import { deliveriesOf, type MadeWebhook, type Receiver } from '../receiver.ts';
import { webhookScene } from '../scene.ts';

const TABLES = ['pets', 'events', 'webhooks', 'deliveries', 'delivery_attempts', 'outbox_readers'] as const;

describe.each(BACKENDS)('positions of webhooks, on %s', (_, start) => {
  const { clock, service, receiver, webhook, settled, another } = webhookScene(start);
  let beside: Awaited<ReturnType<typeof buildEnvironment>>;

  beforeAll(async () => {
    beside = await service().beside();
  });
  afterAll(() => beside.database.close());

  const names = ({ received }: Receiver) => received.map(({ event }) => event.data.name);
  const sentTo = (made: MadeWebhook, key?: string) => deliveriesOf(service(), made, key);
  /** A receiver that answers its requests when it is told to. */
  async function holding() {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const at = await receiver((response) => void released.then(() => response.writeHead(204).end()));
    return { at, release };
  }

  /** How many rows differ after the work from before. */
  async function rowsWrittenBy(work: () => Promise<unknown>): Promise<number> {
    const read = async () => {
      const rows = new Set<string>();
      for (const table of TABLES)
        for (const row of await beside.database.read.selectFrom(table).selectAll().execute())
          rows.add(`${table} ${JSON.stringify(row, (__, value: unknown) => String(value))}`);
      return rows;
    };
    const before = await read();
    await work();
    return (await read()).difference(before).size;
  }

  /** Adds an animal. Its event is then compared with every webhook, and one delivery of it is recorded, to this one. */
  async function addFor(made: MadeWebhook): Promise<void> {
    const before = (await sentTo(made)).length;
    await addPet(service(), {});
    await eventually(async () => {
      const sent = await sentTo(made);
      return sent.length > before && sent.every(({ status }) => status === 'succeeded');
    });
    await settled();
  }

  test('an animal writes as many rows with 40 webhooks that listen as with one', async () => {
    const { key } = await service().newAccount();
    const { at, release } = await holding();
    const listening = await webhook(await receiver());
    const addAnimal = () => addFor(listening);
    await webhook(at, {}, key);
    await addAnimal();
    await eventually(() => at.received.length === 1);
    const withOne = await rowsWrittenBy(addAnimal);
    for (let i = 1; i < 40; i += 1) await webhook(at, {}, key);
    await addAnimal();
    // A new account at one host gets so many requests at a time.
    await eventually(() => at.received.length === 13);
    expect(await rowsWrittenBy(addAnimal)).toBe(withOne);
    expect(at.received).toHaveLength(13);
    release();
    // The event keeps its body for all of them.
    const bodies = await beside.database.read.selectFrom('deliveries').select('body').distinct().execute();
    expect(bodies).toEqual([{ body: '' }]);
  });

  test('an animal writes as many rows with 40 webhooks whose endpoint fails as with none', async () => {
    const { key } = await service().newAccount();
    const at = await receiver(500);
    const listening = await webhook(await receiver());
    const addAnimal = () => addFor(listening);
    await addAnimal();
    const withNone = await rowsWrittenBy(addAnimal);
    const failing = [];
    for (let i = 0; i < 40; i += 1) failing.push(await webhook(at, {}, key));
    await addAnimal();
    await eventually(() => at.received.length === 40);
    for (const made of failing) await eventually(async () => (await sentTo(made, key))[0]?.attempts === 1);
    for (let i = 0; i < 3; i += 1) expect(await rowsWrittenBy(addAnimal)).toBe(withNone);
    expect(at.received).toHaveLength(40);
    for (const made of failing) expect(await sentTo(made, key)).toMatchObject([{ attempts: 1 }]);
  });

  test.each([
    ['that has answered before', 5],
    ['that has never answered', 1],
  ])('while an endpoint %s fails, it repeats %i, and the other events follow once it answers', async (_name, few) => {
    const at = await receiver();
    const made = await webhook(at);
    const isNew = few === 1;
    if (!isNew) {
      await addPet(service(), { name: 'before' });
      await eventually(async () => (await sentTo(made))[0]?.status === 'succeeded');
    }
    at.answer = 500;
    const failing = async () => (await sentTo(made)).filter(({ status }) => status === 'pending');
    for (let i = 0; i < 12; i += 1) await addPet(service(), { name: `Rex ${i}` });
    await eventually(async () => (await failing()).filter(({ attempts }) => attempts === 1).length === few);
    await settled();
    expect(await failing()).toHaveLength(few);
    // Now and then it gets a new one.
    clock.advance(61_000);
    await eventually(async () => (await failing()).filter(({ attempts }) => attempts > 0).length === few + 1);
    await settled();
    expect(await failing()).toHaveLength(few + 1);
    at.answer = 204;
    clock.advance(6 * 60_000);
    await eventually(async () => {
      const sent = await sentTo(made);
      return sent.length === (isNew ? 12 : 13) && sent.every(({ status }) => status === 'succeeded');
    });
    // Several are on their way at once.
    const others = Array.from({ length: 11 - few }, (__, i) => `Rex ${i + 1 + few}`);
    const got = names(at).filter((name) => others.includes(name));
    expect([got.length, new Set(got)]).toEqual([others.length, new Set(others)]);
  });

  test('one that was disabled before it had caught up gets what came before and after, and nothing in between', async () => {
    const { at, release } = await holding();
    const made = await webhook(at);
    const patch = (disabled: boolean) => service().call('PATCH', made.path, { body: { disabled } });
    for (const name of ['a', 'b', 'c']) await addPet(service(), { name });
    await eventually(() => at.received.length === 1);
    await patch(true);
    await addPet(service(), { name: 'while disabled' });
    await settled();
    await patch(false);
    await addPet(service(), { name: 'd' });
    await patch(true);
    await addPet(service(), { name: 'while disabled again' });
    await patch(false);
    await addPet(service(), { name: 'e' });
    release();
    await eventually(() => at.received.length >= 5);
    await settled();
    // Once it has answered, several are on their way at once.
    expect(names(at).toSorted((a, b) => a.localeCompare(b))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('one whose account waits for approval gets nothing meanwhile', async () => {
    const { key, accountId } = await service().newAccount();
    const [at, listening] = [await receiver(), await webhook(await receiver())];
    await webhook(at, {}, key);
    const wait = (awaiting: 'approval' | null) =>
      beside.database.transaction((tx) =>
        tx.updateTable('accounts').set({ awaiting }).where('id', '=', accountId).execute(),
      );
    await addFor(listening);
    await eventually(() => at.received.length === 1);
    await wait('approval');
    await addFor(listening);
    await settled();
    expect(at.received).toHaveLength(1);
    await wait(null);
    await settled();
    await addFor(listening);
    await eventually(() => at.received.length === 2);
  });

  test('another kind of events begins with those after the change', async () => {
    const at = await receiver();
    const made = await webhook(at, { events: ['pet.deleted'] });
    const id = await addPet(service(), { name: 'before' });
    await settled();
    await service().call('PATCH', made.path, { body: { events: ['pet.created', 'pet.updated'] } });
    await service().call('PATCH', `/v1/pets/${id}`, { body: { name: 'after' } });
    await eventually(() => at.received.length > 0);
    const other = await another();
    await addPet(service(), { name: 'later' });
    await eventually(() => at.received.length > 1);
    await settled();
    await other.stop();
    expect(names(at)).toEqual(['after', 'later']);
  });

  test('an account that nobody approved gets the events of its own animals only', async () => {
    const { body } = await service().call('POST', '/v1/accounts', {
      key: null,
      body: { email: 'ann@stranger.example', password: 'seven quiet otters' },
    });
    const { key } = body.apiKey;
    const at = await receiver();
    await webhook(at, {}, key);
    await addPet(service(), { name: 'of another' });
    await service().call('POST', '/v1/pets', { key, body: { name: 'own', categoryId: 1 } });
    await eventually(() => at.received.length > 0);
    await settled();
    expect(names(at)).toEqual(['own']);
    const approve = { body: { approved: true } };
    expect((await service().call('PATCH', `/v1/admin/accounts/${body.id}`, approve)).status).toBe(200);
    await addPet(service(), { name: 'of all' });
    await eventually(() => at.received.length > 1);
    expect(names(at)).toEqual(['own', 'of all']);
  });
});
