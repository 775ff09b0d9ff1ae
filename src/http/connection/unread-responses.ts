import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openTally } from '../../kit/tally.ts';
import { subscriberOf } from '../../limits/address-caller.ts';
import { isVisitor } from '../principal.ts';
import { lingerAfter } from './linger.ts';
import { unsentBytes } from './node-internals.ts';

export interface ReaderBounds {
  /** A client that reads nothing for this time is disconnected. */
  readonly stallMs: number;
  /** A client has this time for each response, and a second more for each `slowestBytes`. */
  readonly allowanceMs: number;
  readonly slowestBytes: number;
  readonly checkMs: number;
  /** Unread bytes of an address or an account at which its requests are refused. */
  readonly maxBytes: number;
}

/** The lowest speed: a telephone at the edge of the network. */
const BOUNDS: ReaderBounds = {
  stallMs: 10_000,
  allowanceMs: 10_000,
  slowestBytes: 16_384,
  checkMs: 1_000,
  maxBytes: 16 * 1_024 * 1_024,
};
/** After a larger response, an idle connection may be one whose client reads nothing: it is kept for a shorter time. */
const largeBytes = 16_384;
const idleAfterLargeMs = 10_000;

interface Waiting {
  readonly bytes: number;
  readonly holders: readonly string[];
  readonly endMs: number;
  leftBytes: number;
  progressMs: number;
}

/** The responses that the service has finished and their clients have not read yet. Prompt readers never appear here. */
export type UnreadResponses = ReturnType<typeof openUnreadResponses>;

/** @param replyOf the reply that a response belongs to */
export function openUnreadResponses(
  replyOf: (response: ServerResponse) => FastifyReply | undefined,
  bounds: Partial<ReaderBounds> = {},
) {
  const { stallMs, allowanceMs, slowestBytes, checkMs, maxBytes } = { ...BOUNDS, ...bounds };
  const waiting = new Map<ServerResponse, Waiting>();
  const byHolder = openTally();
  let checking: NodeJS.Timeout | undefined;

  function count(holders: readonly string[], by: number): void {
    for (const holder of holders) byHolder.add(holder, by);
  }

  const holds = (holder: string, bytes: number) => byHolder.of(holder) >= bytes;

  function add(response: ServerResponse): void {
    if (waiting.has(response)) return;
    const request = replyOf(response)?.request;
    const holders = request === undefined ? [] : holdersOf(request);
    const bytes = response.writableLength;
    const nowMs = performance.now();
    const endMs = nowMs + allowanceMs + (1_000 * bytes) / slowestBytes;
    waiting.set(response, { bytes, holders, endMs, leftBytes: Infinity, progressMs: nowMs });
    count(holders, bytes);
    response.once('close', () => remove(response));
    checking ??= setInterval(check, checkMs).unref();
    // Many requests admitted together may all have large responses.
    if (holders.some((holder) => holds(holder, 2 * maxBytes))) cut(response);
  }

  function remove(response: ServerResponse): void {
    const found = waiting.get(response);
    if (found === undefined) return;
    waiting.delete(response);
    count(found.holders, -found.bytes);
    if (waiting.size > 0) return;
    clearInterval(checking);
    checking = undefined;
  }

  function check(): void {
    const nowMs = performance.now();
    for (const [response, found] of waiting) {
      const leftBytes = leftOf(response);
      if (leftBytes !== found.leftBytes) found.progressMs = nowMs;
      found.leftBytes = leftBytes;
      if (nowMs - found.progressMs >= stallMs || nowMs >= found.endMs) cut(response);
    }
  }

  return {
    /** The class of the responses of a server: it notices those that their clients do not take at once. */
    Response: class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
      override writeHead(status: number, headers?: unknown, more?: unknown): this {
        const { connection, 'content-length': bytes } = (headers ?? {}) as OutgoingHttpHeaders;
        if (Number(bytes) > largeBytes && this.shouldKeepAlive && connection !== 'close') {
          this.setHeader('keep-alive', `timeout=${idleAfterLargeMs / 1_000}`);
          this.once('finish', () => shortenIdleTime(this.req.socket));
        }
        return super.writeHead(status, headers as string, more as OutgoingHttpHeaders);
      }

      override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
        super.end(chunk, encoding as BufferEncoding, callback as () => void);
        if (!this.req.complete) lingerAfter(this.req);
        if (this.writableLength > 0 && !this.destroyed) add(this);
        return this;
      }
    },
    /** Whether too many bytes wait for the request's address or account. */
    isFull: (request: FastifyRequest): boolean =>
      waiting.size > 0 && holdersOf(request).some((holder) => holds(holder, maxBytes)),
  };
}

/** A visitor counts as an address only: the key on a web page is everybody's. */
function holdersOf({ ip, principal }: FastifyRequest): string[] {
  const address = `address:${subscriberOf(ip)}`;
  return principal === undefined || isVisitor(principal) ? [address] : [address, `account:${principal.accountId}`];
}

/** A write counts as a whole until all of it is read: the operating system knows its progress. NaN, which never stays the same, if unknown. */
const leftOf = ({ socket, writableLength }: ServerResponse): number =>
  writableLength + (socket === null ? 0 : unsentBytes(socket));

/** Also frees the memory of the operating system, which otherwise keeps trying to send the response. */
const cut = ({ socket }: ServerResponse): void => void socket?.resetAndDestroy();

/** A connection with another request has no idle time. */
function shortenIdleTime(socket: Socket): void {
  if (socket.timeout !== undefined && socket.timeout > idleAfterLargeMs) socket.setTimeout(idleAfterLargeMs);
}
