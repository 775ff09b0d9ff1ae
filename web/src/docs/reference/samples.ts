import { OPERATIONS } from '../../../../client/src/operations.ts';
import { isJson, laidOut } from '../../design/text/json-text.ts';
import type { Operation } from './catalogue.ts';
import type { Parameter } from './description.ts';

/** The values of the parameters by `keyOf`, and the body as text. */
export interface Filled {
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

export const keyOf = (parameter: Parameter): string => `${parameter.in}:${parameter.name}`;

export const isFilled = ({ values }: Filled, parameter: Parameter): boolean => (values[keyOf(parameter)] ?? '') !== '';

/** The URL with the values. A path parameter without one keeps its placeholder in braces. */
export function addressOf(operation: Operation, filled: Filled): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (braced, name: string) => {
    const value = filled.values[`path:${name}`] ?? '';
    return value === '' ? braced : encodeURIComponent(value);
  });
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && isFilled(filled, parameter))
    .map(
      (parameter) =>
        `${parameter.name}=${encodeURIComponent(filled.values[keyOf(parameter)] ?? '').replaceAll('%2C', ',')}`,
    );
  return `${location.origin}${operation.base}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** The headers that have a value. */
export const headersOf = (operation: Operation, filled: Filled): [name: string, value: string][] =>
  operation.parameters
    .filter((parameter) => parameter.in === 'header' && isFilled(filled, parameter))
    .map((parameter) => [parameter.name, filled.values[keyOf(parameter)] ?? '']);

export function curl(operation: Operation, filled: Filled): string {
  const { method, audience, body, fileType } = operation;
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  const parts = [
    `curl ${isPlain ? '' : `-X ${method} `}${quoted(addressOf(operation, filled))}`,
    ...(audience.kind === 'anybody' ? [] : ['-H "Authorization: Bearer $PETSTORE_API_KEY"']),
    ...headersOf(operation, filled).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(filled.body)}`]),
    ...(fileType === undefined ? [] : [`-H 'Content-Type: ${fileType}'`, `--data-binary @${fileOf(fileType)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** The name of a file of this media type. */
const fileOf = (type: string): string => `image.${type.split('/')[1]}`;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The resource and method of the client for the operation, if it has one. */
function namesOf({ method, path }: Operation): readonly [resource: string, method: string] | undefined {
  for (const [resource, methods] of Object.entries(OPERATIONS)) {
    const [name] = Object.entries(methods).find(([, found]) => found[0] === method && found[1] === path) ?? [];
    if (name !== undefined) return [resource, name];
  }
  return undefined;
}

/** A complete program that calls the operation with the client; undefined if the client has no method for it. */
export function clientCall(operation: Operation, filled: Filled): string | undefined {
  const names = namesOf(operation);
  if (names === undefined) return undefined;
  const [resource, name] = names;
  const { fileType } = operation;
  const isList = operation.method === 'GET' && operation.parameters.some((parameter) => parameter.name === 'limit');
  const ids = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => literal(parameter, filled.values[keyOf(parameter)] ?? ''));
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && isFilled(filled, parameter))
    .map((parameter) => `${parameter.name}: ${literal(parameter, filled.values[keyOf(parameter)] ?? '')}`);
  const options = headersOf(operation, filled).flatMap(([header, value]) => {
    const option = OPTIONS[header];
    return option === undefined ? [] : [`${option}: ${stringLiteral(value)}`];
  });
  const given = [
    ...ids,
    ...(operation.body === undefined ? [] : [objectLiteral(filled.body)]),
    ...(fileType === undefined ? [] : [`await openAsBlob('${fileOf(fileType)}', { type: '${fileType}' })`]),
    ...(query.length === 0 ? [] : [`{ ${query.join(', ')} }`]),
    ...(options.length === 0 ? [] : [`{ ${options.join(', ')} }`]),
  ].join(', ');
  const call = `petstore.${resource}.${name}(${given})`;
  const key = operation.audience.kind === 'anybody' ? '' : '\n  apiKey: process.env.PETSTORE_API_KEY,';
  const result = operation.successes.some(({ contents }) => contents.length > 0);
  const use = isList
    ? `for await (const item of ${call}) {\n  console.log(item);\n}`
    : result
      ? `const result = await ${call};\nconsole.log(result);`
      : `await ${call};`;
  return `${fileType === undefined ? '' : "import { openAsBlob } from 'node:fs';\n"}import { Petstore } from '@petstore/client';

const petstore = new Petstore({
  baseUrl: '${location.origin}/v1',${key}
});

${use}
`;
}

/** The client's options, by header. */
const OPTIONS: Readonly<Record<string, string>> = { 'Idempotency-Key': 'idempotencyKey', 'If-Match': 'ifMatch' };

function literal({ schema, name }: Parameter, value: string): string {
  if (value === '') return name;
  if (schema.type === 'array') {
    const items = value
      .split(',')
      .map((item) => literal({ schema: schema.items ?? {}, name } as Parameter, item.trim()));
    return `[${items.join(', ')}]`;
  }
  return schema.type === 'integer' && /^-?\d+$/.test(value) ? integer(value) : stringLiteral(value);
}

/** Numbers are exact below 2^53 only. */
const integer = (digits: string): string => (Number.isSafeInteger(Number(digits)) ? digits : `${digits}n`);

const stringLiteral = (text: string): string =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)}'`;

/** JSON as a JavaScript literal. */
function objectLiteral(json: string): string {
  if (!isJson(json)) return json;
  const text = laidOut(json, (token, isName) => {
    if (!token.startsWith('"')) return /^-?\d+$/.test(token) ? integer(token) : token;
    const value = JSON.parse(token) as string;
    return isName && /^[A-Za-z_$][\w$]*$/.test(value) ? value : stringLiteral(value);
  });
  const line = text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/\[ | \]/g, (bracket) => bracket.trim());
  return line.length <= 60 ? line : text;
}
