import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { FastifyReply } from 'fastify';

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

/** The requests that are being answered. */
export interface InFlight {
  readonly add: (reply: FastifyReply) => void;
  readonly delete: (reply: FastifyReply) => void;
  /** The reply that is to be sent as this response. */
  readonly of: (response: ServerResponse) => FastifyReply | undefined;
  readonly count: () => number;
  /** From now on each answer is the last of its connection, those under way included. */
  readonly drain: () => void;
}

export function openInFlight(): InFlight {
  const replies = new Set<FastifyReply>();
  let isDraining = false;
  const makeLast = (reply: FastifyReply) => {
    if (!reply.raw.headersSent) reply.header('connection', 'close');
  };
  return {
    add(reply) {
      replies.add(reply);
      if (isDraining) makeLast(reply);
    },
    delete: (reply) => void replies.delete(reply),
    of: (response) => replies.values().find(({ raw }) => raw === response),
    count: () => replies.size,
    drain() {
      isDraining = true;
      for (const reply of replies) makeLast(reply);
    },
  };
}
