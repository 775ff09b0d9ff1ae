import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http';
import type { FastifyRequest } from 'fastify';
import inject from 'light-my-request';

/** A request of the API. */
export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
}

/** What decides who the caller is, and from where. */
const PASSED_ON = [
  'authorization',
  'host',
  'origin',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const satisfies readonly (keyof IncomingHttpHeaders)[];

export interface CallResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

const paid = new WeakSet<object>();

/** Whether the request is a part of another one, which has paid for it. */
export const isPaid = ({ raw }: { readonly raw: IncomingMessage }): boolean => paid.has(raw);

/**
 * Sends the call through the service's own pipeline, within the process: as the same client, under the same request id.
 *
 * @param handle handles every request of the server
 * @param isPart whether the client pays for no more than the request that it has sent
 */
export async function send(
  call: Call,
  { raw, headers, id }: FastifyRequest,
  handle: RequestListener,
  isPart = false,
): Promise<CallResponse> {
  const passedOn = PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  const response = await inject(
    (request, answer) => {
      // The target unchanged: the library would resolve `..` in it. The socket tells the address, and whether the client has gone.
      Object.assign(request, { url: call.url, socket: raw.socket });
      if (isPart) paid.add(request);
      // Nobody has to take the response, so it has gone once it has ended.
      Object.defineProperty(answer, 'writableFinished', { get: () => answer.writableEnded });
      // The whole body is there before the request is handled, as a small request's usually is.
      request.read(0);
      setImmediate(() => {
        request.complete = true;
        handle(request, answer);
      });
    },
    {
      method: call.method,
      url: '/',
      headers: {
        ...Object.fromEntries(passedOn),
        accept: 'application/json',
        prefer: 'handling=strict',
        'x-request-id': id,
        ...call.headers,
      },
      ...(call.body !== undefined && { payload: call.body }),
      validate: false,
    },
  );
  return { status: response.statusCode, headers: response.headers, body: response.payload };
}
