import type { Call } from '../http/connection/within.ts';
import { ApiError } from '../http/errors.ts';
import { numberSource } from '../http/validation/json.ts';
import { unknownName } from '../http/validation/unknown.ts';
import { integerOfJson } from '../vocabulary/int64.ts';
import type { Tool } from './tools.ts';

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
