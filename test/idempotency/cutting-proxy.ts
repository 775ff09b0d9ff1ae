import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { seeded } from '../support/seeded.ts';

/** When a connection is cut. `after the request`: the whole request has arrived, and no byte of its response is forwarded. */
export const MOMENTS = ['before the request', 'inside the request', 'after the request', 'inside the answer'] as const;
export type Moment = (typeof MOMENTS)[number];

/** Requests are forwarded together, shortly after the first of them: they race at the service like requests of many machines. */
const beatMs = 2;

export interface CuttingProxy {
  readonly origin: string;
  readonly seen: { connections: number; readonly cut: Record<Moment, number> };
  close(): Promise<void>;
}

/**
 * A TCP proxy that cuts random connections at random bytes, with FIN or RST, at each moment in turn. It expects one request per connection, small enough
 * for one chunk, from a client that sends `Connection: close`.
 *
 * @param share the share of connections to cut, from 0 to 1
 * @param random chooses how they are cut
 */
export async function openCuttingProxy(target: string, share: number, random: () => number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  // Of its own, so that the n-th connection is cut in each run, in whichever order the pieces of the others come.
  const choose = seeded(7);
  let chosen = 0;
  const seen = {
    connections: 0,
    cut: { 'before the request': 0, 'inside the request': 0, 'after the request': 0, 'inside the answer': 0 },
  };
  const tracked = (socket: Socket): Socket => {
    open.add(socket);
    return socket
      .on('close', () => open.delete(socket))
      .on('error', () => socket.destroy())
      .setNoDelay(true);
  };

  const end = (socket: Socket): void => {
    if (random() < 0.5) socket.destroy();
    else socket.resetAndDestroy();
  };

  let waiting: (() => void)[] = [];
  const onBeat = (send: () => void): void => {
    if (waiting.length === 0) {
      setTimeout(() => {
        const due = waiting;
        waiting = [];
        for (const sendNow of due) sendNow();
      }, beatMs);
    }
    waiting.push(send);
  };

  const server = createServer((accepted) => {
    const client = tracked(accepted);
    const moment = choose() < share ? MOMENTS[chosen++ % MOMENTS.length] : undefined;
    seen.connections += 1;
    if (moment !== undefined) seen.cut[moment] += 1;
    if (moment === 'before the request') {
      end(client);
      return;
    }

    const service = tracked(connect(Number(port), hostname));
    const cut = (): void => {
      end(client);
      end(service);
    };
    client.on('end', () => service.end()).on('close', () => service.destroy());
    service.on('end', () => client.end()).on('close', () => client.destroySoon());
    client.on('data', (piece: Buffer) =>
      onBeat(() => {
        if (moment === 'inside the request') service.write(startOf(piece, random), cut);
        // At once, or so late that the service is executing the request or has finished.
        else if (moment === 'after the request')
          service.write(piece, () => (random() < 0.5 ? cut() : setTimeout(cut, random() * 4)));
        else service.write(piece);
      }),
    );
    service.on('data', (piece: Buffer) => {
      if (moment === 'after the request') return;
      if (moment === 'inside the answer') client.write(startOf(piece, random), cut);
      else client.write(piece);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** A random prefix: from no byte to all but the last one. */
const startOf = (piece: Buffer, random: () => number): Buffer => piece.subarray(0, Math.floor(random() * piece.length));
