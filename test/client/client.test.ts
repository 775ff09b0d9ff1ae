import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Clock, realClock } from '../../client/src/clock.ts';
import { etagOf, Petstore, PetstoreError } from '../../client/src/petstore.ts';
import { atEndOfTest } from '../support/at-end.ts';
import { freePort } from '../support/free-port.ts';
import { sharedService, startOnSqlite, type TestService } from '../support/service.ts';
import { fastTime, stillTime } from './clock.ts';

const INT64 = [0, -1, 2 ** 53 - 1, -(2 ** 53) + 1, 2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n, -(2n ** 63n)] as const;

let petstore: Petstore;
const service = sharedService(startOnSqlite);
beforeAll(async () => {
  petstore = new Petstore({ baseUrl: `${service.origin}/v1`, apiKey: service.operatorKey });
});

describe('int64', () => {
  test.each(INT64)(
    '%s is read and written exactly, as a number if that is exact, otherwise as a bigint',
    async (categoryId) => {
      const pet = await petstore.pets.create({ name: 'Rex', categoryId });
      expect(pet.categoryId).toBe(categoryId);
      const { items } = await petstore.pets.list({ categoryId }).page();
      expect(items.map((item) => item.categoryId)).toEqual([categoryId]);
    },
  );

  test('is exact in a path and in a body, even next to text that looks like a number', async () => {
    const id = 2n ** 62n;
    const name = '"12345678901234567890", \\ 1234567890123456789';
    expect(await petstore.categories.create({ id, name })).toEqual({ id, name });
    expect(await petstore.categories.get(id)).toEqual({ id, name });
    expect(await petstore.categories.update(id, { description: '-9223372036854775808' })).toMatchObject({ id, name });
    await petstore.categories.delete(id);
  });

  test.each([2 ** 53, -(2 ** 60), Number.NaN, Number.POSITIVE_INFINITY])(
    '%s as a number is refused, unsent',
    async (categoryId) => {
      const refusal = { code: 'invalid_number', message: expect.stringContaining('Use a bigint') };
      await expect(petstore.pets.create({ name: 'Rex', categoryId })).rejects.toMatchObject(refusal);
      await expect(petstore.categories.get(categoryId)).rejects.toMatchObject(refusal);
      await expect(petstore.pets.list({ categoryId }).page()).rejects.toMatchObject(refusal);
    },
  );
});

describe('lists', () => {
  test('are read to the end or page by page, with their filters', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 7; i++) ids.unshift((await petstore.pets.create({ name: `Walked ${i}`, categoryId: 77 })).id);
    const query = { q: 'walked', categoryId: 77, status: 'available', limit: 3 } as const;
    const walked = [];
    for await (const { id } of petstore.pets.list(query)) walked.push(id);
    expect(walked).toEqual(ids);

    const pages = [];
    for (let asked: Parameters<typeof petstore.pets.list>[0] | undefined = query; asked !== undefined;) {
      const page = await petstore.pets.list(asked).page();
      pages.push(page.items.map(({ id }) => id));
      if (page.next !== undefined) expect(page.next).toEqual({ ...query, cursor: expect.any(String) });
      asked = page.next;
    }
    expect(pages).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
    expect((await petstore.pets.list({ ids: ids.slice(0, 2) }).page()).items.map(({ id }) => id)).toEqual(
      ids.slice(0, 2),
    );
  });

  test('request only the pages that are read', async () => {
    const before = await admitted(service);
    const pets = petstore.pets.list({ q: 'walked', limit: 2 });
    expect(await admitted(service)).toBe(before);
    for await (const pet of pets) {
      expect(pet.name).toBe('Walked 6');
      break;
    }
    expect(await admitted(service)).toBe(before + 1);
  });

  test('of events end at the newest event, and resume from there', async () => {
    const events = await Array.fromAsync(petstore.events.list({ types: ['pet.created'], limit: 5 }));
    expect(events.length).toBeGreaterThan(10);
    const { next } = await petstore.events.list({ after: events.at(-1)!.sequence, types: ['pet.created'] }).page();
    const { id } = await petstore.pets.create({ name: 'Late', categoryId: 1 });
    const { items } = await petstore.events.list(next).page();
    expect(items.map(({ data }) => data)).toEqual([expect.objectContaining({ id })]);
  });
});

