import type { Operation } from '../catalogue.ts';
import type { Parameter } from '../description.ts';

/** The values of the parameters by `keyOf`, and the body as text. */
export interface Filled {
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

export const keyOf = (parameter: Parameter): string => `${parameter.in}:${parameter.name}`;

export const valueOf = ({ values }: Filled, parameter: Parameter): string => values[keyOf(parameter)] ?? '';

export const isFilled = (filled: Filled, parameter: Parameter): boolean => valueOf(filled, parameter) !== '';

/** The parameters of a place that have a value or need one, with it. */
export const filledIn = (
  { parameters }: Operation,
  filled: Filled,
  place: Parameter['in'],
): (readonly [Parameter, string])[] =>
  parameters
    .filter((parameter) => parameter.in === place && (parameter.required || isFilled(filled, parameter)))
    .map((parameter) => [parameter, valueOf(filled, parameter)]);

/** The URL with the values. A parameter that needs one and has none is its name in braces. */
export function addressOf(operation: Operation, filled: Filled, origin: string): string {
  const encoded = (name: string, value: string) => (value === '' ? `{${name}}` : encodeURIComponent(value));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encoded(name, filled.values[`path:${name}`] ?? ''),
  );
  const query = filledIn(operation, filled, 'query').map(
    ([{ name }, value]) => `${name}=${encoded(name, value).replaceAll('%2C', ',')}`,
  );
  return `${origin}${operation.base}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** The headers that have a value. */
export const headersOf = (operation: Operation, filled: Filled): [name: string, value: string][] =>
  filledIn(operation, filled, 'header').map(([{ name }, value]) => [name, value]);

/** The body, if the operation takes JSON and some was filled in. */
export const bodyOf = ({ body }: Operation, filled: Filled): string | undefined =>
  body === undefined || filled.body.trim() === '' ? undefined : filled.body;

/** What a sample sends, whatever its language. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly needsKey: boolean;
  /** Without `Authorization`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON. */
  readonly body: string | undefined;
  /** The name of a file that is the body. */
  readonly file: string | undefined;
  /** What a success has as its body; `text` may be without end. */
  readonly answer: 'json' | 'text' | 'nothing';
}

export function requestOf(operation: Operation, filled: Filled, origin: string): SampleRequest {
  const { method, audience, fileType, successes } = operation;
  const body = bodyOf(operation, filled);
  const [content] = successes.flatMap(({ contents }) => contents);
  const type = body === undefined ? fileType : 'application/json';
  return {
    method,
    url: addressOf(operation, filled, origin),
    needsKey: audience.kind !== 'anybody',
    headers: [...headersOf(operation, filled), ...(type === undefined ? [] : [['Content-Type', type] as const])],
    body,
    file: fileType && fileOf(fileType),
    answer: content === undefined ? 'nothing' : content.type === 'application/json' ? 'json' : 'text',
  };
}

/** The name of a file of this media type. */
export const fileOf = (type: string): string => `image.${type.split('/')[1]}`;
