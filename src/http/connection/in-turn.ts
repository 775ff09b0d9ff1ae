import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { openTally } from '../../kit/tally.ts';
import { subscriberOf } from '../../limits/address-caller.ts';

/** How many requests of one address may wait for their turn: more than one read brings of usual ones. Each takes some 8 KB. */
const maxWaiting = 1_000;

/**
 * Handles the pipelined requests of a connection one after the other: each once the operating system has taken the response before it. So
 * a connection holds one response, however many requests it has sent. A connection that sends too many ahead is closed.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const byAddress = openTally();
  const bySocket = new WeakMap<Socket, number>();

  /** @param by 1, or less than 0 */
  const count = (socket: Socket, address: string, by: number): void => {
    bySocket.set(socket, (bySocket.get(socket) ?? 0) + by);
    byAddress.add(address, by);
  };

  return (request, response) => {
    const { socket } = request;
    // The last response of the connection has been sent: see `linger.ts`.
    if (!socket.writable) return;
    // Node gives the connection to one response at a time.
    if (response.socket !== null) return handle(request, response);
    const address = subscriberOf(socket.remoteAddress ?? '');
    if (byAddress.of(address) >= maxWaiting) return void socket.destroy();
    if (!bySocket.has(socket)) socket.once('close', () => count(socket, address, -(bySocket.get(socket) ?? 0)));
    count(socket, address, 1);
    response.once('socket', () => {
      count(socket, address, -1);
      handle(request, response);
    });
  };
}
