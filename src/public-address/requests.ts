import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { UPLOAD_BYTES, uploadPath } from './messages.ts';

/** What takes longer is held back on the way. */
export const heldMs = 5_000;
const dayMs = 86_400_000;
/** Programs that renew certificates do so a third of their life before the end. */
const lateShare = 1 / 6;
const lateMs = 14 * dayMs;

/** Each request has a connection of its own, so that it meets the proxy as the first of a client does. */
export function send(url: string, method: string, path: string, headers: object, signal: AbortSignal): ClientRequest {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const sent = request(url + path, { method, headers: { ...headers }, agent: false, signal });
  // Who waits for the response learns of it, too.
  return sent.on('error', () => {});
}

export interface Certificate {
  /** For how long it is valid. */
  readonly says: string;
  readonly isLate: boolean;
}

/** Resolves once the request can be sent, or has failed: with the certificate, if there is one that is trusted. */
export async function certificateOf(request: ClientRequest): Promise<Certificate | undefined> {
  const [socket] = (await once(request, 'socket')) as [Socket];
  const isSecure = socket instanceof TLSSocket;
  await once(socket, isSecure ? 'secureConnect' : 'connect').catch(() => {});
  if (!isSecure || !socket.authorized) return undefined;
  const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
  const leftMs = Date.parse(to) - Date.now();
  const isLate = leftMs < Math.min(lateMs, (Date.parse(to) - Date.parse(from)) * lateShare);
  const [count, unit] =
    leftMs < 2 * dayMs ? [Math.floor(leftMs / 3_600_000), 'hours'] : [Math.floor(leftMs / dayMs), 'days'];
  return { says: `another ${count} ${unit}`, isLate };
}

export const isStream = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 200 && headers['content-type']?.startsWith('text/event-stream') === true;

/** The response, or why there is none. */
export async function responseOf(request: ClientRequest): Promise<IncomingMessage | NodeJS.ErrnoException> {
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response.on('error', () => {});
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** Whether the work ends, well or not, before it counts as held back. */
export const isSoon = (work: Promise<unknown>): Promise<boolean> => {
  const timer = new AbortController();
  const late = setTimeout(heldMs, false, { signal: timer.signal }).catch(() => false);
  const done = work.then(
    () => true,
    () => true,
  );
  return Promise.race([done, late]).finally(() => timer.abort());
};

/** The messages of a stream of events; none of another response. Others may send what they like, and as much. */
export async function* messagesOf(answered: Promise<IncomingMessage | Error>): AsyncGenerator<string, undefined> {
  const stream = await answered;
  if (stream instanceof Error || !isStream(stream)) return undefined;
  let received = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    received += chunk;
    for (let end = received.indexOf('\n\n'); end !== -1; end = received.indexOf('\n\n')) {
      yield received.slice('data: '.length, end);
      received = received.slice(end + 2);
    }
    if (received.length > 10_000) break;
  }
  return undefined;
}

export interface Upload {
  /** Whether the service had its beginning before its end was sent, as far as that is known. */
  readonly isEarly: boolean;
  /** Of the answer. */
  readonly status?: number;
  readonly text?: string;
  /** Why there is none. */
  readonly failure?: string;
}

/**
 * Sends the beginning of an upload, and the rest once the service has that.
 *
 * @param messages the stream that says so; undefined if it is held back
 */
export async function sendUpload(
  url: string,
  pass: string,
  signal: AbortSignal,
  messages: AsyncGenerator<string, undefined> | undefined,
): Promise<Upload> {
  const headers = { 'content-type': 'image/jpeg', 'content-length': String(UPLOAD_BYTES) };
  const request = send(url, 'POST', uploadPath(pass), headers, signal);
  const response = responseOf(request);
  const beginning = UPLOAD_BYTES / 64;
  request.write(Buffer.alloc(beginning));
  const isEarly = messages === undefined || (await isSoon(Promise.race([messages.next(), response])));
  request.end(Buffer.alloc(UPLOAD_BYTES - beginning));
  const answer = await response;
  if (answer instanceof Error) return { isEarly, failure: answer.message };
  // An answer that is cut off is none of the service's.
  return { isEarly, status: answer.statusCode ?? 0, text: await text(answer).catch(() => '') };
}
