import { beforeAll, describe, expect, test } from 'vitest';
import type { buildEnvironment } from '../../src/composition/environment.ts';
import { eventStore } from '../../src/events/store.ts';
import { petStore } from '../../src/pets/store.ts';
import { SERVICE } from '../../src/vocabulary/actors.ts';
import { addPet, expectError, rateLimitOf } from '../support/answers.ts';
import { BACKENDS, linksOf, sharedService, testClock } from '../support/service.ts';
import { allEvents, appendEvents, type ToldEvent } from './streams.ts';

describe.each(BACKENDS)('GET /events on %s', (engine, start) => {
  const clock = testClock();
  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    for (let i = 0; i < 25; i++) await addPet(service, { name: `Rex ${i}` });
  });

  const list = (query = '', key = service.operatorKey) => service.call('GET', `/v1/events${query}`, { key });
  const sequences = (events: readonly ToldEvent[]) => events.map(({ sequence }) => sequence);
  const lastSequence = () => beside(({ database }) => eventStore(database).last());
  const keyWith = async (...scopes: string[]) => {
    const made = await service.call('POST', '/v1/account/keys', { body: { scopes } });
    return made.body.key as string;
  };
  /** The database itself, beside the service, as another process would have it open. */
  async function beside<Result>(
    work: (store: Awaited<ReturnType<typeof buildEnvironment>>) => Promise<Result>,
  ): Promise<Result> {
    const store = await service.beside();
    try {
      return await work(store);
    } finally {
      await store.database.close();
    }
  }

  test('200: from the beginning, twenty by default, and the link to the next', async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(rateLimitOf(answer).limit).toBe(10_000);
    expect(sequences(answer.body)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(linksOf(answer)).toEqual({ next: '/v1/events?after=20&limit=20' });
  });

  test('200: `after` and `limit`, and `rel="next"` keeps `limit` and `types`', async () => {
    const answer = await list('?after=3&limit=5&types=pet.created,api_key.created');
    expect(sequences(answer.body)).toEqual([4, 5, 6, 7, 8]);
    expect(linksOf(answer)['next']).toBe('/v1/events?after=8&limit=5&types=pet.created,api_key.created');
    expect(sequences((await list(linksOf(answer)['next']!.slice(10))).body)).toEqual([9, 10, 11, 12, 13]);
  });

  test('200: only the requested kinds', async () => {
    await service.call('PATCH', '/v1/pets/1', { body: { status: 'sold' } });
    const { body } = await list('?types=pet.status_changed');
    expect(body).toMatchObject([{ type: 'pet.status_changed', data: { id: 1, status: 'sold' } }]);
  });

  test('integers are exact to the last digit', async () => {
    const after = await lastSequence();
    for (const id of ['9223372036854775807', '-9223372036854775808', '9007199254740993']) {
      await service.call('POST', '/v1/categories', { body: `{"name":"Far","id":${id}}` });
      await service.call('POST', '/v1/pets', { body: `{"name":"Far","categoryId":${id}}` });
    }
    const { text } = await list(`?after=${after}`);
    expect([...text.matchAll(/"data":\{"id":(-?\d+),"name":"Far"\}/g)].map(([, id]) => id)).toEqual([
      '9223372036854775807',
      '-9223372036854775808',
      '9007199254740993',
    ]);
    expect([...text.matchAll(/"categoryId":(-?\d+)/g)].map(([, id]) => id)).toEqual([
      '9223372036854775807',
      '-9223372036854775808',
      '9007199254740993',
    ]);
  });

  test('numbers count the commits without a gap, however many write at once', async () => {
    const after = await lastSequence();
    const names = Array.from({ length: 200 }, (_, i) => `at once ${i}`);
    const refused = async () =>
      expectError(
        await service.call('PATCH', '/v1/pets/1', { body: { status: 'pending' } }),
        409,
        'invalid_status_transition',
      );
    await Promise.all(names.flatMap((name, i) => [addPet(service, { name }), ...(i % 4 === 0 ? [refused()] : [])]));
    const events = await allEvents(service, { query: `?after=${after}&limit=7` });
    expect(sequences(events)).toEqual(names.map((_, i) => after + 1 + i));
    expect(new Set(events.map(({ data }) => data.name))).toEqual(new Set(names));
    expect(new Set(events.map(({ data }) => data.id)).size).toBe(names.length);
  });

  test('a reader that continues while others write sees each event once, in order', async () => {
    const after = await lastSequence();
    let isWriting = true;
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let i = 0; i < 60; i++) await addPet(service, {});
      }),
    ).then(() => (isWriting = false));
    const read: ToldEvent[] = [];
    for (let query = `?after=${after}&limit=9`; ;) {
      const wasWriting = isWriting;
      const page = await list(query);
      read.push(...page.body);
      query = linksOf(page)['next']!.slice(10);
      if (!wasWriting && page.body.length === 0) break;
    }
    await writing;
    expect(sequences(read)).toEqual(Array.from({ length: 240 }, (_, i) => after + 1 + i));
  });

  test('operations that fail write no event and use no number', async () => {
    const member = (await service.newAccount()).key;
    const sold = await addPet(service, { status: 'sold' });
    const after = await lastSequence();
    const fail = async (status: number, method: string, path: string, body?: unknown, key = service.operatorKey) =>
      expect([path, (await service.call(method, `/v1${path}`, { key, body })).status]).toEqual([path, status]);
    await fail(400, 'POST', '/pets', { name: '' });
    await fail(403, 'PATCH', `/pets/${sold}`, { name: 'Mine' }, member);
    await fail(409, 'PATCH', `/pets/${sold}`, { status: 'pending' });
    await fail(404, 'DELETE', '/pets/999999');
    await fail(409, 'POST', '/store/orders', { petId: sold }, member);
    await fail(409, 'POST', '/categories', { id: 1, name: 'Taken' });
    await fail(400, 'POST', '/messages', { message: '' });
    await fail(404, 'DELETE', '/account/keys/999999');
    await addPet(service, {});
    expect(await allEvents(service, { query: `?after=${after}` })).toMatchObject([
      { type: 'pet.created', sequence: after + 1 },
    ]);
  });

  test('a change whose event cannot be written does not happen', async () => {
    const after = await lastSequence();
    await beside(async ({ database, now }) => {
      const append = () => Promise.reject(new Error('the disk is full'));
      const pets = petStore(database, { append, appendTo: append, appendAll: append, appendNumbered: append }, now);
      const adding = database.transaction((tx) =>
        pets.add(tx, { accountId: 1, organizationId: undefined }, { name: 'Lost', categoryId: 1 }, SERVICE),
      );
      await expect(adding).rejects.toThrow('the disk is full');
    });
    expect((await service.call('GET', '/v1/pets?q=Lost')).body).toEqual([]);
    expect(await lastSequence()).toBe(after);
  });

  test("finds an account's events among very many of others", async () => {
    const { key, accountId } = await service.newAccount();
    const after = await lastSequence();
    const append = (count: number, concerned: number) =>
      beside((opened) => appendEvents(opened, { kind: 'order.placed', count, accountId: concerned }));
    await append(5_000, 1);
    await append(1, accountId);
    await append(6_000, 1);
    await append(2, accountId);
    const events = await allEvents(service, { key, query: `?after=${after}` });
    expect(sequences(events)).toEqual([after + 5_001, after + 11_002, after + 11_003]);
    await append(1, 1);
    const rest = await list(`?after=${after}`, key);
    expect(linksOf(rest)['next']).toBe(`/v1/events?after=${after + 11_004}&limit=20`);
    const first = await list(`?after=${after}&limit=1`, key);
    expect([sequences(first.body), linksOf(first)['next']]).toEqual([
      [after + 5_001],
      `/v1/events?after=${after + 5_001}&limit=1`,
    ]);
  });

  test('old events are swept but the last one, and numbers are never used again', async () => {
    const before = await lastSequence();
    expect(before).toBeGreaterThan(11_000);
    const sweep = (endMs: number) =>
      beside(async ({ database }) => {
        const events = eventStore(database);
        for (let rounds = 1; ; rounds++)
          if (!(await database.transaction((tx) => events.sweep(tx, endMs)))) return rounds;
      });
    expect(await sweep(clock.now() - 1)).toBe(1);
    expect((await list()).body[0]).toMatchObject({ sequence: 1 });

    clock.advance(10_000);
    const kept = await addPet(service, { name: 'Kept' });
    // On PostgreSQL it has its number a moment later; until then the one before is the last one.
    await expect.poll(lastSequence).toBe(before + 1);
    // A bounded number at once.
    expect(await sweep(clock.now() - 1)).toBe(Math.floor(before / 1_000) + 1);
    expect(await allEvents(service)).toMatchObject([{ sequence: before + 1, data: { id: kept } }]);

    expect(await sweep(clock.now())).toBe(1);
    expect(sequences((await list()).body)).toEqual([before + 1]);
    expect(sequences((await list(`?after=5`)).body)).toEqual([before + 1]);
    await addPet(service, {});
    await expect.poll(lastSequence).toBe(before + 2);
    expect(await sweep(clock.now() - 1)).toBe(1);
    expect(sequences(await allEvents(service))).toEqual([before + 1, before + 2]);
    expect(await sweep(clock.now())).toBe(1);
    expect(sequences(await allEvents(service))).toEqual([before + 2]);
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('200: nothing at the end, and a link to the same position', async () => {
    const last = await lastSequence();
    const answer = await list(`?after=${last}`);
    expect([answer.body, linksOf(answer)['next']]).toEqual([[], `/v1/events?after=${last}&limit=20`]);
    const beyond = await list(`?after=${Number.MAX_SAFE_INTEGER}`);
    expect([beyond.body, linksOf(beyond)['next']]).toEqual([
      [],
      `/v1/events?after=${Number.MAX_SAFE_INTEGER}&limit=20`,
    ]);
  });

  test.each([
    ['after=-1', '`after`'],
    ['after=1.5', '`after`'],
    ['after=x', '`after`'],
    ['after=9007199254740992', '`after`'],
    ['after=1&after=2', '`after`'],
    ['types=pet.created&types=pet.deleted', '`types` is given more than once'],
    ['limit=0', '`limit`'],
    ['limit=101', '`limit`'],
    ['types=', '`types'],
    ['types=pet.born', '`types'],
    ['types=pet.created,', '`types'],
  ])('400: %s', async (query, naming) => {
    expectError(await list(`?${query}`), 400, 'invalid_parameter', naming);
  });

  test('a key receives only events that its scopes may read', async () => {
    const after = await lastSequence();
    await service.call('POST', '/v1/account/keys', { body: { name: 'told of' } });
    await addPet(service, {});
    const types = async (...scopes: string[]) => {
      const key = await keyWith(...scopes);
      return (await allEvents(service, { key, query: `?after=${after}` })).map(({ type }) => type);
    };
    expect(await types('pets:read')).toEqual(['pet.created']);
    expect(await types('account')).toEqual(expect.arrayContaining(['api_key.created']));
    expect(await types('account')).not.toContain('pet.created');
    expect(await types('orders:read', 'messages:write')).toEqual([]);
    expect(await types('pets:write')).toEqual([]);
  });

  test('403: kinds that the key may not read', async () => {
    const key = await keyWith('pets:read');
    expectError(await list('?types=order.placed', key), 403, 'insufficient_scope', '`orders:read`');
    expectError(await list('?types=pet.created,message.failed', key), 403, 'insufficient_scope', '`messages:read`');
    expect((await list('?types=pet.created', key)).status).toBe(200);
  });
});
