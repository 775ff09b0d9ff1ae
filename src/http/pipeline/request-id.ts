import type { IncomingMessage } from 'node:http';

const acceptable = /^[\w.:-]{1,128}$/;

/**
 * Names requests: the client's own `X-Request-Id` where it is acceptable, else a new one. New ones are a random prefix of the process
 * and a count, which is unique without asking for randomness at each request.
 */
export function requestIds(prefix: string): { of: (request: IncomingMessage) => string; next: () => string } {
  let count = 0;
  const next = () => {
    count += 1;
    return `req_${prefix}${count.toString(36)}`;
  };
  return {
    next,
    of(request) {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && acceptable.test(given) ? given : next();
    },
  };
}
