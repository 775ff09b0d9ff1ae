import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Decision } from '../../limits/limiter.ts';
import type { Log } from '../../telemetry/log.ts';
import { ApiError } from '../errors.ts';
import { limitHeaders, refusalOf } from '../pipeline/rate-limit.ts';

const BY_PARSER_CODE: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: () =>
    new ApiError('headers_too_large', 'The request line and headers are larger than this service accepts.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new ApiError('payload_too_large', 'The chunk extensions of the body are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('request_timeout', 'The request did not arrive in time.'),
};

/** A client that has been refused gets so long to read why, before the connection is cut under what it still sends. */
const lingerMs = 1_000;

export interface ConnectionOptions {
  /** Takes a request out of the address's limit. */
  readonly take: (address: string) => Decision | Promise<Decision>;
  readonly newId: () => string;
  /** The reply that would have been sent as this response. */
  readonly replyOf: (response: ServerResponse) => FastifyReply | undefined;
  readonly log: Log;
}

/**
 * Answers what Node's HTTP parser refuses: headers too large, a request that is too slow or is not HTTP. It is the last of its
 * connection. Where there is no request yet, it counts as one of its address.
 */
export function parserFailures(options: ConnectionOptions): (error: Error & { code?: string }, socket: Socket) => void {
  const refused = new WeakSet<Duplex>();
  return (error, socket) => {
    // The parser fails again on each further piece that arrives.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const reason =
      BY_PARSER_CODE[error.code ?? '']?.() ?? new ApiError('invalid_parameter', 'The request is not valid HTTP/1.1.');
    afterAnswers(socket, (response) => {
      const reply = response === undefined ? undefined : options.replyOf(response);
      reply?.code(reason.status);
      // A request that has been let in already is not counted again for its body.
      if (reply?.hasHeader('x-ratelimit-limit') === true) end(socket, reason, reply.getHeaders());
      else refuse(options, reason, socket, { address: socket.remoteAddress, requestId: reply?.request.id });
    });
  };
}

/** Has every request answered by the hooks and routes, those that Node would answer by itself and without a word included. */
export function answerAll(server: Server, options: ConnectionOptions): void {
  // RFC 9110, section 10.1.1: an expectation other than `100-continue` may be ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const reason = new ApiError('method_not_allowed', 'This service is no proxy; it does not answer CONNECT.', {
      headers: { allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' },
    });
    refuse(options, reason, socket, { address: request.socket.remoteAddress });
  });
}

/**
 * Requests that arrived whole before what is refused are answered before it: clients match answers by their order.
 *
 * @param refuseNow gets the response of the request that is refused, where there is such a request
 */
function afterAnswers(
  socket: Socket & { _httpMessage?: ServerResponse | null },
  refuseNow: (response: ServerResponse | undefined) => void,
): void {
  const current = socket._httpMessage ?? undefined;
  if (current?.req.complete !== true || current.destroyed) refuseNow(current);
  else current.once('close', () => afterAnswers(socket, refuseNow));
}

/** @param from the id of a request that is observed already, where there is one */
function refuse(
  options: ConnectionOptions,
  reason: ApiError,
  socket: Duplex,
  from: { readonly address: string | undefined; readonly requestId?: string | undefined },
): void {
  const { take, newId, log } = options;
  const answer = (decision: Decision) => {
    const told = refusalOf(decision) ?? reason;
    const requestId = from.requestId ?? newId();
    end(socket, told, { 'x-request-id': requestId, ...limitHeaders(decision) });
    if (from.requestId === undefined)
      log.info({ requestId, method: 'none', route: 'none', status: told.status }, told.message);
  };
  void Promise.resolve(take(from.address ?? '')).then(answer, () => socket.destroy());
}

function end(socket: Duplex, told: ApiError, headersOfEvery: Readonly<Record<string, unknown>>): void {
  const body = JSON.stringify(told.body());
  const headers: Record<string, unknown> = {
    ...headersOfEvery,
    ...told.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  if (socket.writable)
    socket.end(`HTTP/1.1 ${told.status} ${STATUS_CODES[told.status]}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
