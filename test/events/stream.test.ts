import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { eventStore } from '../../src/events/store.ts';
import { addPet, expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { BACKENDS, sharedService, testClock, type TestService } from '../support/service.ts';
import { allEvents, appendEvents, follow, type FollowOptions, type TestStream, type ToldEvent } from './streams.ts';

const sequences = (events: readonly ToldEvent[]) => events.map(({ sequence }) => sequence);
const has = (count: number) => (stream: TestStream) => stream.events.length >= count;

describe.each(BACKENDS)('the stream of events on %s', (engine, start) => {
  const open: TestStream[] = [];
  const service = sharedService(start, { streams: { heartbeatMs: 250 } });
  afterEach(async () => {
    for (const stream of open.splice(0)) stream.close();
    await untilOpen(0);
  });

  async function followed(options: FollowOptions = {}, at = service): Promise<TestStream> {
    const stream = await follow(at, options);
    open.push(stream);
    return stream;
  }
  const last = async (at = service) => (await allEvents(at)).at(-1)!.sequence;
  const openStreams = async (at: TestService) =>
    Number(/^petstore_event_streams\{[^}]*\} (\d+)$/m.exec((await at.call('GET', '/metrics')).text)?.[1]);
  const untilOpen = (count: number, at = service) => eventually(async () => (await openStreams(at)) === count);
  /** Appends events for every account, far faster than over HTTP. */
  async function append(count: number, bytes = 10, at = service): Promise<void> {
    const opened = await at.beside();
    const text = 'x'.repeat(bytes);
    await appendEvents(opened, { kind: 'pet.created', count, accountId: null }, (i) => ({ i, text }));
    await opened.database.close();
  }

  test('sends what happens from now on, as the feed has it', async () => {
    const stream = await followed();
    await stream.until(({ comments }) => comments.length > 0, 'a heartbeat');
    const after = await last();
    await service.call('POST', '/v1/pets', { body: '{"name":"Rex","categoryId":9223372036854775807}' });
    await stream.until(has(1), 'the event');
    expect(stream.events).toEqual(await allEvents(service, { query: `?after=${after}` }));
    expect(`[${stream.texts.join(',')}]`).toBe((await service.call('GET', `/v1/events?after=${after}`)).text);
  });

  test('resumes after `after`, or after `Last-Event-ID`, which takes precedence', async () => {
    const events = await allEvents(service);
    const all = await followed({ query: '?after=0' });
    await all.until(has(events.length), 'all');
    expect(all.events).toEqual(events);
    const rest = await followed({ query: '?after=0', headers: { 'last-event-id': String(events.at(-3)!.sequence) } });
    await rest.until(has(2), 'the last two');
    expect(rest.events).toEqual(events.slice(-2));
    const unset = await followed({ query: `?after=${events.at(-2)!.sequence}`, headers: { 'last-event-id': '' } });
    await unset.until(has(1), 'the last one');
    expect(unset.events).toEqual(events.slice(-1));
  });

  test('no event twice and none missing over reconnects while others write', async () => {
    const after = await last();
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let i = 0; i < 75; i++) await addPet(service, {});
      }),
    );
    const told: ToldEvent[] = [];
    while (told.length < 300) {
      const stream = await followed({ headers: { 'last-event-id': String(told.at(-1)?.sequence ?? after) } });
      await stream.until(has(20), 'some events');
      stream.close();
      // What came behind them is lost.
      told.push(...stream.events.slice(0, 20));
    }
    await writing;
    expect(sequences(told)).toEqual(Array.from({ length: 300 }, (_, i) => after + 1 + i));
  });

  test('catches up with thousands of events, and continues live', async () => {
    const after = await last();
    // Both are more than the service reads at once, or remembers.
    await append(3_000);
    const stream = await followed({ query: `?after=${after}` });
    await append(1_500);
    await stream.until(has(4_500), 'all');
    await addPet(service, {});
    await stream.until(has(4_501), 'the live one');
    expect(sequences(stream.events)).toEqual(Array.from({ length: 4_501 }, (_, i) => after + 1 + i));
  });

  test('continues after all events but the last were swept', async () => {
    const other = await followed();
    await addPet(service, {});
    await other.until(has(1), 'an event');
    const after = await last();
    const { database } = await service.beside();
    const events = eventStore(database);
    const inTwoMonths = Date.now() + 60 * 86_400_000;
    while (await database.transaction((tx) => events.sweep(tx, inTwoMonths)));
    const resumed = await followed({ query: '?after=1' });
    const began = await followed();
    await resumed.until(({ comments }) => comments.length > 0, 'a heartbeat');
    await addPet(service, {});
    for (const stream of [resumed, began, other])
      await stream.until(({ events }) => events.at(-1)?.sequence === after + 1, 'the new one');
    expect(sequences(began.events)).toEqual([after + 1]);
  });

  test('ends when another process revokes the key, though its principal is still cached', async () => {
    // The clock stands still, so that cached principals never expire.
    const frozen = await start({ now: testClock().now });
    const { key, keyId } = await frozen.newAccount();
    const stream = await follow(frozen, { key });
    const { accounts } = await frozen.beside();
    await accounts.keys.revoke(keyId, { type: 'command_line' });
    expect(await stream.ended).toBe('ended');
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('200: the headers of every response, and those of a stream', async () => {
    const { status, headers } = await followed();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-ratelimit-limit': '10000',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^1\d{9}$/),
      'x-request-id': expect.stringMatching(/^req_/),
    });
  });

  test.each([
    ['text/event-stream;q=0', 'application/json; charset=utf-8'],
    ['application/json, text/event-stream;q=0.5', 'application/json; charset=utf-8'],
    ['text/event-stream;q=0.5, */*', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/event-stream, */*;q=0.1', 'text/event-stream'],
    ['application/json, text/event-stream', 'text/event-stream'],
  ])('Accept: %s gets %s', async (accept, type) => {
    const headers = { accept, origin: 'https://shelter.example' };
    const answer = await service.call('HEAD', '/v1/events', { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('vary')).toBe('Origin, Accept');
  });

  test.each(['TEXT/EVENT-STREAM', 'application/json;q=0.5, text/event-stream'])('200: Accept: %s', async (accept) => {
    const answer = await service.call('HEAD', '/v1/events', { headers: { accept } });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
  });

  test('a stream costs one request, however long it is', async () => {
    const { key } = await service.newAccount();
    const left = async () =>
      Number((await service.call('GET', '/v1/account/usage', { key })).headers.get('x-ratelimit-remaining'));
    const before = await left();
    const stream = await followed({ key });
    await addPet(service, {});
    await stream.until(has(1), 'an event');
    expect(await left()).toBe(before - 1);
  });

  test('sends each account the events that concern it, of the requested kinds', async () => {
    const [ann, bob] = [(await service.newAccount()).key, (await service.newAccount()).key];
    const [hers, his] = [
      await followed({ key: ann }),
      await followed({ key: bob, query: '?types=message.delivered,pet.deleted' }),
    ];
    const { body } = await service.call('POST', '/v1/messages', { key: ann, body: { message: 'Hello' } });
    await hers.until(has(1), "Ann's message");
    const id = await addPet(service, {});
    await service.call('DELETE', `/v1/pets/${id}`);
    await Promise.all([hers.until(has(3), 'the pet'), his.until(has(1), 'the pet')]);
    expect(hers.events.map(({ type, data }) => [type, data.id])).toEqual([
      ['message.delivered', body.id],
      ['pet.created', id],
      ['pet.deleted', id],
    ]);
    expect(his.events.map(({ type, data }) => [type, data.id])).toEqual([['pet.deleted', id]]);
  });

  test('continues live if no earlier event was for the account', async () => {
    const { key } = await service.newAccount();
    const stream = await followed({ key, query: '?after=0&types=message.delivered' });
    await stream.until(({ comments }) => comments.length > 0, 'a heartbeat');
    await service.call('POST', '/v1/messages', { key, body: { message: 'Hello' } });
    await stream.until(has(1), 'the message');
    expect(stream.events).toMatchObject([{ type: 'message.delivered', data: { message: 'Hello' } }]);
  });

  test('sends heartbeats while nothing happens', async () => {
    const stream = await followed();
    await stream.until(({ comments }) => comments.length >= 3, 'three heartbeats');
    expect(new Set(stream.comments)).toEqual(new Set([': heartbeat']));
    expect(stream.events).toEqual([]);
  });

  test('400, 401, 403: no stream, but an error', async () => {
    const refused = async (options: FollowOptions) => {
      const stream = await followed(options);
      await stream.ended;
      return [stream.status, JSON.parse(stream.body).code];
    };
    expect(await refused({ headers: { 'last-event-id': 'x' } })).toEqual([400, 'invalid_parameter']);
    expect(await refused({ query: '?after=-1' })).toEqual([400, 'invalid_parameter']);
    expect(await refused({ key: 'psk_live_x' })).toEqual([401, 'invalid_api_key']);
    const { key } = (await service.call('POST', '/v1/account/keys', { body: { scopes: ['pets:read'] } })).body;
    expect(await refused({ key, query: '?types=order.placed' })).toEqual([403, 'insufficient_scope']);
  });

  test('HEAD: the headers alone', async () => {
    const answer = await service.call('HEAD', '/v1/events', { headers: { accept: 'text/event-stream' } });
    expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([200, 'text/event-stream', '']);
  });

  test('ends when the key is revoked or the account suspended, and other streams continue', async () => {
    const { key, accountId } = await service.newAccount({ email: 'cut@shelter.example' });
    const { body: second } = await service.call('POST', '/v1/account/keys', { key, body: {} });
    const [revoked, suspended, other] = [
      await followed({ key: second.key }),
      await followed({ key }),
      await followed(),
    ];
    expect((await service.call('DELETE', `/v1/account/keys/${second.id}`, { key })).status).toBe(204);
    expect(await revoked.ended).toBe('ended');

    const suspend = await service.call('PATCH', `/v1/admin/accounts/${accountId}`, { body: { suspended: true } });
    expect(suspend.status, suspend.text).toBe(200);
    expect(await suspended.ended).toBe('ended');
    await addPet(service, {});
    await other.until(({ events }) => events.at(-1)?.type === 'pet.created', 'the pet');
    expectError(await service.call('GET', '/v1/events', { key: second.key }), 401, 'invalid_api_key');
  });

  test('disconnects a client that does not read, and keeps nothing for it; others continue', async () => {
    const impatient = await start({ streams: { patienceMs: 2_000 } });
    await addPet(impatient, {});
    const after = await last(impatient);
    const slow = await followed({}, impatient);
    const quick = await followed({}, impatient);
    slow.pause();
    await untilOpen(2, impatient);
    for (let i = 0; i < 6; i++) await append(200, 30_000, impatient);
    await quick.until(has(1_200), 'all');
    await untilOpen(1, impatient);
    slow.resume();
    expect(await slow.ended).toBe('cut');
    // What the system's buffers hold, and no more: the service itself keeps nothing for it.
    expect(slow.events.length).toBeLessThan(700);

    const headers = { 'last-event-id': String(slow.events.at(-1)?.sequence ?? after) };
    const resumed = await followed({ headers }, impatient);
    await resumed.until(has(1_200 - slow.events.length), 'the rest');
    expect([...sequences(slow.events), ...sequences(resumed.events)]).toEqual(sequences(quick.events));
  });

  test('sends everything to a client that reads slowly but steadily', async () => {
    const after = await last();
    const stream = await followed({ query: `?after=${after}` });
    await append(400, 20_000);
    for (let i = 0; i < 6; i++) {
      stream.pause();
      await setTimeout(150);
      stream.resume();
      await setTimeout(20);
    }
    await stream.until(has(400), 'all');
    expect(sequences(stream.events)).toEqual(Array.from({ length: 400 }, (_, i) => after + 1 + i));
  });

  test('sends all events to 200 streams at once', async () => {
    const after = await last();
    const streams = await Promise.all(Array.from({ length: 200 }, () => followed()));
    await untilOpen(200);
    await Promise.all(Array.from({ length: 50 }, () => addPet(service, {})));
    await Promise.all(streams.map((stream) => stream.until(has(50), 'all fifty')));
    const wanted = Array.from({ length: 50 }, (_, i) => after + 1 + i);
    for (const { events } of streams) expect(sequences(events)).toEqual(wanted);
    for (const stream of streams) stream.close();
    await untilOpen(0);
  });
});
