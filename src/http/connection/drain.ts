import type { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';

/** A request that is already in transit on an idle connection is answered within this time. */
const graceMs = 500;
/** A client that opens one connection after the other is refused after this time. */
const longestMs = 2_000;
const stepMs = 25;

/**
 * Stops a server without breaking a request: first answers those that still arrive, on open connections and on new ones, until none has
 * come for a moment (`InFlight.closeAfterResponse` sets `Connection: close` on each response). Then accepts no more connections, and closes
 * those that stay idle. Cuts the rest at the deadline.
 */
export async function drainConnections(server: HttpServer, deadlineMs: number): Promise<void> {
  if (!server.listening) return;
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await quiet(server, Math.min(deadlineMs, longestMs));
  // Node's `http.Server.close` would cut idle connections at once, together with the requests in transit on them.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  let sweep: NodeJS.Timeout | undefined;
  const grace = setTimeout(() => (sweep = setInterval(() => server.closeIdleConnections(), stepMs)), graceMs);
  await closed;
  clearTimeout(grace);
  clearInterval(sweep);
  clearTimeout(deadline);
}

/**
 * Resolves when no connection has come for a moment. The system accepts connections before the service does, and resets those that wait when
 * the service stops listening. Node accepts one in each turn of the event loop: if a turn accepts none, none waits.
 */
function quiet(server: HttpServer, mostMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let accepted = 0;
  const calm = setTimeout(
    () => {
      const before = accepted;
      // The loop accepts between its timers and its immediates.
      setImmediate(() => (accepted === before ? resolve() : calm.refresh()));
    },
    Math.min(stepMs, mostMs),
  );
  const latest = setTimeout(resolve, mostMs);
  const wait = () => {
    accepted += 1;
    calm.refresh();
  };
  server.on('connection', wait);
  return promise.finally(() => {
    server.off('connection', wait);
    clearTimeout(calm);
    clearTimeout(latest);
  });
}
