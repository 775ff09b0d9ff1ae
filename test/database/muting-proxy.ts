import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A proxy before PostgreSQL that can lose an answer. */
export interface MutingProxy extends AsyncDisposable {
  readonly url: string;
  /** The next connection that sends the statement is cut when the server answers to it. */
  mute(): void;
}

export async function openMutingProxy(postgresUrl: string, statement: string): Promise<MutingProxy> {
  const target = new URL(postgresUrl);
  const folder = target.searchParams.get('host');
  const port = target.port === '' ? 5432 : Number(target.port);
  const sockets = new Set<Socket>();
  let isMuting = false;
  const server = createServer((client) => {
    const upstream = folder === null ? connect(port, target.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
    let isMuted = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket.on('error', () => {}).on('close', () => void (client.destroy(), upstream.destroy())));
    }
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(postgresUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    mute: () => void (isMuting = true),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
