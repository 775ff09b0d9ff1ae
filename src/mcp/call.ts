import type { IncomingHttpHeaders, OutgoingHttpHeaders, RequestListener } from 'node:http';
import type { FastifyRequest } from 'fastify';
import inject from 'light-my-request';
import { ApiError } from '../http/errors.ts';
import { numberSource } from '../http/validation/json.ts';
import { unknownName } from '../http/validation/unknown.ts';
import { integerOfJson } from '../vocabulary/int64.ts';
import type { Tool } from './tools.ts';

/** A request of the API, as the arguments of a tool say it. */
export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
}

/**
 * Makes the request from the arguments of a tool. Unknown ones are refused: here, or by the API as members of the body.
 *
 * @param given numbers are their source text (`JSON.rawJSON`)
 * @param urlBytes the longest path and query
 * @throws ApiError `invalid_parameter`, `headers_too_large` if no request can say it; all other rules are the operation's
 */
export function callOf(tool: Tool, given: Readonly<Record<string, unknown>>, urlBytes: number): Call {
  const rest = new Map(Object.entries(given));
  const take = (name: string): string | undefined => {
    const value = rest.get(name);
    rest.delete(name);
    return value === undefined || value === null ? undefined : textOf(name, value);
  };

  let { url } = tool;
  for (const name of tool.path) {
    const text = take(name);
    if (text === undefined) throw new ApiError('invalid_parameter', `The argument \`${name}\` is required.`);
    url = url.replace(`:${name}`, () => encodeURIComponent(text));
  }
  const query = tool.query.flatMap((name) => {
    const text = take(name);
    return text === undefined ? [] : [`${name}=${encodeURIComponent(text)}`];
  });
  if (query.length > 0) url += `?${query.join('&')}`;
  // The request would be refused before its key is known, and the address charged.
  if (url.length > urlBytes) throw tooLong(tool, given, urlBytes);
  const headers: Record<string, string> = {};
  for (const name of tool.headers) {
    const text = take(name);
    if (text !== undefined) headers[name.toLowerCase()] = headerOf(name, text);
  }
  if (!tool.hasBody)
    for (const [name, value] of rest)
      if (value !== null)
        throw new ApiError(
          'invalid_parameter',
          `The tool has no argument ${unknownName({ path: '', name, known: tool.known })}`,
        );
  return {
    method: tool.method,
    url,
    headers: tool.hasBody ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(tool.hasBody && { body: JSON.stringify(Object.fromEntries(rest)) }),
  };
}

function tooLong({ path, query }: Tool, given: Readonly<Record<string, unknown>>, urlBytes: number): ApiError {
  const lengthOf = (name: string) => JSON.stringify(given[name] ?? '').length;
  const [longest] = [...path, ...query].toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const rule = `the path and query that the arguments become must be at most ${urlBytes} bytes long`;
  return new ApiError('headers_too_large', `The argument \`${longest}\` is too long: ${rule}.`);
}

/** A value as the text of a parameter. */
function textOf(name: string, value: unknown): string {
  const text = Array.isArray(value) ? joined(value) : scalar(value);
  if (text?.isWellFormed() === true) return text;
  const rule = 'a string of Unicode text, a number, a boolean, or a list of these';
  throw new ApiError('invalid_parameter', `The argument \`${name}\` must be ${rule}.`);
}

function joined(values: readonly unknown[]): string | undefined {
  const texts = values.map(scalar);
  return texts.includes(undefined) ? undefined : texts.join(',');
}

function scalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  const source = numberSource(value);
  // `1.0` is an integer in JSON, but not in a path.
  return source === undefined ? undefined : String(integerOfJson(source) ?? source);
}

/** The allowed characters of a header. RFC 9110, section 5.5. */
const fieldValue = /^[\t\u{20}-\u{7e}\u{80}-\u{ff}]*$/u;

function headerOf(name: string, text: string): string {
  if (fieldValue.test(text)) return text.trim();
  throw new ApiError(
    'invalid_parameter',
    `The argument \`${name}\` must have no control characters, and none beyond Latin-1.`,
  );
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

/**
 * Sends the call through the service's own pipeline, within the process: as the same client, under the same request id.
 *
 * @param handle handles every request of the server
 */
export async function send(
  call: Call,
  { raw, headers, id }: FastifyRequest,
  handle: RequestListener,
): Promise<CallResponse> {
  const passedOn = PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  const response = await inject(
    (request, answer) => {
      // The target unchanged: the library would resolve `..` in it. The socket tells the address, and whether the client has gone.
      Object.assign(request, { url: call.url, socket: raw.socket });
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