test('events are read on from a position, which says if one may be missing', async () => {
  const { next } = await petstore.events.list({ position: 'now', limit: 1 }).page();
  const names = ['One', 'Two', 'Three'];
  for (const name of names) await petstore.pets.create({ name, categoryId: 1 });
  const found: string[] = [];
  for (let query = next; found.length < 3 && query !== undefined;) {
    const page = await petstore.events.list(query).page();
    found.push(...page.items.flatMap(({ type, data }) => (type === 'pet.created' ? data.name : [])));
    expect(page.next).toMatchObject({ position: expect.any(String), limit: 1 });
    query = page.next;
  }
  expect(found).toEqual(names);
});

describe('changes', () => {
  test('with the ETag of a resource succeed only for that version', async () => {
    const pet = await petstore.pets.create({ name: 'Rex', categoryId: 1 });
    const changed = await petstore.pets.update(pet.id, { name: 'Max' }, { ifMatch: etagOf(pet)! });
    expect(changed.name).toBe('Max');
    const stale = petstore.pets.update(pet.id, { name: 'Rex' }, { ifMatch: etagOf(pet)! });
    await expect(stale).rejects.toMatchObject({ code: 'precondition_failed', status: 412 });
    await expect(petstore.pets.delete(pet.id, { ifMatch: etagOf(pet)! })).rejects.toMatchObject({ status: 412 });
    const [only] = await Array.fromAsync(petstore.pets.list({ ids: [pet.id] }));
    expect(await petstore.pets.delete(pet.id, { ifMatch: etagOf(only!) })).toBeUndefined();
    expect(etagOf(await petstore.orders.inventory())).toBeUndefined();
  });

  test('with an idempotency key of their own take effect once', async () => {
    const create = (name: string) => petstore.pets.create({ name, categoryId: 1 }, { idempotencyKey: 'row 17' });
    expect(await create('Otto')).toEqual(await create('Otto'));
    await expect(create('Emma')).rejects.toMatchObject({ code: 'idempotency_key_reused', status: 422 });
  });

  test('cover the lifecycle of an order', async () => {
    const { id } = await petstore.pets.create({ name: 'Rex', categoryId: 1 });
    const { id: orderId } = await petstore.orders.place({ petId: id, note: 'On Saturday.' });
    const { messageToAdopter } = await petstore.orders.approve(orderId, { messageToAdopter: 'Ring.' });
    expect(messageToAdopter).toBe('Ring.');
    for (const step of ['deliver', 'return'] as const) await petstore.orders[step](orderId);
    const { id: second } = await petstore.orders.place({ petId: id });
    await petstore.orders.cancel(second);
    await expect(petstore.orders.approve(second)).rejects.toMatchObject({ code: 'order_closed', status: 409 });
  });

  test('of accounts and keys', async () => {
    const stranger = new Petstore({ baseUrl: `${service.origin}/v1/` });
    const { apiKey, id } = await stranger.account.create({
      email: 'ann@shelter.example',
      password: 'seven quiet otters',
    });
    const ann = new Petstore({ baseUrl: `${service.origin}/v1`, apiKey: apiKey.key });
    const made = await ann.keys.create();
    const rolled = await ann.keys.roll(made.id);
    await ann.keys.revoke(rolled.id);
    expect((await ann.account.get()).id).toBe(id);
    expect((await petstore.admin.updateAccount(id, { plan: 'pro' })).plan).toBe('pro');
    expect(await petstore.admin.liftBan(id)).toBeUndefined();
    const person = await petstore.admin.person({ email: 'Ann@shelter.example' });
    expect(person).toMatchObject({ email: 'ann@shelter.example', accounts: [{ id }] });
    expect(await petstore.admin.correctPerson({ email: person.email, newName: 'Ann' })).toMatchObject({
      accounts: 1,
    });
    expect(await petstore.admin.erasePerson({ email: person.email })).toMatchObject({ accounts: 1 });
    expect(await stranger.description.get()).toMatchObject({ openapi: '3.1.0' });
  });
});

