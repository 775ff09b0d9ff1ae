import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerTo, expectError, expectHeadersOfEvery, type RawAnswer, rawClient, requestText } from '../support/raw.ts';
import { sharedService, startOnSqlite, testClock } from '../support/service.ts';

let auth: { Authorization: string };

// All requests of an address are in one minute of its limit.
const service = sharedService(startOnSqlite, { now: testClock().now });
/** For clients that are too slow: on a busy machine, so is any other. */
const hasty = sharedService(startOnSqlite, { settings: { headersTimeoutSeconds: 2, requestTimeoutSeconds: 3 } });
beforeAll(async () => {
  auth = { Authorization: `Bearer ${service.operatorKey}` };
});

const json = { 'Content-Type': 'application/json' };
const post = (headers: Record<string, string | string[]>, body = '') =>
  requestText('POST /v1/pets', { ...auth, ...json, ...headers }, body);
const postHastily = (headers: Record<string, string>, body: string) =>
  post({ Authorization: `Bearer ${hasty.operatorKey}`, ...headers }, body);

/** A client that reads nothing until it has sent everything, as Python's `http.client` does. */
async function eagerClient() {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname)
    .setEncoding('latin1')
    .on('error', () => {});
  await once(socket, 'connect');
  return {
    send: (bytes: string | Buffer) => new Promise<void>((resolve) => socket.write(bytes, () => resolve())),
    /** The statuses of all answers until the connection ends. */
    async statuses(): Promise<number[]> {
      let text = '';
      socket.end();
      for await (const chunk of socket) text += chunk;
      return Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status));
    },
  };
}

/** The pets in the database: a refused request must not store one. */
async function petNames(): Promise<string[]> {
  const { body } = await service.call('GET', '/v1/pets?limit=100');
  return body.map((pet: { name: string }) => pet.name);
}

