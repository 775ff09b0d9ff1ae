import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestLine } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Principal } from './principal.ts';

/** The status in the log and the metrics if the client left before a success was sent. */
const clientClosedStatus = 499;

/** Receives each finished request of an account, with the status as the log has it and the duration in milliseconds. */
export type RecordRequest = (request: FastifyRequest, principal: Principal, status: number, ms: number) => void;

/** Writes one log line and one metric for each finished request, and records the requests of accounts. */
export function observeRequest(writeLine: (line: RequestLine) => void, metrics: Metrics, record: RecordRequest) {
  return (request: FastifyRequest, reply: FastifyReply, startMs: number): void => {
    const { method, id, operation, principal } = request;
    const { url = 'none', label: route = url } = operation;
    const isLive = isStream(operation, reply);
    const isSent = isLive || reply.raw.writableFinished || reply.statusCode >= 400;
    const status = isSent ? reply.statusCode : clientClosedStatus;
    const milliseconds = performance.now() - startMs;

    if (!isLive) {
      metrics.requests.observe({ method, route, status }, milliseconds / 1000);
    }
    const ms = Math.round(milliseconds * 1000) / 1000;
    writeLine({ requestId: id, method, route, status, ms, account: principal?.accountId });
    if (principal !== undefined) record(request, principal, status, ms);
  };
}

/** A live stream lasts as long as its client listens: its duration says nothing about the service, and its end is no failure. */
const isStream = ({ streams }: FastifyContextConfig, reply: FastifyReply): boolean =>
  streams === true && reply.getHeader('content-type') === 'text/event-stream';