describe('errors', () => {
  test('of the service have its code, status, request id and message', async () => {
    const error = await failureOf(petstore.pets.create({ name: '', categoryId: 1 }));
    expect(error).toBeInstanceOf(PetstoreError);
    expect(error).toMatchObject({
      name: 'PetstoreError',
      code: 'invalid_body',
      status: 400,
      requestId: expect.stringMatching(/^req_\w+$/),
      message: expect.stringContaining('`name`'),
    });
  });

  test('without a key', async () => {
    const stranger = new Petstore({ baseUrl: `${service.origin}/v1` });
    await expect(stranger.pets.list().page()).rejects.toMatchObject({ code: 'missing_api_key', status: 401 });
  });

  test('if nothing listens: after all attempts, with the reason', async () => {
    const { clock, fetch, stop } = stillTime();
    const baseUrl = `http://127.0.0.1:${await freePort()}/v1`;
    const nowhere = new Petstore({ baseUrl, maxAttempts: 3, fetch }, clock);
    const error = await failureOf(nowhere.pets.list().page());
    stop();
    expect(error).toMatchObject({
      code: 'network_error',
      status: undefined,
      message: expect.stringMatching(/^No response to GET http:\/\/127\.0\.0\.1:\d+\/v1\/pets: .*ECONNREFUSED/),
    });
    expect(error.cause).toBeInstanceOf(Error);
  });

  test.each([
    ['the address', { baseUrl: 'pets.example/v1' }],
    ['the address', { baseUrl: 'http://ann:secret@127.0.0.1:9/v1' }],
    ['the key', { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'psk_live_secret\npsk_live_other' }],
  ])('where %s cannot be sent: at once, without telling what it is', async (_, options) => {
    const error = await new Petstore(options).account.get().catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ code: 'invalid_request' });
    expect(inspect(error)).not.toContain('secret');
  });

  test('if another program responds: immediately', async () => {
    const requests = await answering((response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
    );
    const lost = new Petstore({ baseUrl: requests.baseUrl });
    await expect(lost.pets.list().page()).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 200,
      message: expect.stringMatching(/responded with text\/html instead of JSON\. Is baseUrl correct\?$/),
    });
    expect(requests.seen).toHaveLength(1);
  });
});

