import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { startOnSqlite, sharedService } from '../../support/service.ts';
import { addWebhook, deliveriesOf, type MadeWebhook, openReceiver, type Receiver } from '../receiver.ts';

/** More than the four requests to one webhook that may be in flight. */
const pets = 8;

interface Bad {
  readonly name: string;
  readonly scheme: 'http' | 'https';
  readonly behave: (socket: Socket, bad: Counts) => void;
  /** What the log says of an attempt. */
  readonly status?: number;
  readonly body?: string;
  readonly error?: RegExp;
  readonly lasts?: 'until the timeout';
}

/** What a bad receiver saw. */
class Counts {
  open = 0;
  mostOpen = 0;
  connections = 0;
  bytes = 0;
}

/** Writes without end, for as long as the other side takes it. */
function pour(socket: Socket, counts: Counts, chunk: Buffer): void {
  const more = () => {
    while (!socket.destroyed) {
      counts.bytes += chunk.length;
      if (!socket.write(chunk)) return void socket.once('drain', more);
    }
  };
  more();
}

/** One byte a second. */
function drip(socket: Socket, head: string, byte: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(byte), 1_000);
  socket.once('close', () => clearInterval(timer));
}

const answered =
  (behave: Bad['behave']): Bad['behave'] =>
  (socket, counts) =>
    socket.once('data', () => behave(socket, counts));
const timeout = /^There was no whole answer within 15 seconds\.$/;
const megabyte = Buffer.alloc(1_048_576, 'x');

