import type { Server, Socket } from 'node:net';

/** What a socket or a server holds of the operating system. */
interface Handle {
  readonly writeQueueSize?: number;
}

/**
 * The only member that the service uses although Node does not document it. Without it, the service still serves: unread responses then have
 * their allowance alone, and after a migration the port is closed for a moment.
 */
interface WithHandle {
  _handle?: Handle | null;
}

/** The bytes of the current write that the operating system has not taken yet; NaN if Node does not tell. */
export const unsentBytes = (socket: Socket): number => (socket as WithHandle)._handle?.writeQueueSize ?? Number.NaN;

/** What a server listens with, and another one can: https://nodejs.org/api/net.html#serverlistenhandle-backlog-callback */
export const handleOf = (server: Server): Handle | undefined => (server as WithHandle)._handle ?? undefined;

/** From now on, closing the server leaves the port open for the other server that listens with its handle. */
export function leaveHandle(server: Server): void {
  (server as WithHandle)._handle = null;
}
