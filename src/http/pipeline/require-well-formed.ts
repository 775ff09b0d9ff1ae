import type { IncomingMessage } from 'node:http';
import type { FastifyReply, onRequestHookHandler } from 'fastify';
import { ApiError } from '../errors.ts';

/** All methods of the service's operations. */
export const METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT';

/** A host and a port. RFC 3986, section 3.2.2, without percent-encoding, which no host name of the web has. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=-]*)(?::(\d{0,5}))?$/i;
const maxPort = 65_535;

/**
 * Refuses what Node's parser admits: long URLs (431); other versions of HTTP, other transfer codings than `chunked`, a `Host` that is
 * missing, repeated or no host, and `*` as the target (400). RFC 9112, sections 2.3, 3.2 and 6.1. Answers `OPTIONS *`: RFC 9110, section 9.3.7.
 */
export function requireWellFormed(urlBytes: number): onRequestHookHandler {
  return ({ raw }, reply, done) => {
    const framing = framingFault(raw);
    if (framing !== undefined) {
      // What follows on the connection may be meant differently than it is read.
      reply.raw.shouldKeepAlive = false;
      return done(new ApiError('invalid_parameter', framing));
    }
    if ((raw.url?.length ?? 0) > urlBytes) {
      return done(new ApiError('headers_too_large', `The path and query must be at most ${urlBytes} bytes long.`));
    }
    const fault = hostFault(raw);
    if (fault !== undefined) return done(new ApiError('invalid_parameter', fault));
    if (raw.url !== '*') return done();
    if (raw.method === 'OPTIONS') return answerOptions(reply);
    done(new ApiError('invalid_parameter', 'Only OPTIONS accepts `*` as the target of the request.'));
  };
}

function framingFault({ httpVersion, headers }: IncomingMessage): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'The version of the request must be HTTP/1.1 or HTTP/1.0.';
  const coding = headers['transfer-encoding'];
  if (coding === undefined || coding.toLowerCase() === 'chunked') return undefined;
  return 'The header `Transfer-Encoding` must be `chunked`, without other codings.';
}

function hostFault({ httpVersion, headers: { host } }: IncomingMessage): string | undefined {
  if (host === undefined) return httpVersion === '1.0' ? undefined : 'The header `Host` is required in HTTP/1.1.';
  // Node joins repeated headers with a comma, which no host contains.
  if (host.includes(',')) return 'The header `Host` must be sent once.';
  const found = HOST.exec(host);
  if (found === null || Number(found[1] ?? 0) > maxPort)
    return 'The header `Host` must be a host name or an IP address, with or without a port.';
  return undefined;
}

function answerOptions(reply: FastifyReply): void {
  void reply.code(204).header('allow', METHODS).send();
}
