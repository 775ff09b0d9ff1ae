import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Decision } from '../limits/limiter.ts';
import { ApiError } from './errors.ts';
import type { Log } from './log.ts';
import { limitHeaders, refusalOf } from './rate-limit.ts';

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
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: Log;
}

/**
 * Answers what Node's HTTP parser refuses before there is a request: headers too large, a request that is too slow or is not HTTP.
 * It counts as a request of its address, and is the last of its connection.
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
    afterAnswers(socket, () => refuse(options, reason, socket, socket.remoteAddress));
  };
}

/** Has every request answered by the hooks and routes, those that Node would answer by itself and without a word included. */
export function serveAll(server: Server, options: ConnectionOptions): void {
  // RFC 9110, section 10.1.1: an expectation other than `100-continue` may be ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const reason = new ApiError('method_not_allowed', 'This service is no proxy; it does not answer CONNECT.', {
      headers: { allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' },
    });
    refuse(options, reason, socket, request.socket.remoteAddress);
  });
}

/** Requests that arrived whole before what is refused are answered before it: clients match answers by their order. */
function afterAnswers(socket: Socket & { _httpMessage?: ServerResponse | null }, refuseNow: () => void): void {
  const current = socket._httpMessage;
  if (current?.req.complete !== true || current.destroyed) refuseNow();
  else current.once('close', () => afterAnswers(socket, refuseNow));
}

function refuse(options: ConnectionOptions, reason: ApiError, socket: Duplex, address = ''): void {
  const { take, now, newId, log } = options;
  const answer = (decision: Decision) => {
    const told = refusalOf(decision, now()) ?? reason;
    const requestId = newId();
    const body = JSON.stringify(told.body());
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      'x-request-id': requestId,
      ...limitHeaders(decision, now()),
      ...told.headers,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable)
      socket.end(`HTTP/1.1 ${told.status} ${STATUS_CODES[told.status]}\r\n${lines.join('')}\r\n${body}`);
    setTimeout(() => socket.destroy(), lingerMs).unref();
    log.info({ requestId, method: 'none', route: 'none', status: told.status }, told.message);
  };
  void Promise.resolve(take(address)).then(answer, () => socket.destroy());
}