describe('a call ends', () => {
  test('when its signal is aborted: before it is sent, while it runs, and while it waits', async () => {
    const before = AbortSignal.abort(new Error('No longer wanted.'));
    const reads = [petstore.pets.list({}, { signal: before }).page(), petstore.pets.list().page({ signal: before })];
    for (const read of reads)
      await expect(read).rejects.toMatchObject({
        code: 'aborted',
        cause: expect.objectContaining({ message: 'No longer wanted.' }),
      });

    const arrived = new AbortController();
    const silent = await answering(() => arrived.abort());
    const during = new Petstore({ baseUrl: silent.baseUrl }).orders.inventory({ signal: arrived.signal });
    await expect(during).rejects.toMatchObject({ code: 'aborted' });
    expect(silent.seen).toHaveLength(1);

    const answered = new AbortController();
    const busy = await answering((response) => void response.writeHead(503, { 'retry-after': '60' }).end());
    const clock: Clock = {
      ...realClock,
      after(ms, callback) {
        if (ms >= 60_000) setImmediate(() => answered.abort());
        return realClock.after(ms, callback);
      },
    };
    const waiting = new Petstore({ baseUrl: busy.baseUrl }, clock).orders.inventory({ signal: answered.signal });
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    expect(busy.seen).toHaveLength(1);
  });

  test('at its deadline, even in the middle of a response', async () => {
    let given = 0;
    const silent = await answering((response) => response.on('close', () => (given += 1)));
    const { clock, fetch, stop } = stillTime(() => silent.seen.length - given);
    const late = new Petstore({ baseUrl: silent.baseUrl, timeoutMs: 3_000, deadlineMs: 10_000, fetch }, clock);
    const startMs = clock.now();
    await expect(late.pets.create({ name: 'Rex', categoryId: 1 }, { timeoutMs: undefined })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/^No response to POST .* within \d+ ms\.$/),
    });
    expect(clock.now() - startMs).toBeGreaterThanOrEqual(3_000);
    expect(silent.seen.length).toBeGreaterThan(1);
    expect(new Set(silent.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    stop();
  });

  test('with its last error if the rate limit allows no other attempt in time', async () => {
    const { clock, fetch, stop } = stillTime();
    const limits = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' };
    const used = await answering((response) => {
      response.writeHead(502, { ...limits, 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 600) }).end();
    });
    const call = new Petstore({ baseUrl: used.baseUrl, fetch }, clock).orders.inventory();
    await expect(call).rejects.toMatchObject({ code: 'unexpected_answer', status: 502 });
    expect(used.seen).toHaveLength(1);
    stop();
  });

  test('immediately if the service asks it to wait beyond the deadline', async () => {
    const busy = await answering((response) =>
      response
        .writeHead(503, { 'retry-after': '300', 'content-type': 'application/json', 'x-request-id': 'req_1' })
        .end('{"code":"service_unavailable","message":"The database is away.","status":503}'),
    );
    await expect(new Petstore({ baseUrl: busy.baseUrl }).orders.inventory()).rejects.toMatchObject({
      code: 'service_unavailable',
      status: 503,
      message: 'The database is away.',
      requestId: 'req_1',
      retryAfterMs: 300_000,
    });
    expect(busy.seen).toHaveLength(1);
  });
});

