import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type NewWebhook,
  type Petstore,
  PetstoreError,
  type PetstoreEvent,
  verifyWebhook,
} from '../../../client/src/petstore.ts';
import { Failure, misuse } from '../../failure.ts';
import { type JsonOption, sanitized, type Terminal, untilStopped } from '../terminal.ts';
import { withPetstore } from './connect.ts';
import { eventLine } from './events.ts';

interface ListenOptions extends JsonOption {
  readonly port: number;
  readonly register?: boolean;
  readonly events: NewWebhook['events'];
  readonly secret?: string;
}

/** More than any event needs. */
const maxBodyBytes = 1_048_576;

/** Receives webhooks on this machine, verifies and prints them, until Ctrl-C. */
export async function listen(terminal: Terminal, options: ListenOptions): Promise<void> {
  const { register = false, secret } = options;
  if (register === (secret !== undefined))
    throw misuse('Give either --register, or --secret with the secret of a webhook that sends to this machine.');
  await untilStopped(terminal, async (signal) => {
    if (secret !== undefined) return receive(terminal, options, signal, async () => secret);
    await withPetstore(terminal, async (petstore) => {
      let id: number | undefined;
      try {
        await receive(terminal, options, signal, async (url) => {
          const made = await registered(petstore, url, options.events);
          id = made.id;
          return made.secret;
        });
      } finally {
        if (id !== undefined) await petstore.webhooks.delete(id);
      }
    });
    terminal.note('Removed the webhook.', 'dim');
  });
}

async function registered(petstore: Petstore, url: string, events: NewWebhook['events']) {
  try {
    return await petstore.webhooks.create({ url, events, description: 'petstore webhooks listen' });
  } catch (cause) {
    if (!(cause instanceof PetstoreError && cause.code === 'invalid_body' && cause.message.includes('`url`')))
      throw cause;
    throw new Failure(
      'The service does not send webhooks to private addresses such as this machine. For development only, start it with WEBHOOKS_ALLOW_PRIVATE=true.',
      { exit: 'refused', details: [`${cause.status} ${cause.code}, request ${cause.requestId}`, cause.message], cause },
    );
  }
}

async function receive(
  terminal: Terminal,
  { port, json = false }: ListenOptions,
  signal: AbortSignal,
  secretFor: (url: string) => Promise<string>,
): Promise<void> {
  const secretKnown = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    secretKnown.promise
      .then((secret) => answer(terminal, request, response, { secret, json }))
      .catch((error: unknown) => server.emit('error', error));
  });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening').catch((cause: unknown) => {
      throw new Failure(`Cannot listen on port ${port}: ${(cause as Error).message}. Choose another one with --port.`, {
        cause,
      });
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    secretKnown.resolve(await secretFor(url));
    terminal.note(`Listening on ${url}. Press Ctrl-C to stop.`, 'bold');
    const failed = once(server, 'error').then(([error]) => Promise.reject(error as Error));
    if (!signal.aborted) await Promise.race([once(signal, 'abort'), failed]);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function answer(
  terminal: Terminal,
  request: IncomingMessage,
  response: ServerResponse,
  { secret, json }: { readonly secret: string; readonly json: boolean },
): Promise<void> {
  if (request.method !== 'POST' || Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
    response.writeHead(request.method === 'POST' ? 413 : 405).end();
    return;
  }
  const body = await bodyOf(request);
  if (body === undefined) {
    response.destroy();
    return;
  }
  let event: PetstoreEvent;
  try {
    event = await verifyWebhook(secret, request.headers, body);
  } catch (error) {
    if (!(error instanceof PetstoreError)) throw error;
    response.writeHead(400).end(error.message);
    const id = sanitized(String(request.headers['webhook-id'] ?? 'a request without webhook-id'));
    if (json) terminal.printJson({ verified: false, reason: error.message });
    else terminal.print(`${terminal.paint('red', '✗')} ${id}: ${error.message}`);
    return;
  }
  response.writeHead(204).end();
  if (json) terminal.printJson({ verified: true, event });
  else terminal.print(`${terminal.paint('green', '✓')} ${eventLine(terminal, event)}`);
}

/** Undefined if the request is aborted or too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBodyBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