const BAD: readonly Bad[] = [
  { name: 'never answers', scheme: 'http', behave: () => {}, error: timeout, lasts: 'until the timeout' },
  { name: 'never shakes hands', scheme: 'https', behave: () => {}, error: timeout, lasts: 'until the timeout' },
  {
    name: 'answers one byte a second',
    scheme: 'http',
    behave: answered((s) => drip(s, 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', 'x')),
    status: 200,
    error: timeout,
    lasts: 'until the timeout',
  },
  {
    name: 'sends its headers one byte a second',
    scheme: 'http',
    behave: answered((s) => drip(s, 'HTTP/1.1 200 OK\r\nx-', 'x')),
    error: timeout,
    lasts: 'until the timeout',
  },
  {
    name: 'says for ever that it goes on',
    scheme: 'http',
    behave: answered((s) => drip(s, '', 'HTTP/1.1 100 Continue\r\n\r\n')),
    error: timeout,
    lasts: 'until the timeout',
  },
  {
    name: 'answers a gigabyte',
    scheme: 'http',
    behave: answered((s, counts) => {
      s.write(`HTTP/1.1 200 OK\r\ncontent-length: ${2 ** 30}\r\n\r\n`);
      pour(s, counts, megabyte);
    }),
    status: 200,
  },
  {
    name: 'refuses with a gigabyte',
    scheme: 'http',
    behave: answered((s, counts) => {
      s.write(`HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n40000000\r\n`);
      pour(s, counts, megabyte);
    }),
    status: 500,
  },
  {
    name: 'sends a gigabyte of headers',
    scheme: 'http',
    behave: answered((s, counts) => {
      s.write('HTTP/1.1 200 OK\r\nx: ');
      pour(s, counts, megabyte);
    }),
    error: /HPE_HEADER_OVERFLOW/,
  },
  { name: 'closes at once', scheme: 'http', behave: (s) => s.destroy(), error: /^The request failed/ },
  { name: 'resets at once', scheme: 'http', behave: (s) => s.resetAndDestroy(), error: /ECONNRESET|EPIPE/ },
  { name: 'closes instead of an answer', scheme: 'http', behave: answered((s) => s.end()), error: /ECONNRESET/ },
  {
    name: 'closes in the middle of an answer',
    scheme: 'http',
    behave: answered((s) => s.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')),
    status: 200,
    body: 'half',
    error: /ECONNRESET/,
  },
  { name: 'speaks no HTTP', scheme: 'http', behave: answered((s) => s.end('SSH-2.0-OpenSSH_9.2\r\n')), error: /HPE_/ },
  {
    name: 'switches protocols',
    scheme: 'http',
    behave: answered((s) => s.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')),
    error: /^The request failed/,
  },
  {
    name: 'answers two lengths',
    scheme: 'http',
    behave: answered((s) => s.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx')),
    error: /HPE_/,
  },
  {
    name: 'speaks plain HTTP for TLS',
    scheme: 'https',
    behave: answered((s) => s.end('HTTP/1.1 200 OK\r\n\r\n')),
    error: /WRONG_VERSION_NUMBER|EPROTO|SSL/,
  },
  {
    name: 'breaks the TLS handshake',
    scheme: 'https',
    behave: answered((s) => s.end(Buffer.from('16030300050200000100', 'hex'))),
    error: /^The request failed/,
  },
  { name: 'closes in the TLS handshake', scheme: 'https', behave: answered((s) => s.destroy()), error: /ECONNRESET/ },
];

describe('bad receivers', () => {
  const counts = new Map<string, Counts>();
  const webhooks = new Map<string, MadeWebhook>();
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let good: Receiver[];
  let keys: string[];

  const keyOf = (i: number) => keys[i % keys.length]!;

  const service = sharedService(startOnSqlite, { settings: { webhooksAllowPrivate: 'true' } });
  beforeAll(async () => {
    keys = [(await service.newAccount()).key, (await service.newAccount()).key];
    good = [await openReceiver(), await openReceiver(), await openReceiver()];
    for (const at of good) await addWebhook(service, { url: at.url });
    for (const [i, { name, scheme, behave }] of BAD.entries()) {
      const seen = new Counts();
      const server = createServer((socket) => {
        sockets.add(socket);
        seen.open += 1;
        seen.connections += 1;
        seen.mostOpen = Math.max(seen.mostOpen, seen.open);
        socket
          .on('error', () => {})
          .once('close', () => {
            seen.open -= 1;
            sockets.delete(socket);
          });
        socket.on('data', () => {});
        behave(socket, seen);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      servers.push(server);
      counts.set(name, seen);
      webhooks.set(
        name,
        await addWebhook(
          service,
          { url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/` },
          keyOf(i),
        ),
      );
    }
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
    await Promise.all(good.map((at) => at.close()));
  });

  test('delay no other receiver, and their responses are read no further than is kept', async () => {
    for (let i = 0; i < pets; i++) await addPet(service, { name: `Rex ${i}` });
    await eventually(() => good.every(({ received }) => received.length === pets));
    // Nothing waited for a silent receiver: the first attempt still runs, and the other events have no delivery yet.
    for (const [i, { name, lasts }] of BAD.entries()) {
      if (lasts === undefined) continue;
      const deliveries = await deliveriesOf(service, webhooks.get(name)!, keyOf(i));
      expect([name, deliveries.map(({ attempts }) => attempts)]).toEqual([name, [0]]);
    }

    for (const [i, bad] of BAD.entries()) {
      const webhook = webhooks.get(bad.name)!;
      const attempt = await eventually(async () => {
        const deliveries = await deliveriesOf(service, webhook, keyOf(i));
        return deliveries.find(({ lastAttempt }) => lastAttempt !== undefined)?.lastAttempt;
      });
      expect([bad.name, attempt.responseStatus, attempt.error ?? 'none']).toEqual([
        bad.name,
        bad.status,
        expect.stringMatching(bad.error ?? /^none$/),
      ]);
      expect([bad.name, attempt.durationMs >= 14_900]).toEqual([bad.name, bad.lasts !== undefined]);
      expect([bad.name, (attempt.responseBody ?? '').length <= 1_024]).toEqual([bad.name, true]);
      if (bad.body !== undefined) expect(attempt.responseBody).toBe(bad.body);
      const seen = counts.get(bad.name)!;
      expect([bad.name, seen.mostOpen <= 4 && seen.mostOpen > 0]).toEqual([bad.name, true]);
      // What the kernel takes in advance is read by nobody: it is far from a gigabyte.
      expect([bad.name, seen.bytes <= 32 * 2 ** 20 * seen.connections]).toEqual([bad.name, true]);
    }
    const huge = (await deliveriesOf(service, webhooks.get('answers a gigabyte')!, keyOf(5))).find(
      ({ status }) => status === 'succeeded',
    );
    expect(huge.lastAttempt.responseBody).toBe('x'.repeat(1_024));
  });
});
