import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { rawClient, requestText } from '../support/raw.ts';
import { linksOf, sharedService, startOnSqlite, type TestService } from '../support/service.ts';

/** More than the operating system takes for one connection: 20 times the description. */
const many = 20;
const large = requestText('GET /v1/openapi.json');
const startOfAnswer = /HTTP\/1\.1 (\d{3}) /g;
const newPet = { name: 'Rex', categoryId: 1 };

/** A connection whose client sends, and reads only when told to. */
function slowClient({ origin }: TestService, localAddress = '127.0.0.1') {
  const { hostname, port } = new URL(origin);
  const socket: Socket = connect({ host: hostname, port: Number(port), localAddress });
  const statuses: number[] = [];
  let rest = '';
  let isClosed = false;
  socket.setEncoding('latin1').pause();
  socket.on('data', (text: string) => {
    rest += text;
    for (const [, status] of rest.matchAll(startOfAnswer)) statuses.push(Number(status));
    // The start of an answer may come in two pieces.
    rest = rest.slice(Math.max(rest.lastIndexOf('HTTP/1.1') + 1, rest.length - 12));
  });
  socket.on('error', () => {}).on('close', () => (isClosed = true));
  return {
    socket,
    send: (text: string) => void socket.write(text),
    statuses,
    /** A client that does not read learns of the end only by sending. */
    isCut: () => {
      if (!isClosed) socket.write('\r\n');
      return isClosed;
    },
    isClosed: () => isClosed,
  };
}

/** Adds orders with the longest notes. Returns their ids, the newest first: a page of them is as large as a page may be. */
async function addOrders(service: TestService, count: number, key = service.operatorKey) {
  const ids: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const { body: pet } = await service.call('POST', '/v1/pets', { key, body: newPet });
    const body = { petId: pet.id, adopter: { name: 'Ann', email: 'ann@example.org' }, note: '🐕'.repeat(10_000) };
    ids.unshift((await service.call('POST', '/v1/store/orders', { key, body })).body.id);
  }
  return ids;
}

/** Opens connections that do not read, and waits until the service refuses the account's requests. */
async function fill(service: TestService, key: string) {
  const clients = Array.from({ length: 3 }, () => slowClient(service));
  const request = requestText('GET /v1/store/orders', { Authorization: `Bearer ${key}` });
  for (const client of clients) client.send(request.repeat(150));
  await expect.poll(async () => (await service.call('GET', '/v1/pets', { key })).status).toBe(429);
  return clients;
}

describe('with a short patience', () => {
  // Longer than a busy machine lets this process wait: the test reads and the service writes in it.
  const stallMs = 3_000;
  const service = sharedService(startOnSqlite, { readers: { stallMs, checkMs: 50 } });

  test('is cut, and others are served meanwhile', async () => {
    const client = slowClient(service);
    client.send(large.repeat(many));
    expect((await service.call('GET', '/v1/pets')).status).toBe(200);
    await expect.poll(client.isCut).toBe(true);
  });

  test('is not one that reads slowly but steadily: it receives every answer, in order', async () => {
    const client = slowClient(service);
    client.send(large.repeat(many) + requestText('GET /v1/nothing'));
    const startMs = performance.now();
    while (client.statuses.length <= many && !client.isClosed()) {
      client.socket.resume();
      client.socket.once('data', () => client.socket.pause());
      await setTimeout(12);
    }
    expect(performance.now() - startMs).toBeGreaterThan(stallMs);
    expect(client.statuses).toEqual([...Array<number>(many).fill(200), 401]);
    client.socket.destroy();
  });

  test('is closed when too many of its requests wait for their turn', async () => {
    const clients = Array.from({ length: 4 }, () => slowClient(service));
    for (const client of clients) {
      await new Promise((resolve) => client.socket.once('connect', resolve));
      client.send(large.repeat(many) + 'GET / HTTP/1.1\r\n\r\n'.repeat(3_000));
    }
    await expect.poll(() => clients.some((client) => client.isCut())).toBe(true);
    for (const { socket } of clients) socket.destroy();
  });
});

