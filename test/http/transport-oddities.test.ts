import { beforeAll, describe, expect, test } from 'vitest';
import { answerTo, expectError, expectHeadersOfEvery, rawClient, requestText } from '../support/raw.ts';
import { runningClock, sharedService, startOnSqlite } from '../support/service.ts';

let auth: { Authorization: string };

const service = sharedService(startOnSqlite, { now: runningClock() });
beforeAll(async () => {
  auth = { Authorization: `Bearer ${service.operatorKey}` };
});

const body = '{"name":"Rex","categoryId":1}';
const json = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };

describe('Expect', () => {
  test('100-continue is answered before the body is sent', async () => {
    const client = await rawClient(service.origin);
    client.send(requestText('POST /v1/pets', { ...auth, ...json, Expect: '100-continue' }));
    expect(await client.answer()).toMatchObject({ status: 100, text: '' });
    client.send(body);
    const created = await client.answer();
    expect(created.status).toBe(201);
  });

  test.each([
    [401, 'POST /v1/pets', { Authorization: 'Bearer psk_live_wrong' }],
    [404, 'POST /v1/nothing', {}],
    [405, 'PATCH /v1/pets', {}],
    [400, 'POST /v1/pets', { 'Content-Type': 'text/plain' }],
    [413, 'POST /v1/pets', { 'Content-Length': '100000' }],
  ])('100-continue does not ask for a body that the head alone refuses: %i', async (status, line, headers) => {
    const client = await rawClient(service.origin);
    client.send(requestText(line, { ...auth, ...json, Expect: '100-continue', ...headers }));
    const answer = await client.answer();
    expect([answer.status, answer.headers['connection']]).toEqual([status, 'close']);
    expect(await client.closed()).toBe('');
  });

  test('other expectations are ignored, as RFC 9110 (10.1.1) allows', async () => {
    const answer = await answerTo(
      service.origin,
      requestText('POST /v1/pets', { ...auth, ...json, Expect: 'coffee' }, body),
    );
    expect(answer.status).toBe(201);
    expectHeadersOfEvery(answer);
  });
});

describe('HTTP/1.0', () => {
  test('is served without a Host header, and the connection closes', async () => {
    const client = await rawClient(service.origin);
    client.send(`GET /v1/pets HTTP/1.0\r\nAuthorization: ${auth.Authorization}\r\n\r\n`);
    const answer = await client.answer();
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expectHeadersOfEvery(answer);
    expect(await client.closed()).toBe('');
  });
});

describe('one connection', () => {
  test('answers pipelined requests in their order', async () => {
    const client = await rawClient(service.origin);
    const add = requestText('POST /v1/pets', { ...auth, ...json, 'X-Request-Id': 'first' }, body);
    const rest = ['/v1/pets', '/v1/pets/x', '/v1/nothing', '/v1/openapi.json', '/v1/pets?limit=0'];
    client.send(
      add + rest.map((path, i) => requestText(`GET ${path}`, { ...auth, 'X-Request-Id': `next-${i}` })).join(''),
    );
    const seen: [number, string | undefined][] = [];
    for (let i = 0; i <= rest.length; i += 1) {
      const { status, headers } = await client.answer();
      seen.push([status, headers['x-request-id']]);
    }
    expect(seen).toEqual([
      [201, 'first'],
      [200, 'next-0'],
      [404, 'next-1'],
      [404, 'next-2'],
      [200, 'next-3'],
      [400, 'next-4'],
    ]);
  });

  test('stays open after errors that do not break its framing', async () => {
    const client = await rawClient(service.origin);
    const broken = '{"name":"Rex"';
    for (const [line, headers, status, sent] of [
      ['GET /v1/pets', {}, 401],
      ['DELETE /v1/pets', {}, 401],
      ['GET /v1/nothing', {}, 401],
      ['POST /v1/pets', { ...auth, ...json, 'Content-Length': String(broken.length) }, 400, broken],
      ['POST /v1/pets', { ...auth, ...json, 'Content-Encoding': 'gzip' }, 400, body],
      ['POST /v1/pets', { ...auth, ...json }, 201, body],
    ] as const) {
      client.send(requestText(line, headers, sent));
      expect(await client.answer()).toMatchObject({ status, headers: { connection: 'keep-alive' } });
    }
  });

  test('reads a request that arrives one byte at a time', async () => {
    const client = await rawClient(service.origin);
    client.socket.setNoDelay(true);
    for (const byte of requestText('POST /v1/pets', { ...auth, ...json }, body)) {
      client.send(byte);
      await new Promise(setImmediate);
    }
    expect(await client.answer()).toMatchObject({ status: 201 });
  });
});

