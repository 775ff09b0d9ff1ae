import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Decision } from '../../limits/limiter.ts';
import type { Log } from '../../telemetry/log.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import type { RenderedError, RenderError } from '../pipeline/failures.ts';
import { limitHeaders, refusalOf } from '../pipeline/rate-limit.ts';
import { METHODS } from '../pipeline/require-well-formed.ts';
import { linger } from './linger.ts';

const BY_PARSER_CODE: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and headers are larger than this service accepts.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The chunk extensions of the body are too large.'],
  HPE_INVALID_METHOD: [
    'invalid_parameter',
    'The request does not begin with a method that this service knows, or it is not valid HTTP/1.1.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The whole request did not arrive in time.'],
};
const NOT_HTTP = ['invalid_parameter', 'The request is not valid HTTP/1.1.'] as const;

/** The target of the request line, if the packet that the parser refuses begins with one. */
const urlIn = (packet: unknown): string =>
  /^[A-Z]+ (\S*)/.exec(packet instanceof Buffer ? packet.toString('latin1', 0, 200) : '')?.[1] ?? '';

export interface ConnectionOptions {
  /** Takes one request out of the address's limit. */
  readonly take: (address: string) => Decision | Promise<Decision>;
  readonly newId: () => string;
  /** The reply whose response has the connection. */
  readonly replyOn: (socket: Socket) => FastifyReply | undefined;
  readonly renderError: RenderError;
  readonly log: Log;
}

/**
 * Answers requests that Node's HTTP parser refuses: headers too large, too slow, or not HTTP. Such a request is the last of its
 * connection. It counts against its address unless it has been counted already.
 */
export function parserFailures(
  options: ConnectionOptions,
): (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket) => void {
  const refused = new WeakSet<Duplex>();
  return (error, socket) => {
    // The parser fails again with each further chunk.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const reason = new ApiError(...(BY_PARSER_CODE[error.code ?? ''] ?? NOT_HTTP));
    afterAnswers(socket, options.replyOn, (reply) => {
      reply?.code(reason.status);
      if (reply !== undefined) reply.request.errorCode = reason.code;
      // A request that passed `rateLimit` before its body failed is not counted again.
      const url = reply?.request.url ?? urlIn(error.rawPacket);
      if (reply?.hasHeader('x-ratelimit-limit') === true)
        end(socket, reason, options.renderError(reason, url), reply.getHeaders());
      else refuse(options, reason, socket, { address: socket.remoteAddress, requestId: reply?.request.id, url });
    });
  };
}

/** Answers the requests that Node would answer by itself: `Expect` and CONNECT. */
export function answerAll(server: Server, options: ConnectionOptions): void {
  // Node would send 100 before anything is decided: `pipeline/track.ts` and `pipeline/body.ts` send it when the body is wanted.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  // RFC 9110, section 10.1.1: a server may ignore expectations other than `100-continue`.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const reason = new ApiError('method_not_allowed', 'This service is not a proxy and does not answer CONNECT.', {
      headers: { allow: METHODS },
    });
    refuse(options, reason, socket, { address: request.socket.remoteAddress, url: '' });
  });
}

/**
 * Waits until the earlier, complete requests of the connection are answered: clients match pipelined responses by their order.
 *
 * @param refuseNow receives the reply to the refused request if its headers had arrived
 */
function afterAnswers(
  socket: Socket,
  replyOn: ConnectionOptions['replyOn'],
  refuseNow: (reply: FastifyReply | undefined) => void,
): void {
  const current = replyOn(socket);
  if (current?.request.raw.complete !== true || current.raw.destroyed) refuseNow(current);
  else current.raw.once('close', () => afterAnswers(socket, replyOn, refuseNow));
}

/** @param from has the id of a request that `track` already observes, if any */
function refuse(
  options: ConnectionOptions,
  reason: ApiError,
  socket: Duplex,
  from: { readonly address: string | undefined; readonly requestId?: string | undefined; readonly url: string },
): void {
  const { take, newId, log } = options;
  const refuseWith = (decision: Decision) => {
    const answer = refusalOf(decision) ?? reason;
    const requestId = from.requestId ?? newId();
    end(socket, answer, options.renderError(answer, from.url), {
      'x-request-id': requestId,
      ...limitHeaders(decision),
    });
    if (from.requestId === undefined)
      log.info({ requestId, method: 'none', route: 'none', status: answer.status }, answer.message);
  };
  void Promise.resolve(take(from.address ?? '')).then(refuseWith, () => socket.destroy());
}

function end(
  socket: Duplex,
  error: ApiError,
  rendered: RenderedError,
  commonHeaders: Readonly<Record<string, unknown>>,
): void {
  const { type, headers: ownHeaders = {}, body } = rendered;
  const headers: Record<string, unknown> = {
    ...commonHeaders,
    ...error.headers,
    ...ownHeaders,
    // The parser gives no request whose `Origin` could be read.
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  if (socket.writable)
    socket.write(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`);
  linger(socket);
}
