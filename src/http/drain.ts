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
  /** Undoes that Fastify ends the connection over whatever body is refused: where all of it has come, the next request can follow. */
  readonly keepConnection: (reply: FastifyReply) => void;
  /** From now on each answer is the last of its connection, those under way included. */
  readonly drain: () => void;
}

export function openInFlight(): InFlight {
  // A dense array, and no Set: on growing, a Set leaves behind a table that points to the next one. Once one of these dead tables is old,
  // each keeps the next and the replies in it alive, and a collection of the young had to copy all of them: 7 ms of every 57 under load.
  const replies: FastifyReply[] = [];
  let isDraining = false;
  const makeLast = (reply: FastifyReply) => {
    if (!reply.raw.headersSent) reply.header('connection', 'close');
  };
  return {
    add(reply) {
      reply.place = replies.length;
      replies.push(reply);
      if (isDraining) makeLast(reply);
    },
    delete(reply) {
      const last = replies.pop();
      if (last === undefined || last === reply) return;
      replies[reply.place] = last;
      last.place = reply.place;
    },
    of: (response) => replies.find(({ raw }) => raw === response),
    count: () => replies.length,
    keepConnection(reply) {
      if (isDraining || reply.getHeader('connection') !== 'close') return;
      if (reply.request.raw.complete && reply.raw.shouldKeepAlive) reply.header('connection', 'keep-alive');
    },
    drain() {
      isDraining = true;
      for (const reply of replies) makeLast(reply);
    },
  };
}