describe('a target', () => {
  test.each(['/v1/%zz', '/v1/pets/%', '/v1/pets/%ff', '/v1/pets/%e0%a4', '/%c0%af', '/v1/%E0%A4%A'])(
    '%s is malformed percent-encoding: 404',
    async (path) => {
      const answer = await answerTo(service.origin, requestText(`GET ${path}`, auth));
      expectError(answer, 404, 'route_not_found');
    },
  );

  test.each(['q=%zz', 'q=%', 'q=%ff', 'q=%e0%a4', '%zz=1', '&&&', '=', '?', 'a[]=1', '__proto__=1', 'constructor=1'])(
    'with the query %s is answered, and never with 500',
    async (query) => {
      const answer = await answerTo(service.origin, requestText(`GET /v1/pets?${query}`, auth));
      expectHeadersOfEvery(answer);
      if (answer.status !== 200) expectError(answer, 400, 'invalid_parameter');
    },
  );

  test.each(['/v1/pets/%00', '/v1/pets/1%00', '/v1/pets/..%2f..', '/v1/pets/1%0a'])(
    '%s names nothing: 404',
    async (path) => {
      expectError(await answerTo(service.origin, requestText(`GET ${path}`, auth)), 404, 'pet_not_found');
    },
  );

  test.each(['/v1/../v1/pets', '//v1/pets', '/v1//pets', '/V1/pets', '/v1/pets;a=1', '/v1/pets/'])(
    '%s is not the list: 404',
    async (path) => {
      expectError(await answerTo(service.origin, requestText(`GET ${path}`, auth)), 404, 'route_not_found');
    },
  );

  test('in absolute form is served as its path', async () => {
    const answer = await answerTo(service.origin, requestText('GET http://petstore.test/v1/pets?limit=1', auth));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toBeInstanceOf(Array);
    expectHeadersOfEvery(answer);
  });

  test('outside /v1 has an Error body too', async () => {
    for (const path of ['/nothing', '/', '/v3/pets', '/v1', '/v1x', '/healthz/x']) {
      const answer = await answerTo(service.origin, requestText(`GET ${path}`, auth));
      expectError(answer, 404, 'route_not_found');
    }
  });
});

describe('a method that the path does not allow is 405 with Allow', () => {
  test.each(['PUT', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE', 'M-SEARCH', 'SEARCH', 'LOCK', 'PATCH', 'DELETE'])(
    '%s',
    async (method) => {
      const answer = await answerTo(
        service.origin,
        requestText(`${method} /v1/pets`, { ...auth, 'Content-Length': '0' }),
      );
      expectError(answer, 405, 'method_not_allowed');
      expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS, POST');
    },
  );

  test('TRACE never returns the key', async () => {
    const answer = await answerTo(service.origin, requestText('TRACE /v1/pets', auth));
    expect(JSON.stringify(answer)).not.toContain(service.operatorKey);
  });

  test('OPTIONS * names the methods of the service, and no other method has this target', async () => {
    const answer = await answerTo(service.origin, requestText('OPTIONS *'));
    expect([answer.status, answer.headers['allow']]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT']);
    for (const method of ['GET', 'POST', 'DELETE'])
      expectError(await answerTo(service.origin, requestText(`${method} *`, auth)), 400, 'invalid_parameter');
  });

  test('CONNECT is refused', async () => {
    const client = await rawClient(service.origin);
    client.send('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');
    expectError(await client.answer(), 405, 'method_not_allowed');
    expect(await client.closed()).toBe('');
  });
});

describe('a request', () => {
  test.each([
    [
      'websocket',
      {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZQ==',
        'Sec-WebSocket-Version': '13',
      },
    ],
    ['h2c', { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAAP__' }],
  ])('to upgrade to %s is answered over HTTP/1.1', async (_, headers) => {
    const answer = await answerTo(service.origin, requestText('GET /v1/pets', { ...auth, ...headers }));
    expect(answer.status).toBe(200);
    expectHeadersOfEvery(answer);
  });

  test('GET with a body is answered, and the body is not a second request', async () => {
    const client = await rawClient(service.origin);
    const smuggled = requestText('DELETE /v1/pets/1', auth);
    const headers = { ...auth, 'Content-Type': 'text/plain', 'Content-Length': String(smuggled.length) };
    client.send(requestText('GET /v1/pets?limit=1', headers, smuggled) + requestText('GET /v1/nothing', auth));
    expect(await client.answer()).toMatchObject({ status: 200 });
    expectError(await client.answer(), 404, 'route_not_found');
  });

  test('with two Authorization headers is 401, in either order', async () => {
    const wrong = 'Bearer psk_live_wrong';
    for (const values of [
      [auth.Authorization, wrong],
      [wrong, auth.Authorization],
      [auth.Authorization, auth.Authorization],
    ]) {
      const answer = await answerTo(service.origin, requestText('GET /v1/pets', { Authorization: values }));
      expectError(answer, 401, 'invalid_api_key');
    }
  });

  test('with two content types is 400', async () => {
    const headers = { ...auth, ...json, 'Content-Type': ['application/json', 'text/plain'] };
    const answer = await answerTo(service.origin, requestText('POST /v1/pets', headers, body));
    expectError(answer, 400, 'unsupported_media_type');
  });
});
