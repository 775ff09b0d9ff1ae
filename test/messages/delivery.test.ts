import { describe, expect, test } from 'vitest';
import { openDelivery } from '../../src/messages/delivery.ts';
import { messageStore } from '../../src/messages/store.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { logLines } from '../support/logs.ts';
import { BACKENDS, testClock } from '../support/service.ts';

describe.each(BACKENDS)('the delivery on %s', (_, start) => {
  /** A database with its own delivery, and no service that runs one. */
  async function scene() {
    const clock = testClock();
    const service = await start({ now: clock.now });
    const { key } = await service.newAccount();
    await service.stop();
    const opened = await service.beside();
    const { database, newId } = opened;
    const logs = logLines();
    const delivery = (outbox = opened.outbox) => {
      const messages = messageStore(database, outbox, { now: clock.now, realNow: clock.now, newId });
      const log = openLog({ level: 'error', environment: 'production', destination: logs.stream });
      const deliver = openDelivery({ database, messages, log });
      return { messages, run: () => deliver(new AbortController().signal) };
    };
    const events = async () => {
      await database.events.assignNumbers();
      const rows = await database.read
        .selectFrom('events')
        .selectAll()
        .where('kind', 'like', 'message.%')
        .orderBy('sequence')
        .execute();
      return rows.map(({ kind, data }) => ({ kind, ...JSON.parse(data) }));
    };
    return {
      ...opened,
      clock,
      logs,
      delivery,
      events,
      add: (text: string) =>
        database.transaction((tx) =>
          delivery().messages.add(tx, { accountId: 2, byVisitor: false, about: undefined, from: undefined }, text),
        ),
      close: async () => {
        await database.close();
        const again = await start({ dataDir: service.dataDir });
        const list = (await again.call('GET', '/v1/messages', { key })).body;
        await again.close();
        return list as { message: string; status: string }[];
      },
    };
  }

  test('an expired claim is taken over, and its first owner then delivers nothing', async () => {
    const { add, database, delivery, clock, events, close } = await scene();
    const { messages, run } = delivery();
    await add('taken over');
    const claim = () => database.transaction((tx) => messages.claim(tx, 10));
    const [late] = await claim();
    expect(late).toMatchObject({ attempt: 1 });
    expect(await claim()).toEqual([]);
    clock.advance(19_999);
    expect([await messages.hasDue(), await claim()]).toEqual([false, []]);
    clock.advance(1);
    const [taken] = await claim();
    expect(taken).toEqual({ ...late, attempt: 2 });
    await database.transaction((tx) => messages.deliver(tx, late!));
    expect(await events()).toEqual([]);
    await database.transaction((tx) => messages.deliver(tx, taken!));
    await database.transaction((tx) => messages.deliver(tx, taken!));
    await run();
    expect(await events()).toMatchObject([{ kind: 'message.delivered', message: 'taken over', status: 'delivered' }]);
    expect(await close()).toMatchObject([{ message: 'taken over', status: 'delivered' }]);
  });

  test('concurrent deliveries deliver each message once', async () => {
    const { add, delivery, events, close } = await scene();
    for (let i = 0; i < 250; i++) await add(`m${i}`);
    await Promise.all([delivery().run(), delivery().run(), delivery().run()]);
    const delivered = (await events()).map(({ message }) => message);
    expect(delivered).toHaveLength(250);
    expect(new Set(delivered)).toHaveLength(250);
    await close();
  });

  test('a message fails after five failed attempts, and its sender receives one event', async () => {
    const { add, outbox, delivery, clock, events, logs, close } = await scene();
    const broken = delivery({
      ...outbox,
      append: async (tx, kind, data, concerned) => {
        if (kind === 'message.delivered' && JSON.stringify(data).includes('poison'))
          throw new Error('the inbox is full');
        return outbox.append(tx, kind, data, concerned);
      },
    });
    await add('poison');
    await add('harmless');
    for (let attempt = 1; attempt <= 5; attempt++) {
      await broken.run();
      expect(logs.lines).toHaveLength(attempt);
      expect(await events()).toMatchObject([{ kind: 'message.delivered', message: 'harmless' }]);
      clock.advance(20_000);
    }
    await broken.run();
    await broken.run();
    expect(logs.lines).toHaveLength(5);
    expect(await events()).toMatchObject([
      { message: 'harmless' },
      { kind: 'message.failed', message: 'poison', status: 'failed' },
    ]);
    expect(await close()).toMatchObject([
      { message: 'harmless', status: 'delivered' },
      { message: 'poison', status: 'failed' },
    ]);
  });

  test('stops between batches when it is aborted', async () => {
    const { add, database, delivery, close } = await scene();
    for (let i = 0; i < 5; i++) await add('waits');
    const { messages } = delivery();
    const stop = new AbortController();
    stop.abort();
    await openDelivery({
      database,
      messages,
      log: openLog({ level: 'silent', environment: 'production', destination: logLines().stream }),
    })(stop.signal);
    expect(await messages.hasDue()).toBe(true);
    await close();
  });
});
