import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** A proxy before PostgreSQL. */
export interface Proxy extends AsyncDisposable {
  readonly url: string;
  /** The number of connections so far. */
  readonly connections: number;
}

/** @param forward handles what both ends of a connection send */
async function openProxy(postgresUrl: string, forward: (client: Socket, upstream: Socket) => void): Promise<Proxy> {
  const target = new URL(postgresUrl);
  const folder = target.searchParams.get('host');
  const port = target.port === '' ? 5432 : Number(target.port);
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const upstream = folder === null ? connect(port, target.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
    for (const socket of [client, upstream]) {
      sockets.add(socket.on('error', () => {}).on('close', () => void (client.destroy(), upstream.destroy())));
    }
    forward(client, upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(postgresUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A proxy that can lose an answer: after `mute`, the next connection that sends the statement is cut when the server answers to it. */
export async function openMutingProxy(
  postgresUrl: string,
  statement: string,
): Promise<Proxy & { readonly mute: () => void }> {
  let isMuting = false;
  const proxy = await openProxy(postgresUrl, (client, upstream) => {
    let isMuted = false;
    client.on('data', (bytes) => {
      // A simple query: its text ends with a zero byte.
      if (isMuting && bytes.includes(`${statement}\0`)) [isMuting, isMuted] = [false, true];
      upstream.write(bytes);
    });
    // The answers to the statements before come first: all of them have come when the transaction has ended.
    upstream.on('data', (bytes) => {
      if (!isMuted) client.write(bytes);
      else if (bytes.includes('COMMIT\0')) client.destroy();
    });
  });
  return Object.assign(proxy, { mute: () => void (isMuting = true) });
}

/** Type and length. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const headerBytes = 5;
const errorResponse = 'E'.charCodeAt(0);
const pauseMs = 300;

/** A proxy that keeps what follows an error for a while: the server sends the state of the transaction after it, and may take its time. */
export function openPausingProxy(postgresUrl: string): Promise<Proxy> {
  return openProxy(postgresUrl, (client, upstream) => {
    client.pipe(upstream);
    upstream.pipe(pauseAfterErrors()).pipe(client);
  });
}

function pauseAfterErrors(): Transform {
  let bytes = Buffer.alloc(0);
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      bytes = Buffer.concat([bytes, chunk]);
      while (bytes.length >= headerBytes && bytes.length > bytes.readInt32BE(1)) {
        const message = bytes.subarray(0, 1 + bytes.readInt32BE(1));
        this.push(message);
        bytes = bytes.subarray(message.length);
        if (message[0] === errorResponse) await setTimeout(pauseMs);
      }
      done();
    },
  });
}
