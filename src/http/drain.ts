import { type Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';

/** A client whose request is on its way over an idle connection gets its answer within this time. */
const graceMs = 500;
const stepMs = 25;

/**
 * Stops a server without breaking a request: it accepts no more connections, answers what still comes over the open ones (each
 * answer says `Connection: close`, which the caller sees to), and closes those that stay idle. At the deadline it cuts the rest.
 */
export async function drain(server: HttpServer, deadlineMs: number): Promise<void> {
  if (!server.listening) return;
  // Node's own `http.Server.close` would cut idle connections at once, and with them the requests on their way.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  let sweep: NodeJS.Timeout | undefined;
  const grace = setTimeout(() => (sweep = setInterval(() => server.closeIdleConnections(), stepMs)), graceMs);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearTimeout(grace);
  clearInterval(sweep);
  clearTimeout(deadline);
}