describe('invalid HTTP/1.1 is 400', () => {
  test.each([
    ['a garbage request line', 'garbage\r\n\r\n'],
    ['bytes of TLS', Buffer.from('1603010200010001fc0303', 'hex')],
    ['an unknown method', 'FETCH /v1/pets HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a method in lower case', 'get /v1/pets HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown version', 'GET /v1/pets HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a header without a colon', 'GET /v1/pets HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a space before the colon', 'GET /v1/pets HTTP/1.1\r\nHost: x\r\nAccept : */*\r\n\r\n'],
    ['a header with a control character', 'GET /v1/pets HTTP/1.1\r\nHost: x\r\nAccept: a\u0001b\r\n\r\n'],
    ['a folded header', 'GET /v1/pets HTTP/1.1\r\nHost: x\r\nAccept: a\r\n b\r\n\r\n'],
    ['NUL in the path', 'GET /v1/pe\0ts HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a space in the path', 'GET /v1/pets all HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['bare line feeds', 'GET /v1/pets HTTP/1.1\nHost: x\n\n'],
  ])('%s', async (_, bytes) => {
    const answer = await answerTo(service.origin, bytes);
    expectError(answer, 400, 'invalid_parameter');
    expect(answer.headers['connection']).toBe('close');
  });

  test('a missing Host header', async () => {
    const answer = await answerTo(
      service.origin,
      `GET /v1/pets HTTP/1.1\r\nAuthorization: ${auth.Authorization}\r\n\r\n`,
    );
    expectError(answer, 400, 'invalid_parameter');
    expectError(await answerTo(service.origin, 'GET /nothing HTTP/1.1\r\n\r\n'), 400, 'invalid_parameter');
  });

  test('two Host headers', async () => {
    for (const hosts of [
      ['x', 'evil.example'],
      ['x', 'x'],
    ]) {
      const answer = await answerTo(service.origin, requestText('GET /v1/pets', { ...auth, Host: hosts }));
      expectError(answer, 400, 'invalid_parameter');
    }
  });

  test.each(['a b', 'a/b', 'a@b', '[::1', 'a:99999', 'a:b', 'é', 'a b:80', 'http://a', 'a#b', '[::1]x'])(
    'Host: %s',
    async (host) => {
      for (const path of ['/v1/pets', '/nothing', '/session', '/page-settings', '/readyz', '/metrics']) {
        const answer = await answerTo(service.origin, requestText(`GET ${path}`, { ...auth, Host: host }));
        expect([answer.status, JSON.parse(answer.text).code]).toEqual([400, 'invalid_parameter']);
      }
    },
  );

  test.each(['', 'a', 'a:', 'a:80', 'pets.shelter.example:65535', '[::1]:8080', '127.0.0.1', 'a_b-c.example'])(
    'Host: %s is served',
    async (host) => {
      const answer = await answerTo(service.origin, requestText('GET /v1/pets', { ...auth, Host: host }));
      expect(answer.status).toBe(200);
    },
  );

  test.each([
    ['a coding before chunked', 'POST /v1/pets HTTP/1.1', 'Transfer-Encoding: foo, chunked'],
    ['gzip before chunked', 'POST /v1/pets HTTP/1.1', 'Transfer-Encoding: gzip, chunked'],
    ['chunked twice', 'POST /v1/pets HTTP/1.1', 'Transfer-Encoding: chunked, chunked'],
    ['HTTP/2.0', 'POST /v1/pets HTTP/2.0', 'Transfer-Encoding: chunked'],
    ['HTTP/0.9', 'POST /v1/pets HTTP/0.9', 'Transfer-Encoding: chunked'],
  ])('%s, and the connection closes', async (_, line, header) => {
    const head = `${line}\r\nHost: x\r\nAuthorization: ${auth.Authorization}\r\n${header}\r\n`;
    const client = await rawClient(service.origin);
    client.send(`${head}Content-Type: application/json\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
    const answer = await client.answer();
    expect([answer.status, answer.headers['connection']]).toEqual([400, 'close']);
    expect(await client.closed()).toBe('');
  });

  test.each([
    ['two', 'a.example', 'b.example'],
    ['one and an empty', 'a.example', ''],
  ])('%s Host headers', async (_, ...hosts) => {
    const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
    for (const path of ['/v1/pets', '/nothing', '/session']) {
      const answer = await answerTo(
        service.origin,
        `GET ${path} HTTP/1.1\r\n${lines}Authorization: ${auth.Authorization}\r\n\r\n`,
      );
      expectError(answer, 400, 'invalid_parameter');
    }
  });

  test.each([
    ['two lengths', { 'Content-Length': ['2', '3'] }, '{}'],
    ['a length and chunks', { 'Content-Length': '2', 'Transfer-Encoding': 'chunked' }, '0\r\n\r\n'],
    ['chunks and a length', { 'Transfer-Encoding': 'chunked', 'Content-Length': '2' }, '0\r\n\r\n'],
    ['a negative length', { 'Content-Length': '-1' }, ''],
    ['a length that is not a number', { 'Content-Length': '0x10' }, ''],
    ['a length beyond all integers', { 'Content-Length': '99999999999999999999999' }, ''],
    ['an encoding that is not chunked', { 'Transfer-Encoding': 'gzip' }, '{}'],
    ['chunked as an encoding other than the last', { 'Transfer-Encoding': 'chunked, gzip' }, '0\r\n\r\n'],
    ['a chunk size that is not a number', { 'Transfer-Encoding': 'chunked' }, 'xyz\r\n{}\r\n0\r\n\r\n'],
    ['a chunk longer than its size', { 'Transfer-Encoding': 'chunked' }, '2\r\n{"name"}\r\n0\r\n\r\n'],
  ])('a body with %s', async (_, headers, body) => {
    expectError(await answerTo(service.origin, post(headers, body)), 400, 'invalid_parameter');
  });

  test('each request counts against its address', async () => {
    const first = await answerTo(service.origin, 'garbage\r\n\r\n');
    const second = await answerTo(service.origin, 'garbage\r\n\r\n');
    expect(first.headers['x-ratelimit-limit']).toBe('600');
    expect(Number(second.headers['x-ratelimit-remaining'])).toBe(Number(first.headers['x-ratelimit-remaining']) - 1);
  });

  test('the connection is closed after the response, and nothing follows it', async () => {
    const client = await rawClient(service.origin);
    client.send(`garbage\r\n\r\n${requestText('GET /v1/pets', auth)}`);
    expectError(await client.answer(), 400, 'invalid_parameter');
    client.send(requestText('GET /v1/pets', auth));
    expect(await client.closed()).toBe('');
  });

  test('the connection is cut even if the client keeps it open', async () => {
    const client = await rawClient(service.origin);
    client.send('garbage\r\n\r\n');
    expectError(await client.answer(), 400, 'invalid_parameter');
    // The end of the server's stream does not show that its socket is closed; a refused write does.
    const nagging = setInterval(() => client.send('more'), 50);
    await new Promise((resolve) => client.socket.once('error', resolve));
    clearInterval(nagging);
  });
});

describe('requests that are too large', () => {
  test.each([
    ['headers of 17 KiB', 'GET /v1/pets', { 'X-Filler': 'a'.repeat(17 * 1024) }],
    ['a thousand headers', 'GET /v1/pets', { 'X-Filler': Array<string>(1_000).fill('a'.repeat(10)) }],
    ['a request line of 20 KiB', `GET /${'a'.repeat(20 * 1024)}`, {}],
    ['a path of 8 KiB and one byte', `GET /v1/${'a'.repeat(8_192 - 3)}`, {}],
    ['a parameter of the path of 9 KiB', `GET /v1/pets/${'1'.repeat(9_000)}`, {}],
    ['a query of 8 KiB', `GET /v1/pets?q=${'a'.repeat(8_192)}`, {}],
    ['a path of 9 KiB outside /v1', `GET /${'a'.repeat(9_000)}`, {}],
  ])('%s is 431', async (_, line, headers) => {
    expectError(await answerTo(service.origin, requestText(line, { ...auth, ...headers })), 431, 'headers_too_large');
  });

  test('a path and query of 8 KiB together are accepted', async () => {
    const path = `/v1/pets?unknown=${'a'.repeat(8_192 - 17)}`;
    expect(path).toHaveLength(8_192);
    const answer = await answerTo(service.origin, requestText(`GET ${path}`, auth));
    expect(answer.status).toBe(200);
  });

  test.each([
    ['one chunk', [`${(70_000).toString(16)}\r\n${'a'.repeat(70_000)}\r\n0\r\n\r\n`]],
    ['many chunks', [...Array<string>(70).fill(`3e8\r\n${'a'.repeat(1_000)}\r\n`), '0\r\n\r\n']],
  ])('a body of more than 64 KiB in %s is 413', async (_, chunks) => {
    expectError(
      await answerTo(service.origin, post({ 'Transfer-Encoding': 'chunked' }, chunks.join(''))),
      413,
      'payload_too_large',
    );
  });

  test('answers 413 from the Content-Length, before a body of 64 KiB and one byte is sent', async () => {
    expectError(await answerTo(service.origin, post({ 'Content-Length': '65537' })), 413, 'payload_too_large');
  });

  test('a client that sends megabytes anyway can read the 413', async () => {
    const body = `{"name":"${'a'.repeat(5_000_000)}","categoryId":1}`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => service.call('POST', '/v1/pets', { body })));
    const codes = answers.map(({ status, body: { code } }) => `${status} ${code}`);
    expect(codes).toEqual(Array(10).fill('413 payload_too_large'));
  });

  describe('reaches a client that sends everything before it reads:', () => {
    const whole = (path: string, bytes: number, headers: Record<string, string> = {}) =>
      requestText(`POST ${path}`, { ...auth, ...json, 'Content-Length': String(bytes), ...headers });
    test.each([
      ['JSON', 413, 10_000_000, (bytes: number) => whole('/v1/pets', bytes)],
      [
        'JSON of a client that closes',
        413,
        10_000_000,
        (bytes: number) => whole('/v1/pets', bytes, { Connection: 'close' }),
      ],
      [
        'a photo',
        413,
        30_000_000,
        (bytes: number) => whole('/v1/pets/1/photos', bytes, { 'Content-Type': 'image/png' }),
      ],
      [
        'a logo',
        413,
        10_000_000,
        (bytes: number) =>
          whole('/v1/organizations/1/logo', bytes, { 'Content-Type': 'image/png' }).replace('POST', 'PUT'),
      ],
      ['another type', 400, 10_000_000, (bytes: number) => whole('/v1/pets', bytes, { 'Content-Type': 'text/plain' })],
      [
        'a wrong key',
        401,
        10_000_000,
        (bytes: number) => whole('/v1/pets', bytes, { Authorization: 'Bearer x', Connection: 'close' }),
      ],
      ['an unknown path', 404, 10_000_000, (bytes: number) => whole('/v1/nothing', bytes, { Connection: 'close' })],
    ])('%s (%i)', async (_, status, bytes, head) => {
      const client = await eagerClient();
      // The connection has served another request.
      await client.send(requestText('GET /v1/pets', auth));
      await client.send(head(bytes));
      await client.send(Buffer.alloc(bytes, 'a'));
      expect((await client.statuses()).join()).toBe(`200,${status}`);
    });

    test('chunks (413)', async () => {
      const client = await eagerClient();
      await client.send(post({ 'Transfer-Encoding': 'chunked' }));
      await client.send(`7a1200\r\n${'a'.repeat(8_000_000)}\r\n0\r\n\r\n`);
      // A request behind the last response of a connection is not handled.
      const late = '{"name":"Late","categoryId":1}';
      await client.send(post({ 'Content-Length': String(late.length) }, late));
      expect((await client.statuses()).join()).toBe('413');
      expect(await petNames()).not.toContain('Late');
    });

    test.each([
      ['sends slowly', 'a'],
      ['never ends', 'a'.repeat(1_000_000)],
    ])('and cuts one that %s', async (_, more) => {
      const client = await rawClient(hasty.origin);
      const { socket } = client;
      const closed = new Promise((resolve) => socket.once('close', resolve));
      client.send(postHastily({ 'Content-Length': '1000000000000' }, 'a'.repeat(100_000)));
      const sending = setInterval(() => socket.writable && !socket.writableNeedDrain && socket.write(more), 10);
      expectError(await client.answer(), 413, 'payload_too_large');
      await closed;
      clearInterval(sending);
    });
  });

  test('refuses endless chunk extensions', async () => {
    const answer = await answerTo(
      service.origin,
      post({ 'Transfer-Encoding': 'chunked' }, `2;${'a'.repeat(20_000)}\r\n{}\r\n`),
    );
    expectError(answer, 413, 'payload_too_large');
  });
});

describe('requests that are too slow are 408', () => {
  const slow: [string, () => string][] = [
    ['headers that never end', () => 'GET /v1/pets HTTP/1.1\r\nHost: x\r\n'],
    ['a request line that never ends', () => 'GET /v1/pe'],
    ['a body that never ends', () => postHastily({ 'Content-Length': '100' }, '{"name":"Slow",')],
    ['chunks that never end', () => postHastily({ 'Transfer-Encoding': 'chunked' }, '5\r\n{"nam\r\n')],
  ];
  test.concurrent.each(slow)('%s', async (_, text) => {
    const client = await rawClient(hasty.origin);
    client.send(text());
    expectError(await client.answer(), 408, 'request_timeout');
    expect(await client.closed()).toBe('');
  });
});

test('the response to an invalid body has the id and the limits of its request', async () => {
  const client = await rawClient(service.origin);
  client.send(post({ 'X-Request-Id': 'mine', 'Transfer-Encoding': 'chunked', Expect: '100-continue' }, ''));
  // The service has counted the request, and waits for its body.
  expect((await client.answer()).status).toBe(100);
  client.send('5\r\n{"nam\r\nxyz\r\n');
  const answer = await client.answer();
  expectError(answer, 400, 'invalid_parameter');
  expect(answer.headers).toMatchObject({ 'x-request-id': 'mine', 'x-ratelimit-limit': '10000', connection: 'close' });
  expect(await client.closed()).toBe('');

  const atOnce = await answerTo(
    service.origin,
    post({ 'X-Request-Id': 'mine', 'Transfer-Encoding': 'chunked' }, 'xyz\r\n'),
  );
  expectError(atOnce, 400, 'invalid_parameter');
  expect(atOnce.headers['x-request-id']).toBe('mine');
});

describe('a body that differs from its Content-Length', () => {
  test('is 400 if the client ends the connection early', async () => {
    const client = await rawClient(service.origin);
    client.socket.end(post({ 'Content-Length': '100' }, '{"name":"Short","categoryId":1}'));
    expectError(await client.answer(), 400, 'invalid_parameter');
    expect(await client.closed()).toBe('');
  });

  test('stores nothing if the client disconnects early', async () => {
    const client = await rawClient(service.origin);
    client.send(post({ 'Content-Length': '100' }, '{"name":"Gone","categoryId":1}'));
    client.destroy();
    expect(await petNames()).not.toContain('Gone');
  });

  test('is read up to its length; the rest is the next request', async () => {
    const client = await rawClient(service.origin);
    const body = '{"name":"Exact","categoryId":1}';
    client.send(post({ 'Content-Length': String(body.length) }, `${body}rest`));
    const created = await client.answer();
    expect(created.status).toBe(201);
    client.socket.end();
    expectError(await client.answer(), 400, 'invalid_parameter');
  });
});

test('garbage after a request does not suppress its response', async () => {
  const client = await rawClient(service.origin);
  const body = '{"name":"Kept","categoryId":1}';
  client.send(`${post({ 'Content-Length': String(body.length) }, body)}garbage\r\n\r\n`);
  const answers: RawAnswer[] = [await client.answer(), await client.answer()];
  expect(answers.map(({ status }) => status)).toEqual([201, 400]);
  for (const answer of answers) expectHeadersOfEvery(answer);
  expect(await petNames()).toContain('Kept');
});
