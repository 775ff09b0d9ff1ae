import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { ApiError } from '../errors.ts';
import { renderError } from '../pipeline/failures.ts';
import { handleOf, leaveHandle } from './node-internals.ts';

/** A migration takes minutes: who asks again sooner only takes time from it. */
const retrySeconds = '5';
const lingerMs = 5_000;

/**
 * Answers in the place of a service that cannot serve yet: it is alive, and not ready. The service then takes over the open port, so that no
 * connection is refused in between.
 *
 * @param address where the service listens
 */
export function openWhileStarting(address: { readonly host: string; readonly port: number }) {
  let server: Server | undefined;
  let reason = '';
  const close = (): void => {
    server?.close();
    server?.closeAllConnections();
  };
  return {
    /** From now on, tells why the service is not ready. Rejects if the port cannot be opened. */
    async answer(why: string): Promise<void> {
      reason = why;
      if (server !== undefined) return;
      server = serverThatSays(() => reason);
      await once(server.listen(address), 'listening');
    },
    /** What the service listens with. */
    listenOptions() {
      const handle = server && handleOf(server);
      if (handle === undefined) close();
      return { ...address, ...(handle && { _handle: handle }) };
    },
    /** Ends without closing the port, which the service has taken over. What has connected is still answered. */
    leave(): void {
      if (server === undefined) return;
      leaveHandle(server);
      setTimeout(close, lingerMs).unref();
    },
    close,
  };
}

const serverThatSays = (reason: () => string): Server =>
  createServer((request, response) => {
    request.resume();
    const path = request.url?.split('?', 1)[0];
    response.setHeader('connection', 'close');
    if (path === '/healthz') {
      response.setHeader('content-type', 'application/json; charset=utf-8').end('{"status":"ok"}');
      return;
    }
    const message = path === '/readyz' ? reason() : `The service is starting (${reason()}). Try again later.`;
    const error = new ApiError('service_unavailable', message);
    const { type, body } = renderError(error, '');
    const headers = {
      'content-type': type,
      'retry-after': retrySeconds,
      'x-request-id': randomUUID(),
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    };
    response.writeHead(error.status, headers).end(body);
  });
