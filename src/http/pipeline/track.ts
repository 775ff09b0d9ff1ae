import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { InFlight } from '../connection/in-flight.ts';

/**
 * Sends the request's id back, and keeps the request in flight until its response has ended.
 *
 * @param now of an environment whose clock may be ahead: its responses say that time, so that a client can subtract it from theirs
 * @param observe called when the response has ended, with the request's start as `performance.now()`
 */
export function track(
  inFlight: InFlight,
  now: (() => number) | undefined,
  observe: (request: FastifyRequest, reply: FastifyReply, startMs: number) => void,
): onRequestHookHandler {
  return (request, reply, done) => {
    request.operation = request.routeOptions.config;
    reply.header('x-request-id', request.id);
    if (now !== undefined) reply.header('date', new Date(now()).toUTCString());
    if (request.headers.expect !== undefined) noteExpectation(request, reply);
    inFlight.add(reply);
    const startMs = performance.now();
    // Unlike the hook `onResponse`, this event also comes when the client leaves without waiting for the response.
    reply.raw.on('close', () => {
      inFlight.delete(reply);
      if (request.isRelayed) return;
      // The request goes on without its client, and still counts for its account.
      if (request.identified === undefined) observe(request, reply, startMs);
      else void request.identified.then(() => observe(request, reply, startMs));
    });
    done();
  };
}

function noteExpectation(request: FastifyRequest, { raw }: FastifyReply): void {
  if (request.headers.expect?.toLowerCase() !== '100-continue') return;
  request.sendContinue = () => {
    request.sendContinue = undefined;
    raw.writeContinue();
  };
}
