import { type Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A client whose request is on its way over an idle connection gets its answer within this time. */
const graceMs = 500;
const stepMs = 25;

/**
 * Stops a server without breaking a request: it accepts no more connections, answers what still comes over the open ones (each
 * answer says `Connection: close`, which the caller sees to), and closes those that stay idle. At the deadline it cuts the rest.
 */
export async function drain(server: HttpServer, deadlineMs: number): Promise<void> {
  if (!server.listening) return;
  const start = performance.now();
  // Node's own `http.Server.close` would cut idle connections at once, and with them the requests on their way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  let isClosed = false;
  void closed.then(() => (isClosed = true));
  while (!isClosed && performance.now() - start < deadlineMs) {
    if (performance.now() - start >= graceMs) server.closeIdleConnections();
    await Promise.race([closed, setTimeout(stepMs)]);
  }
  server.closeAllConnections();
  await closed;
}
