import type { onRequestHookHandler } from 'fastify';

/**
 * Holds each request until the end of the turn of the event loop that read it, so that requests that arrive together are first all read
 * and then all handled. With 64 connections at full speed this saves 23 % of the CPU of `GET /v1/pets` and 16 % of `POST /v1/pets` (docs/decisions/0026-optimizations.md).
 *
 * @param begin begins the handling of one request: see `Database.withDeadline`
 */
export function batch(begin: (handle: () => void) => void): onRequestHookHandler {
  let waiting: (() => void)[] = [];
  const handleAll = () => {
    const all = waiting;
    waiting = [];
    for (const handle of all) begin(handle);
  };
  return (_request, _reply, done) => {
    if (waiting.length === 0) setImmediate(handleAll);
    waiting.push(done);
  };
}
