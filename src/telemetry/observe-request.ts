import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestLine } from './log.ts';
import type { Metrics } from './metrics.ts';

/** The status in the log and the metrics if the client left before a success was sent. */
const clientClosedStatus = 499;

/** Writes one log line and one metric for each finished request. */
export function observeRequest(writeLine: (line: RequestLine) => void, metrics: Metrics) {
  return (request: FastifyRequest, reply: FastifyReply, startMs: number): void => {
    const { method, id, operation } = request;
    const { url: route = 'none' } = operation;
    const status = reply.raw.writableFinished || reply.statusCode >= 400 ? reply.statusCode : clientClosedStatus;
    const milliseconds = performance.now() - startMs;

    if (!isStream(operation, reply)) {
      metrics.requests.observe({ method, route, status }, milliseconds / 1000);
    }
    const ms = Math.round(milliseconds * 1000) / 1000;
    writeLine({ requestId: id, method, route, status, ms, account: request.principal?.accountId });
  };
}

/** A live stream lasts as long as its client listens, so its duration says nothing about the service. */
const isStream = ({ streams }: FastifyContextConfig, reply: FastifyReply): boolean =>
  streams === true && reply.getHeader('content-type') === 'text/event-stream';
