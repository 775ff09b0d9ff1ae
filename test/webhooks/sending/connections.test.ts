import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNetwork } from '../../../src/network/network.ts';
import { RESOLVED, WRITTEN } from '../../network/private-addresses.ts';
import { expectError } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { startOnSqlite, testClock, type TestService } from '../../support/service.ts';
import { addWebhook, deliveriesOf, type MadeWebhook } from '../receiver.ts';

let service: TestService;
let listeners: Server[];
let port: number;
let connections = 0;
/** What names resolve to: one answer after the other, the last one for ever. */
const answers = new Map<string, string[][]>();
const asked: string[] = [];

beforeAll(async () => {
  const listen = (host: string, at: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      server.once('error', reject).listen({ host, port: at, ipv6Only: host.includes(':') }, () => resolve(server));
    });
  const first = await listen('0.0.0.0', 0);
  port = (first.address() as { port: number }).port;
  listeners = [first, await listen('::', port)];
  service = await startOnSqlite({
    // Nothing is sent again.
    now: testClock().now,
    resolve: async (hostname) => {
      asked.push(hostname);
      const queue = answers.get(hostname) ?? [];
      return (queue.length > 1 ? queue.shift() : queue[0]) ?? [];
    },
  });
});
afterAll(async () => {
  for (const listener of listeners) listener.close();
  await service.close();
});

const webhook = (host: string) => addWebhook(service, { url: `https://${host}:${port}/` });
const sent = async (made: MadeWebhook) => {
  await service.call('POST', `${made.path}/test`);
  return eventually(async () => {
    const [newest] = await deliveriesOf(service, made);
    return newest.attempts > 0 && newest;
  });
};
const remove = (made: MadeWebhook) => service.call('DELETE', made.path);

test.each(WRITTEN)('%s is refused as it is written', async (host) => {
  for (const url of [`https://${host}/`, `https://${host}:${port}/hook`]) {
    expectError(
      await service.call('POST', '/v1/webhooks', { body: { url, events: ['pet.created'] } }),
      400,
      'invalid_body',
      '`url`',
    );
  }
  expect(connections).toBe(0);
});

test('are never connected to if a name resolves to them', async () => {
  for (const [i, address] of RESOLVED.entries()) {
    const host = `name${i}.example`;
    answers.set(host, [[address]]);
    const made = await webhook(host);
    const { lastAttempt } = await sent(made);
    expect([address, lastAttempt.error]).toEqual([address, 'The host has no address on the public internet.']);
    await remove(made);
  }
  expect(connections).toBe(0);
});

test('are skipped if a name also resolves to a public address', async () => {
  const network = openNetwork({
    allowPrivate: false,
    resolve: async () => ['127.0.0.1', '1.1.1.1', '::1', '64:ff9b::7f00:1'],
  });
  expect(await network.addressesOf(new URL('https://both.example/'))).toEqual(['1.1.1.1']);
});

test('each attempt resolves a name once and connects to that address, whatever DNS answers later', async () => {
  // Public when it is checked, private when a second look-up would be made: the address of the check is the one connected to.
  answers.set('rebound.example', [['100.128.0.1'], ['127.0.0.1']]);
  const network = openNetwork({
    allowPrivate: false,
    resolve: async (name) => (answers.get(name)!.length > 1 ? answers.get(name)!.shift()! : answers.get(name)![0]!),
  });
  const url = new URL(`https://rebound.example:${port}/`);
  const checked = await network.addressesOf(url);
  expect(checked).toEqual(['100.128.0.1']);
  const socket = network.connect(url, checked).on('error', () => {});
  await expect(network.addressesOf(url)).rejects.toThrow('no address on the public internet');
  socket.destroy();
  expect(connections).toBe(0);

  answers.set('turned.example', [['127.0.0.1']]);
  const made = await webhook('turned.example');
  asked.length = 0;
  await sent(made);
  expect(asked).toEqual(['turned.example']);
  await remove(made);
  expect(connections).toBe(0);
});

test('an unresolvable name is reported', async () => {
  const made = await webhook('nowhere.example');
  expect((await sent(made)).lastAttempt).toMatchObject({ error: "The host's name could not be resolved." });
  await remove(made);
});

test('a URL stored while they were allowed is refused after they are not', async () => {
  const open = await startOnSqlite({ settings: { webhooksAllowPrivate: 'true' } });
  const kept = [];
  for (const host of [
    `http://127.0.0.1:${port}`,
    `https://127.0.0.1:${port}`,
    `http://[::1]:${port}`,
    `https://[::ffff:127.0.0.1]:${port}`,
    `http://2130706433:${port}`,
    `http://localhost:${port}`,
  ]) {
    kept.push(await addWebhook(open, { url: host }));
  }
  const { operatorKey: key, dataDir } = open;
  await open.stop();
  const closed = await startOnSqlite({ dataDir, resolve: async () => ['127.0.0.1'] });
  for (const made of kept) {
    await closed.call('POST', `${made.path}/test`, { key });
    const delivery = await eventually(async () => {
      const [newest] = await deliveriesOf(closed, made, key);
      return newest.attempts > 0 && newest;
    });
    expect(delivery.lastAttempt.error).toBe('The host has no address on the public internet.');
  }
  await closed.close();
  expect(connections).toBe(0);
});

test('proxies of the environment variables are not used', async () => {
  const before = { ...process.env };
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
    process.env[name] = `http://127.0.0.1:${port}`;
    process.env[name.toLowerCase()] = `http://127.0.0.1:${port}`;
  }
  process.env['NODE_USE_ENV_PROXY'] = '1';
  answers.set('proxied.example', [['127.0.0.1']]);
  const made = await webhook('proxied.example');
  await sent(made);
  process.env = before;
  await remove(made);
  expect(connections).toBe(0);
});