describe('retries', () => {
  test('do not repeat a sign-up whose response is lost', async () => {
    const cut = await answering((response) => response.destroy());
    const { clock, fetch, stop } = stillTime();
    const signUp = { email: 'bo@shelter.example', password: 'seven quiet otters' };
    await expect(new Petstore({ baseUrl: cut.baseUrl, fetch }, clock).account.create(signUp)).rejects.toMatchObject({
      code: 'network_error',
    });
    expect(cut.seen).toHaveLength(1);
    await expect(
      new Petstore({ baseUrl: cut.baseUrl, fetch }, clock).messages.send({ message: 'Hello' }),
    ).rejects.toMatchObject({ code: 'network_error' });
    expect(cut.seen).toHaveLength(1 + 8);
    stop();
  });

  test('do not repeat after a 503 what has no idempotency key: it may be done', async () => {
    const busy = await answering((response) => response.writeHead(503).end());
    const { clock, fetch, stop } = stillTime();
    const client = new Petstore({ baseUrl: busy.baseUrl, fetch }, clock);
    const signUp = { email: 'bo@shelter.example', password: 'seven quiet otters' };
    await expect(client.account.create(signUp)).rejects.toMatchObject({ status: 503 });
    expect(busy.seen).toHaveLength(1);
    await expect(client.messages.send({ message: 'Hello' })).rejects.toMatchObject({ status: 503 });
    expect(busy.seen).toHaveLength(1 + 8);
    stop();
  });

  test('of a PUT for one version do not take the version that it made itself for another’s', async () => {
    let first = true;
    const { clock, fetch, stop } = stillTime();
    const lost = await answering((response) => {
      if (first) response.destroy();
      else
        response
          .writeHead(412, { 'content-type': 'application/json' })
          .end('{"code":"precondition_failed","message":"No.","status":412}');
      first = false;
    });
    const client = new Petstore({ baseUrl: lost.baseUrl, fetch }, clock);
    const replace = () => client.pets.replaceProfile(1, {}, { ifMatch: '"1"' });
    await expect(replace()).rejects.toMatchObject({ code: 'network_error' });
    await expect(replace()).rejects.toMatchObject({ code: 'precondition_failed' });
    stop();
  });

  test('of a DELETE succeed if the first attempt has deleted the resource', async () => {
    let first = true;
    const { clock, fetch, stop } = stillTime();
    const lost = await answering((response) => {
      if (first) response.destroy();
      else
        response
          .writeHead(404, { 'content-type': 'application/json' })
          .end('{"code":"pet_not_found","message":"No.","status":404}');
      first = false;
    });
    const client = new Petstore({ baseUrl: lost.baseUrl, fetch }, clock);
    expect(await client.pets.delete(1)).toBeUndefined();
    await expect(client.pets.delete(1)).rejects.toMatchObject({ code: 'pet_not_found' });
    stop();
  });

  test('wait while a 429 is in force, for all calls of the client', async () => {
    const { clock } = fastTime(20);
    const times: number[] = [];
    const strict = await answering((response) => {
      times.push(clock.now());
      response.setHeader('content-type', 'application/json');
      if (times.length > 1) response.end('[]');
      else response.writeHead(429, { 'retry-after': '20' }).end();
    });
    // No attempt takes so long, even on a busy machine: 30 seconds.
    const client = new Petstore({ baseUrl: strict.baseUrl, timeoutMs: 600_000, deadlineMs: 1_200_000 }, clock);
    const first = client.pets.list().page();
    await expect.poll(() => times.length).toBe(1);
    await Promise.all([first, ...Array.from({ length: 5 }, () => client.pets.list().page())]);
    expect(times).toHaveLength(1 + 6);
    expect(Math.min(...times.slice(1)) - times[0]!).toBeGreaterThanOrEqual(20_000);
  });

  test('wait ever longer, at random, and never less than Retry-After, even as a date', async () => {
    const { clock, fetch, stop } = stillTime();
    const times: number[] = [];
    const retryAt = new Date(Date.now() + 7_000).toUTCString();
    const answers = [{}, {}, {}, { 'retry-after': '5' }, { 'retry-after': retryAt, date: new Date().toUTCString() }];
    const busy = await answering((response) => {
      times.push(clock.now());
      response.writeHead(503, answers[times.length - 1] ?? {}).end();
    });
    const client = new Petstore({ baseUrl: busy.baseUrl, maxAttempts: 6, fetch }, { ...clock, random: () => 0.5 });
    await expect(client.orders.inventory()).rejects.toMatchObject({ code: 'unexpected_answer', status: 503 });
    const waits = times.slice(1).map((time, i) => time - times[i]!);
    const least = [250, 500, 1_000, 5_000 + 2_000, 6_000 + 4_000];
    for (const [i, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(least[i]!);
    }
    expect(waits).toHaveLength(5);
    stop();
  });
});

/** How many requests of the operator the service has counted so far. */
async function admitted(service: TestService): Promise<number> {
  const { body } = await service.call('GET', '/v1/account/usage');
  // Midnight may have passed.
  return body.days.reduce((sum: number, day: { admitted: number }) => sum + day.admitted, 0);
}

/** A server that answers everything in one way. */
async function answering(answer: (response: ServerResponse) => void) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    request.resume().on('end', () => answer(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfTest(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
  };
}

const failureOf = (call: Promise<unknown>): Promise<PetstoreError> =>
  call.then(
    () => expect.unreachable('it does not fail'),
    (error: unknown) => error as PetstoreError,
  );