test('has nothing done ahead: each request of a connection waits for the response before it to be taken', async () => {
  const service = await startOnSqlite();
  const client = slowClient(service);
  const body = JSON.stringify(newPet);
  const headers = {
    Authorization: `Bearer ${service.operatorKey}`,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
  };
  client.send(large.repeat(many) + requestText('POST /v1/pets', headers, body));
  for (let i = 0; i < 5; i += 1) expect((await service.call('GET', '/v1/pets')).body).toEqual([]);
  client.socket.resume();
  await expect.poll(() => client.statuses).toEqual([...Array<number>(many).fill(200), 201]);
  client.socket.destroy();
});

test('is refused by account and by address until the answers are taken', async () => {
  const service = await startOnSqlite({ readers: { stallMs: 60_000, maxBytes: 50_000 } });
  const [greedy, other] = [await service.newAccount(), await service.newAccount()];
  await addOrders(service, 1, greedy.key);
  const clients = await fill(service, greedy.key);
  const elsewhere = async (key: string) => {
    const client = slowClient(service, '127.0.0.2');
    client.socket.resume();
    client.send(requestText('GET /v1/pets', { Authorization: `Bearer ${key}` }));
    await expect.poll(() => client.statuses).toHaveLength(1);
    client.socket.destroy();
    return client.statuses[0];
  };
  // By account from elsewhere, and by address with another account.
  expect(await elsewhere(greedy.key)).toBe(429);
  expect(await elsewhere(other.key)).toBe(200);
  const refused = await service.call('GET', '/v1/pets', { key: other.key });
  expect(refused.body).toMatchObject({ code: 'too_much_unread', status: 429 });
  expect(refused.headers.get('retry-after')).toBe('10');

  for (const { socket } of clients) socket.resume();
  await expect.poll(() => elsewhere(greedy.key)).toBe(200);
  expect((await service.call('GET', '/v1/pets', { key: other.key })).status).toBe(200);
  for (const { socket } of clients) socket.destroy();
});

test('is cut at once for an answer beyond twice the bound', async () => {
  const service = await startOnSqlite({ readers: { stallMs: 60_000, maxBytes: 100_000 } });
  const client = slowClient(service);
  client.send(large.repeat(many));
  await expect.poll(client.isCut).toBe(true);
});

test('is cut if it takes a few bytes from time to time', async () => {
  const service = await startOnSqlite({
    readers: { stallMs: 60_000, allowanceMs: 200, slowestBytes: 10_000_000, checkMs: 50 },
  });
  const client = slowClient(service);
  client.send(large.repeat(many));
  const reading = setInterval(() => client.socket.read(100), 20);
  await expect.poll(client.isCut).toBe(true);
  clearInterval(reading);
});

test('has small pages: lists of long texts end earlier, and lose nothing', async () => {
  const service = await startOnSqlite();
  const ids = await addOrders(service, 9);
  for (const [path, idOf, wanted] of [
    ['/v1/store/orders?limit=100', (item: { id: number }) => item.id, ids],
    ['/v1/audit?limit=100&types=order.placed', (item: { data: { id: number } }) => item.data.id, ids],
    ['/v1/events?limit=100&types=order.placed', (item: { data: { id: number } }) => item.data.id, ids.toReversed()],
  ] as const) {
    const found: number[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const page = await service.call('GET', next);
      expect(page.text.length).toBeLessThan(300_000);
      found.push(...page.body.map(idOf));
      next = page.body.length === 0 ? undefined : linksOf(page)['next'];
    }
    expect(found).toEqual(wanted);
  }
  // The animals are small: the specification's pages stay whole.
  expect((await service.call('GET', '/v1/pets?limit=9')).body).toHaveLength(9);
});

test('reads an answer that the service ends as before', async () => {
  const service = await startOnSqlite();
  const client = await rawClient(service.origin);
  client.send(large);
  const { status, headers } = await client.answer();
  // Nobody knows whether it has read it: the connection is idle for a shorter time than others.
  expect({ status, keepAlive: headers['keep-alive'] }).toEqual({ status: 200, keepAlive: 'timeout=10' });
  client.send(requestText('GET /v1/pets', { Authorization: `Bearer ${service.operatorKey}` }));
  expect((await client.answer()).headers['keep-alive']).toBe('timeout=72');
});
