import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** What has come for one event. */
export interface Story {
  readonly bodies: Set<string>;
  requests: number;
  /** How often it was answered with 204. */
  accepted: number;
}

/** A receiver of webhooks that fails at random, and writes down everything that it is sent. */
export interface MoodyReceiver {
  readonly url: string;
  /** By the `webhook-id`. */
  readonly stories: ReadonlyMap<string, Story>;
  /** Requests whose signature the oracle does not verify. */
  readonly unsigned: () => number;
  /** The secret that it checks with. */
  secret: string;
  close(): Promise<void>;
}

const failingShare = 0.3;

export async function openMoodyReceiver(): Promise<MoodyReceiver> {
  const stories = new Map<string, Story>();
  const failed = new Set<string>();
  let unsigned = 0;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const id = String(request.headers['webhook-id']);
    if (!isSigned(request, body)) unsigned += 1;
    const story = stories.get(id) ?? { bodies: new Set(), requests: 0, accepted: 0 };
    stories.set(id, story);
    story.bodies.add(body);
    story.requests += 1;
    // Each at most once, as the second failure is made up for after five minutes only.
    if (!failed.has(id) && Math.random() < failingShare) {
      failed.add(id);
      if (Math.random() < 0.5) response.writeHead(500).end();
      else request.socket.destroy();
      return;
    }
    story.accepted += 1;
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
    // The service may die in the middle of its request.
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: MoodyReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stories,
    unsigned: () => unsigned,
    secret: '',
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}
