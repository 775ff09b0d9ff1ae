import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendOverHttp } from '../../src/commands/import-export/sender.ts';

/** Tells what it was sent, redirects `/old`, and breaks off an answer to `/broken`. It never answers `/silent`. */
const answer = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.url === '/silent') return;
  if (request.url === '/old') {
    response.writeHead(308, { location: '/new' }).end('moved');
    return;
  }
  if (request.url === '/broken') {
    response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy());
    return;
  }
  const sent = (await request.toArray()).join('');
  const { authorization, 'content-length': length = null } = request.headers;
  const { method, url } = request;
  response.writeHead(url === '/refused' ? 422 : 201, { 'content-type': 'application/json', 'x-request-id': 'é7' });
  response.end(JSON.stringify({ method, url, authorization, length, sent }));
};
const server = createServer((request, response) => void answer(request, response));
let origin: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const { signal } = new AbortController();
const init = { method: 'POST', headers: { authorization: 'Bearer key' }, body: '{"name":"Zoë 🐕"}', signal };

test.each([
  ['a body', '/pets', init],
  ['no body', '/pets', { ...init, method: 'GET', body: undefined }],
  ['a blob', '/photos', { ...init, body: new Blob(['image'], { type: 'image/jpeg' }) }],
  ['what is refused', '/refused', init],
  ['what is redirected', '/old', init],
])('the sender of an import sends and reads as `fetch` does: %s', async (_, path, given) => {
  const read = async (send: typeof fetch) => {
    const response = await send(origin + path, given as RequestInit);
    const { status, ok, headers, url } = response;
    return {
      status,
      ok,
      url,
      text: await response.text(),
      headers: ['content-type', 'x-request-id', 'retry-after'].map((name) => headers.get(name)),
    };
  };
  expect(await read(sendOverHttp)).toEqual(await read(fetch));
});

test('the sender of an import rejects a response that breaks off, and a request that is aborted', async () => {
  await expect(sendOverHttp(`${origin}/broken`, init)).rejects.toThrow('aborted');
  await expect(sendOverHttp(`${origin}/silent`, { ...init, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  const controller = new AbortController();
  const sent = sendOverHttp(`${origin}/silent`, { ...init, signal: controller.signal });
  server.once('request', () => controller.abort());
  await expect(sent).rejects.toThrow('aborted');
});

test('the sender of an import says why nobody answers, at any address of the host', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await expect(sendOverHttp(`http://localhost:${port}/pets`, init)).rejects.toThrow('ECONNREFUSED');
});
