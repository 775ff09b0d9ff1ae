import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import type { EventStore, StoredEvent } from '../../src/events/store.ts';
import { openStreams } from '../../src/events/stream.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { EVENT_KINDS } from '../../src/vocabulary/event-kinds.ts';
import { logLines } from '../support/logs.ts';

const body = `{"text":"${'x'.repeat(10_000)}"}`;
const eventOf = (sequence: number): StoredEvent => ({
  sequence,
  id: `evt_${sequence}`,
  kind: 'pet.created',
  accountId: null,
  otherAccountId: null,
  organizationId: null,
  body,
});

/** As many events as are asked for: 5,000 are there from the start. */
function manyEvents() {
  let count = 5_000;
  const after = async (from: number, limit: number) =>
    Array.from({ length: Math.min(limit, count - from) }, (_, i) => eventOf(from + 1 + i));
  const store: Pick<EventStore, 'list' | 'after' | 'last'> = {
    after,
    list: async (_audience, from, limit) => {
      const found = await after(from, limit);
      return { found, upTo: found.at(-1)?.sequence ?? from };
    },
    last: async () => count,
  };
  return { store, add: (more: number) => (count += more) };
}

/** A client that takes nothing until it is told to. */
function client() {
  const waiting: (() => void)[] = [];
  const chunks: string[] = [];
  const response = new Writable({
    highWaterMark: 65_536,
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      chunks.push(chunk);
      waiting.push(done);
    },
  });
  const takeAll = async () => {
    for (let idle = 0; idle < 20; idle++) {
      if (waiting.length > 0) idle = 0;
      for (const done of waiting.splice(0)) done();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { response: response as unknown as ServerResponse, chunks, takeAll };
}

test.each([
  ['that follows', undefined, 900],
  ['that resumes', 0, 5_900],
])('nothing is kept for a client %s and does not read, and it misses nothing', async (_name, after, wanted) => {
  const { store, add } = manyEvents();
  const streams = openStreams({
    events: store,
    principals: { find: () => undefined },
    log: openLog({ level: 'silent', environment: 'production', destination: logLines().stream }),
    gauge: { set: () => {} },
  });
  const { response, chunks, takeAll } = client();
  streams.open(response, {
    audience: { accountId: 1, kinds: new Set(EVENT_KINDS) },
    credential: '',
    after: after ?? (await streams.newest()),
    holders: [],
  });
  await streams.feed();
  add(900);
  for (let i = 0; i < 5; i++) await streams.feed();
  // Node's own mark, one write, and the event that went over it.
  expect(response.writableLength).toBeLessThan(65_536 + 32_768 + body.length + 100);

  for (let i = 0; i < 3; i++) {
    await takeAll();
    await streams.feed();
  }
  await takeAll();
  const told = [...chunks.join('').matchAll(/^id: (\d+)\nevent:/gm)].map(([, id]) => Number(id));
  expect(told).toEqual(Array.from({ length: wanted }, (_, i) => 5_900 - wanted + 1 + i));
  streams.close();
});

test('streams that catch up yield to other requests, however many they are and however fast their clients read', async () => {
  const { store } = manyEvents();
  const streams = openStreams({
    events: store,
    principals: { find: () => undefined },
    log: openLog({ level: 'silent', environment: 'production', destination: logLines().stream }),
    gauge: { set: () => {} },
  });
  const told: string[] = [];
  for (let i = 0; i < 3; i++) {
    const response = new Writable({
      decodeStrings: false,
      write(chunk: string, _encoding, done) {
        told.push(...(chunk.match(/^id: /gm) ?? []));
        done();
      },
    });
    const audience = { accountId: 1, kinds: new Set(EVENT_KINDS) };
    streams.open(response as unknown as ServerResponse, { audience, credential: '', after: 0, holders: [] });
  }
  await streams.feed();
  let most = 0;
  for (let before = told.length; told.length < 15_000; before = told.length) {
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, told.length - before);
    if (told.length === before) await streams.feed();
  }
  expect(most).toBeLessThanOrEqual(200);
  streams.close();
});
