import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify';
import { codingFor } from '../accept.ts';
import { sendJson, vary } from '../respond.ts';

/** Shorter texts fit into three packets, compressed or not. */
const leastLength = 4_096;

/** Half the CPU of the default level, for a tenth more bytes: docs/decisions/0061-test-values-and-compression.md. */
const options = { level: 4 };

/**
 * Compresses the long texts of a route for clients that accept it. Not of a route that changes something or shows a secret: such a
 * response repeats what was sent beside what only its receiver may know, and its length would tell of both.
 */
export function compressLongTexts(route: RouteOptions): void {
  const isSafe = route.method === 'GET' || route.method === 'HEAD';
  const { showsSecret = false, sharesTexts = false } = route.config ?? {};
  if (isSafe && !showsSecret && !sharesTexts) route.onSend = [compressLong, ...[route.onSend ?? []].flat()];
}

const compressLong: onSendHookHandler = (request, reply, payload, done) => {
  const isText = typeof payload === 'string' && payload.length >= leastLength;
  done(null, isText && isAccepted(request, reply) ? compressed(payload) : payload);
};

/** Sends JSON, compressed if it is long. Not for JSON that shows a secret. */
export function sendLong(request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply, json: string): void {
  sendShared(request, reply, { json });
}

/** Text that several responses have. */
interface SharedText {
  readonly json: string;
}

const compressedOnce = new WeakMap<SharedText, Buffer>();

/** Sends JSON that other responses share. It is compressed once for all of them. */
export function sendShared(request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply, shared: SharedText): void {
  const { json } = shared;
  if (json.length < leastLength || !isAccepted(request, reply)) return sendJson(reply, json);
  const bytes = compressedOnce.get(shared) ?? compressed(json);
  compressedOnce.set(shared, bytes);
  void reply.type('application/json; charset=utf-8').send(bytes);
}

/** Whether the client accepts the text compressed. An ETag names the bytes of the text, which are not compressed then. */
function isAccepted({ headers }: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): boolean {
  if (reply.hasHeader('etag')) return false;
  vary(reply, 'Accept-Encoding');
  if (codingFor(headers['accept-encoding'], ['gzip']) === undefined) return false;
  reply.header('content-encoding', 'gzip');
  return true;
}

/**
 * On this thread: another one costs more, and lists are at most `PAGE_BYTES` long. Without a promise: Fastify takes it that a handler has sent
 * nothing if its promise resolves before the response is sent.
 */
const compressed = (text: string): Buffer => gzipSync(text, options);
