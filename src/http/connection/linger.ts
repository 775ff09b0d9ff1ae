import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How much of a refused request is read and thrown away, and for how long. The largest body of an operation has 20 MiB. */
const maxBytes = 64 * 1_024 * 1_024;
const maxMs = 30_000;
/** A client that sends nothing for this time has read the response, or never will. */
const idleMs = 2_000;

/**
 * Closes a connection so that the client can read its last response. Many clients send a whole request before they read. A connection
 * that is closed meanwhile is reset by the operating system, and the client loses the response. RFC 9112, section 9.6.
 *
 * @param request the rest of its body is thrown away; undefined if the parser has refused the rest
 */
export function linger(socket: Duplex & Partial<Pick<Socket, 'bytesRead'>>, request?: IncomingMessage): void {
  if (socket.writable) socket.end();
  request?.once('end', () => socket.destroy()).resume();
  const { bytesRead: startBytes = 0 } = socket;
  let [seenBytes, leftMs] = [startBytes, maxMs];
  const check = setInterval(() => {
    const { bytesRead = 0 } = socket;
    leftMs -= idleMs;
    if (bytesRead === seenBytes || bytesRead - startBytes > maxBytes || leftMs <= 0) socket.destroy();
    seenBytes = bytesRead;
  }, idleMs).unref();
  socket.once('close', () => clearInterval(check));
}

/** If Node closes the connection after the response to this request, whose body is still arriving, it lingers. */
export function lingerAfter(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => (request.complete ? socket.destroy() : linger(socket, request));
}
