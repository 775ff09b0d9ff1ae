import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { openStreams } from '../../src/events/stream.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { EVENT_KINDS } from '../../src/vocabulary/event-kinds.ts';
import { expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { logLines } from '../support/logs.ts';
import { startOnSqlite, testClock, type TestService } from '../support/service.ts';
import { follow, type FollowOptions, type TestStream } from './streams.ts';

const clock = testClock();
let service: TestService;
const open: TestStream[] = [];
const closings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  await Promise.all(closings.splice(0).map((close) => close()));
});

async function start(): Promise<void> {
  service = await startOnSqlite({ now: clock.now, settings: { trustedProxies: ['127.0.0.1'] } });
  closings.push(() => service.close());
}

async function followed(options: FollowOptions): Promise<TestStream> {
  const stream = await follow(service, options);
  open.push(stream);
  return stream;
}

/** What an answer says where a stream was asked for. */
const asked = (key: string, headers: Record<string, string> = {}) =>
  service.call('GET', '/v1/events', { key, headers: { accept: 'text/event-stream', ...headers } });

test('429 too_many_streams: an account has no more open streams than requests per minute', async () => {
  await start();
  const { key } = await service.newAccount({ limits: { perMinute: 3, perDay: 1_000 } });
  const { key: other } = await service.newAccount();
  for (let i = 0; i < 3; i += 1) expect((await followed({ key })).status).toBe(200);
  clock.advance(61_000);
  const refused = await asked(key);
  expectError(refused, 429, 'too_many_streams', '3');
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('2');
  expect(refused.headers.get('content-type')).toContain('application/json');
  // Neither reading by pages nor another account is touched.
  expect((await service.call('GET', '/v1/events', { key })).status).toBe(200);
  expect((await followed({ key: other })).status).toBe(200);

  open[0]!.close();
  clock.advance(61_000);
  await eventually(async () => {
    clock.advance(61_000);
    return (await followed({ key })).status === 200;
  });
});

test('all keys of an account share one count', async () => {
  await start();
  const { key } = await service.newAccount({ limits: { perMinute: 2, perDay: 1_000 } });
  const { body: second } = await service.call('POST', '/v1/account/keys', { key, body: {} });
  clock.advance(61_000);
  await followed({ key });
  await followed({ key: second.key });
  clock.advance(61_000);
  for (const each of [key, second.key]) expectError(await asked(each), 429, 'too_many_streams');
});

test('a client that disconnects before its stream begins is not counted', async () => {
  const streams = openStreams({
    events: { last: async () => 0, after: async () => [], list: async () => ({ found: [], upTo: 0 }) },
    principals: { find: () => undefined },
    log: openLog({ level: 'silent', environment: 'production', destination: logLines().stream }),
    gauge: { set: () => {} },
  });
  const audience = { accountId: 1, kinds: new Set(EVENT_KINDS) };
  const response = new PassThrough();
  const follower = { audience, credential: '', after: 0, holders: ['account:1'] };
  streams.open(response as unknown as ServerResponse, follower);
  expect(streams.countOf('account:1')).toBe(1);
  response.destroy();
  await once(response, 'close');
  expect(streams.countOf('account:1')).toBe(0);
  streams.open(response as unknown as ServerResponse, follower);
  expect(streams.countOf('account:1')).toBe(0);
  streams.close();
});

test('a visitor of a web page has at most 20 streams of its key, and uses up no limit of others', async () => {
  await start();
  const { body: shown } = await service.call('POST', '/v1/account/keys', {
    body: { kind: 'publishable', origins: ['https://shelter.example'] },
  });
  const from = (address: string) => ({ origin: 'https://shelter.example', 'x-forwarded-for': address });
  // Those that are gone before they are answered do not count.
  for (let i = 0; i < 60; i += 1) {
    const gone = new AbortController();
    const left = fetch(`${service.origin}/v1/events`, {
      signal: gone.signal,
      headers: { authorization: `Bearer ${shown.key}`, accept: 'text/event-stream', ...from('203.0.113.1') },
    }).then(
      (answer) => answer.body?.cancel(),
      () => {},
    );
    setTimeout(() => gone.abort(), i % 4);
    await left;
  }
  await eventually(async () =>
    /^petstore_event_streams\{[^}]*\} 0$/m.test((await service.call('GET', '/metrics')).text),
  );
  for (let i = 0; i < 20; i += 1)
    expect((await followed({ key: shown.key, headers: from('203.0.113.1') })).status).toBe(200);
  expectError(await asked(shown.key, from('203.0.113.1')), 429, 'too_many_streams', '20');
  expect((await followed({ key: shown.key, headers: from('203.0.113.2') })).status).toBe(200);
  expect((await followed({})).status).toBe(200);
});
