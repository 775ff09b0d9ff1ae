import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Petstore, type PetstoreEvent, type StreamOptions } from '../../client/src/petstore.ts';
import { eventually } from '../support/eventually.ts';
import { seeded } from '../support/seeded.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';
import { fastTime } from './clock.ts';
import { type Line, openLine } from './line.ts';

/** The client's seconds pass twenty times as fast: it connects again after 50 to 100 ms. The service keeps real time. */
const { clock } = fastTime(20);
/** Half a minute for an attempt, and one for the first connection: the machine may be busy. */
const patience = { timeoutMs: 600_000, deadlineMs: 1_200_000 };

describe('events.stream', () => {
  let service: TestService;
  let line: Line;
  let direct: Petstore;
  let stop: AbortController;
  beforeEach(async () => {
    service = await startOnSqlite();
    line = await openLine(service.origin);
    direct = new Petstore({ baseUrl: `${service.origin}/v1`, apiKey: service.operatorKey });
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await line.close();
    await service.close();
  });

  /** Follows the events over the line, in the background. `begun` resolves once the client knows after which event they begin. */
  function follow(options: StreamOptions = {}, apiKey = service.operatorKey) {
    const received: PetstoreEvent[] = [];
    const begun = Promise.withResolvers<void>();
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await globalThis.fetch(input, init);
      const watched = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, next) {
          next.enqueue(piece);
          if (/^id: /m.test(Buffer.from(piece).toString())) begun.resolve();
        },
      });
      return new Response(response.body?.pipeThrough(watched), response);
    };
    const petstore = new Petstore({ baseUrl: `${line.origin}/v1`, apiKey, fetch, ...patience }, clock);
    const ended = (async () => {
      for await (const event of petstore.events.stream({ signal: stop.signal, ...options })) received.push(event);
    })().catch((error: unknown) => error);
    return { received, ended, begun: begun.promise };
  }

  /** How many streams the service has open. */
  async function streams(): Promise<number> {
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    return Number(/^petstore_event_streams(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1]);
  }

  const add = (name: string) => direct.pets.create({ name, categoryId: 2n ** 60n });
  const names = (events: readonly PetstoreEvent[]) => events.map(({ data }) => (data as { name: string }).name);

  test('yields each event once, in order, over a connection that breaks repeatedly', async () => {
    const random = seeded(17);
    const { received } = follow({ after: 0, types: ['pet.created'] });
    const added: string[] = [];
    for (let i = 0; i < 200; i++) {
      added.push((await add(`Pet ${i}`)).name);
      if (i % 10 === 9) {
        await eventually(() => line.connections > 0);
        line.cut(random() < 0.5 ? 'reset' : 'end');
        await wait(random() * 100);
      }
    }
    await eventually(() => received.length >= 200);
    expect(names(received)).toEqual(added);
    expect(received.map(({ sequence }) => sequence)).toEqual(
      received.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
    );
    expect(received[0]?.data).toMatchObject({ categoryId: 2n ** 60n });
    expect(line.made).toBeGreaterThan(5);
  });

  test('begins with the next event, and loses none if the connection breaks before it', async () => {
    await add('Before');
    const { received, begun } = follow();
    await begun;
    line.isDown = true;
    line.cut('reset');
    await add('Meanwhile');
    const { made } = line;
    await eventually(() => line.made > made + 1);
    line.isDown = false;
    await add('After');
    await eventually(() => received.length >= 2);
    expect(names(received)).toEqual(['Meanwhile', 'After']);
  });

  test('detects a silent connection', async () => {
    const { received, begun } = follow();
    await begun;
    line.silence();
    await add('Unheard');
    await eventually(() => received.length === 1);
    expect(names(received)).toEqual(['Unheard']);
    expect(line.made).toBeGreaterThanOrEqual(2);
  });

  test('ends when the key is revoked', async () => {
    const { key, keyId } = await service.newAccount();
    const { ended } = follow({}, key);
    await eventually(() => line.connections === 1);
    await new Petstore({ baseUrl: `${service.origin}/v1`, apiKey: key }).keys.revoke(keyId);
    expect(await ended).toMatchObject({ name: 'PetstoreError', code: 'invalid_api_key', status: 401 });
  });

  test('rejects if it cannot connect at first', async () => {
    line.isDown = true;
    const { ended } = follow();
    expect(await ended).toMatchObject({ code: 'network_error' });
    expect(line.made).toBe(8);
  });

  test('closes the connection on break, and on abort', async () => {
    await add('Rex');
    const petstore = new Petstore({ baseUrl: `${line.origin}/v1`, apiKey: service.operatorKey, ...patience }, clock);
    for await (const event of petstore.events.stream({ after: 0, types: ['pet.created'] })) {
      expect(names([event])).toEqual(['Rex']);
      break;
    }
    await eventually(async () => (await streams()) === 0);

    const { ended } = follow();
    await eventually(async () => (await streams()) === 1);
    stop.abort(new Error('Enough.'));
    expect(await ended).toMatchObject({ code: 'aborted', cause: expect.objectContaining({ message: 'Enough.' }) });
    await eventually(async () => (await streams()) === 0);
  });
});
