import type { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';

/** A request that is already in transit on an idle connection is answered within this time. */
const graceMs = 500;
const stepMs = 25;

/**
 * Stops a server without breaking a request: accepts no more connections, answers the requests that still arrive on open ones
 * (`InFlight.closeAfterResponse` sets `Connection: close` on each response), and closes connections that stay idle. Cuts the rest at the deadline.
 */
export async function drainConnections(server: HttpServer, deadlineMs: number): Promise<void> {
  if (!server.listening) return;
  // Node's `http.Server.close` would cut idle connections at once, together with the requests in transit on them.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  let sweep: NodeJS.Timeout | undefined;
  const grace = setTimeout(() => (sweep = setInterval(() => server.closeIdleConnections(), stepMs)), graceMs);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearTimeout(grace);
  clearInterval(sweep);
  clearTimeout(deadline);
}
