import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { atEndOfTest } from '../support/at-end.ts';
import type { Answer, TestService } from '../support/service.ts';

/** A request that a receiver got. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The event. */
  readonly event: any; // oxlint-disable-line typescript/no-explicit-any -- what came over the wire is not typed
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How it answers from now on: with a status, or by calling the function. */
  answer: number | ((response: ServerResponse, received: Received) => void);
  close(): Promise<void>;
}

/** A real HTTP server on loopback that keeps the requests it receives. */
export async function openReceiver(answer: Receiver['answer'] = 204): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const received = { headers: request.headers, body, event: JSON.parse(body) };
      receiver.received.push(received);
      if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end();
      else receiver.answer(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  atEndOfTest(() => server.listening && receiver.close());
  return receiver;
}

export interface MadeWebhook {
  readonly id: number;
  readonly secret: string;
  readonly path: string;
}

/** Adds a webhook; fails the test if the service refuses it. */
export async function addWebhook(
  service: TestService,
  webhook: object,
  key = service.operatorKey,
): Promise<MadeWebhook> {
  const answer = await service.call('POST', '/v1/webhooks', { key, body: { events: ['pet.created'], ...webhook } });
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.body.id, secret: answer.body.secret, path: `/v1/webhooks/${answer.body.id}` };
}

/** The webhook's log, newest first. */
export async function deliveriesOf(
  service: TestService,
  { path }: MadeWebhook,
  key = service.operatorKey,
): Promise<Answer['body'][]> {
  const answer = await service.call('GET', `${path}/deliveries?limit=100`, { key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Signs the same message at the same time with the reference library, and expects its signature among those sent. */
export function expectSigned({ headers, body }: Received, secret: string): void {
  const id = String(headers['webhook-id']);
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  expect(String(headers['webhook-signature']).split(' ')).toContain(new Webhook(secret).sign(id, at, body));
}
