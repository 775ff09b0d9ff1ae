import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { startCaddy, type TestProxy } from '../support/caddy.ts';
import { freePort } from '../support/free-port.ts';
import { startNginx } from '../support/nginx.ts';
import { photoOf, readUntil, type Sent, sendThrough } from '../support/proxied.ts';
import { startOnSqlite, sharedService } from '../support/service.ts';

const largest = 20 * 1_024 * 1_024;
/** What the service refuses before all of it has arrived. */
const REFUSED = [
  ['POST', '/v1/pets/1/photos', largest + 1, 'payload_too_large'],
  ['PUT', '/v1/organizations/1/logo', 20_000_000, 'payload_too_large'],
  ['POST', '/session/import?format=csv&mode=dry-run', 20_000_000, 'cross_site_request'],
] as const;

describe.each([
  ['nginx, as in deploy/large', startNginx, REFUSED],
  // It closes such a connection half a second after the answer, which a client that still sends may miss.
  ['Caddy, as in deploy/small', startCaddy, []],
] as const)('behind %s', (_, startProxy, refused) => {
  let proxy: TestProxy;

  const service = sharedService(startOnSqlite, { settings: { trustedProxies: ['127.0.0.1'] } });
  beforeAll(async () => {
    proxy = await startProxy(new URL(service.origin).host);
  });
  afterAll(async () => {
    await proxy.close();
  });

  const send = (
    method: string,
    path: string,
    {
      headers = { authorization: `Bearer ${service.operatorKey}` },
      to = proxy,
      ...rest
    }: Sent & { to?: TestProxy } = {},
  ) => sendThrough(to, method, path, { headers, ...rest });

  async function upload(method: string, path: string, body: Buffer) {
    const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'image/jpeg' };
    const answer = await send(method, path, { headers, body });
    return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
  }

  test('a photo of 20 MiB passes', async () => {
    const petId = await addPet(service, {});
    const body = await photoOf(largest);
    expect(body.length).toBe(largest);
    const added = await upload('POST', `/v1/pets/${petId}/photos`, body);
    expect([added.status, added.body]).toEqual([201, expect.objectContaining({ width: 300 })]);
  });

  test.each(refused)(
    '%s %s: the service itself refuses %d bytes, with an Error body',
    async (method, path, bytes, code) => {
      const { body } = await upload(method, path, Buffer.alloc(bytes));
      expect(body).toEqual({ code, message: expect.any(String), status: expect.any(Number) });
    },
  );

  test('a live stream passes each event on at once', async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}`, accept: 'text/event-stream' };
    const stream = await send('GET', '/v1/events?types=pet.created', { headers });
    const messages = stream.setEncoding('utf8').iterator();
    await readUntil(messages, 'retry: ');
    for (const name of ['Rex', 'Tom']) {
      await addPet(service, { name });
      expect(await readUntil(messages, `"name":"${name}"`)).toContain('pet.created');
    }
    stream.destroy();
  });

  test("limits see the client's address, whatever a client says", async () => {
    const remaining = async (from: string, forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      const answer = await send('GET', '/v1/pets', { headers, from });
      answer.resume();
      return Number(answer.headers['x-ratelimit-remaining']);
    };
    const first = await remaining('127.0.0.2', '192.0.2.1');
    expect(await remaining('127.0.0.2', '192.0.2.2')).toBe(first - 1);
    expect(await remaining('127.0.0.3', '192.0.2.1')).toBe(first);
  });

  test('/metrics is for the operator alone', async () => {
    const answer = await send('GET', '/metrics');
    answer.resume();
    expect(answer.statusCode).toBe(404);
  });

  test('while the service is gone, the answer is an Error body', async () => {
    const to = await startProxy('127.0.0.1:1');
    const answer = await send('GET', '/v1/pets', { to });
    expect([answer.statusCode, answer.headers['retry-after'], JSON.parse(await text(answer)).code]).toEqual([
      503,
      '1',
      'service_unavailable',
    ]);
    await to.close();
  });
});

test('requests wait at Caddy while the service restarts', async () => {
  const port = await freePort();
  const proxy = await startCaddy(`127.0.0.1:${port}`);
  const waiting = once(
    httpsRequest(`${proxy.origin}/healthz`, { ca: proxy.authority, agent: false }).end(),
    'response',
  );
  await startOnSqlite({ settings: { port } });
  const [answer] = await waiting;
  answer.resume();
  expect(answer.statusCode).toBe(200);
});
