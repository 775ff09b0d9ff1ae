import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to the service that a test can break, refuse or silence. */
export interface Line {
  readonly origin: string;
  /** The connections that are open now. */
  readonly connections: number;
  /** All connections made so far. */
  readonly made: number;
  /** Breaks all connections, as a reset or as an end. */
  cut(how: 'reset' | 'end'): void;
  /** While it is down, every connection is reset. */
  isDown: boolean;
  /** Stops all data on the open connections without closing them. */
  silence(): void;
  close(): Promise<void>;
}

export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const clients = new Map<Socket, Socket>();
  let made = 0;
  const server = createServer((client) => {
    made += 1;
    if (line.isDown) return void client.on('error', () => {}).resetAndDestroy();
    const service = connect(Number(port), hostname);
    clients.set(client, service);
    client.pipe(service);
    service.pipe(client);
    client
      .on('error', () => {})
      .on('close', () => {
        clients.delete(client);
        service.destroy();
      });
    service.on('error', () => {}).on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line: Line = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return clients.size;
    },
    get made() {
      return made;
    },
    isDown: false,
    cut(how) {
      for (const [client] of clients)
        if (how === 'reset') client.resetAndDestroy();
        else client.destroy();
    },
    silence() {
      for (const [client, service] of clients) service.unpipe(client).on('data', () => {});
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const [client] of clients) client.destroy();
      await closed;
    },
  };
  return line;
}
