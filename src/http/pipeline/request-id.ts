import type { IncomingMessage } from 'node:http';

const acceptable = /^[\w.:-]{1,128}$/;

/**
 * Gives each request its id: the client's `X-Request-Id` if it is valid, or a new one. A new id is the random start of the process's ids
 * and a count, which is unique without new randomness for each request.
 */
export function requestIds(start: string): { of: (request: IncomingMessage) => string; next: () => string } {
  let count = 0;
  const next = () => {
    count += 1;
    return start + count.toString(36);
  };
  return {
    next,
    of(request) {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && acceptable.test(given) ? given : next();
    },
  };
}
