import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The disruptions of the proxy, with their percentages. All other requests pass unchanged. */
export const TROUBLES = {
  '429 with Retry-After': 4,
  '429 without Retry-After': 2,
  '503 with Retry-After': 4,
  '503 without Retry-After': 2,
  '502 of a gateway': 2,
  'reset before the service': 4,
  'reset after the service': 5,
  'body cut off': 5,
  'never answered': 2,
  'answered slowly': 5,
} as const;
export type Trouble = keyof typeof TROUBLES;

export interface ChaoticProxy {
  readonly origin: string;
  /** How often each disruption happened. */
  readonly made: Record<Trouble, number>;
  /** Attempts that came earlier than the service allowed. Must stay empty. */
  readonly tooSoon: string[];
  /** While false, all requests pass unchanged. */
  isChaotic: boolean;
  close(): Promise<void>;
}

/** A proxy in front of the service that disrupts requests at random. */
export async function openChaoticProxy(
  target: string,
  options: {
    readonly random: () => number;
    /** The client's clock, with which `tooSoon` is determined. */
    readonly now: () => number;
    /** Counts the requests in flight that will never get a response. */
    readonly hanging: { count: number };
  },
): Promise<ChaoticProxy> {
  const { random, now, hanging } = options;
  const upstream = new URL(target);
  const made = Object.fromEntries(Object.keys(TROUBLES).map((name) => [name, 0])) as Record<Trouble, number>;
  /** The earliest time of the next attempt, by idempotency key. */
  const allowedMs = new Map<string, number>();
  const tooSoon: string[] = [];

  /** What happens to the next requests, drawn at random: each disruption as often in a hundred as it should. */
  const deck: (Trouble | undefined)[] = [];

  function pick(): Trouble | undefined {
    if (deck.length === 0) {
      const names = Object.keys(TROUBLES) as Trouble[];
      deck.push(...names.flatMap((name) => Array.from({ length: TROUBLES[name] }, () => name)));
      deck.push(...Array.from({ length: 100 - deck.length }, () => undefined));
    }
    return deck.splice(Math.floor(random() * deck.length), 1)[0];
  }

  function refuse(incoming: IncomingMessage, response: ServerResponse, status: 429 | 503, seconds?: number): void {
    const key = incoming.headers['idempotency-key'];
    if (seconds !== undefined && typeof key === 'string') allowedMs.set(key, now() + seconds * 1_000);
    const code = status === 429 ? 'rate_limit_exceeded' : 'service_unavailable';
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
    });
    response.end(JSON.stringify({ code, message: 'Trouble.', status }));
  }

  function forward(incoming: IncomingMessage, body: Buffer, onAnswer: (answer: IncomingMessage) => void): void {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const { hostname, port } = upstream;
    const sent = request({ hostname, port, method, path, headers: { ...headers, connection: 'close' } }, onAnswer);
    sent.on('error', () => incoming.socket.destroy());
    sent.end(body);
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const key = incoming.headers['idempotency-key'];
    const allowed = typeof key === 'string' ? (allowedMs.get(key) ?? -Infinity) : -Infinity;
    if (now() < allowed) tooSoon.push(`${incoming.method} ${incoming.url}, ${allowed - now()} ms`);

    const trouble = proxy.isChaotic ? pick() : undefined;
    if (trouble !== undefined) made[trouble] += 1;
    switch (trouble) {
      case '429 with Retry-After':
        return refuse(incoming, response, 429, 1 + Math.floor(random() * 3));
      case '429 without Retry-After':
        return refuse(incoming, response, 429);
      case '503 with Retry-After':
        return refuse(incoming, response, 503, 1 + Math.floor(random() * 3));
      case '503 without Retry-After':
        return refuse(incoming, response, 503);
      case '502 of a gateway':
        return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      case 'reset before the service':
        return void incoming.socket.resetAndDestroy();
      case 'reset after the service':
        return forward(incoming, body, () => incoming.socket.resetAndDestroy());
      case 'body cut off':
        return forward(incoming, body, (answer) => {
          // A stream has no end to be cut off before: it is cut after its first piece.
          response.writeHead(answer.statusCode ?? 500, answer.headers).flushHeaders();
          answer.once('data', (piece: Buffer) =>
            response.write(piece.subarray(0, Math.floor(random() * piece.length)), () =>
              incoming.socket.resetAndDestroy(),
            ),
          );
          answer.once('end', () => incoming.socket.destroy());
        });
      case 'never answered': {
        if (incoming.headers.accept === 'text/event-stream') return undefined;
        hanging.count += 1;
        incoming.socket.once('close', () => (hanging.count -= 1));
        return forward(incoming, body, (answer) => void answer.resume());
      }
      case 'answered slowly':
      case undefined: {
        const delayMs = trouble === undefined ? 0 : random() * 50;
        return forward(
          incoming,
          body,
          (answer) =>
            void setTimeout(() => {
              if (response.destroyed) return void answer.destroy();
              response.writeHead(answer.statusCode ?? 500, answer.headers).flushHeaders();
              answer.pipe(response);
              answer.on('error', () => response.destroy());
              response.on('close', () => answer.destroy());
            }, delayMs),
        );
      }
    }
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => incoming.socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: ChaoticProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    made,
    tooSoon,
    isChaotic: true,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
