import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** The requests for one event. */
export interface Received {
  readonly bodies: Set<string>;
  requests: number;
  /** The number of 204 responses. */
  accepted: number;
}

/** A receiver of webhooks that fails at random and records every request. */
export interface FlakyReceiver {
  readonly url: string;
  /** By `webhook-id`. */
  readonly received: ReadonlyMap<string, Received>;
  /** The number of requests without a valid signature, as the `standardwebhooks` package verifies it. */
  readonly unsigned: () => number;
  /** The secret for verifying signatures. */
  secret: string;
  close(): Promise<void>;
}

const failingShare = 0.3;

export async function openFlakyReceiver(): Promise<FlakyReceiver> {
  const received = new Map<string, Received>();
  const failed = new Set<string>();
  let unsigned = 0;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const id = String(request.headers['webhook-id']);
    if (!isSigned(request, body)) unsigned += 1;
    const entry = received.get(id) ?? { bodies: new Set(), requests: 0, accepted: 0 };
    received.set(id, entry);
    entry.bodies.add(body);
    entry.requests += 1;
    // Each event fails at most once: the second retry comes only after five minutes.
    if (!failed.has(id) && Math.random() < failingShare) {
      failed.add(id);
      if (Math.random() < 0.5) response.writeHead(500).end();
      else request.socket.destroy();
      return;
    }
    entry.accepted += 1;
    setTimeout(() => response.writeHead(204).end(), Math.random() * 20);
  }

  function isSigned({ headers }: IncomingMessage, body: string): boolean {
    try {
      new Webhook(receiver.secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  }

  const server = createServer((request, response) => {
    // The service may be killed in the middle of a request.
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: FlakyReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    unsigned: () => unsigned,
    secret: '',
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}
