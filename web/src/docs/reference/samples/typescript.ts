import { OPERATIONS } from '../../../../../client/src/operations.ts';
import type { Operation } from '../catalogue.ts';
import type { Parameter } from '../description.ts';
import { literalOf, type Notation, singleQuoted } from './literal.ts';
import { type Filled, fileOf, filledIn, headersOf, valueOf } from './request.ts';

/** The resource and method of the client for the operation, if it has one. */
function namesOf({ method, path }: Operation): readonly [resource: string, method: string] | undefined {
  for (const [resource, methods] of Object.entries(OPERATIONS)) {
    const [name] = Object.entries(methods).find(([, found]) => found[0] === method && found[1] === path) ?? [];
    if (name !== undefined) return [resource, name];
  }
  return undefined;
}

/** A complete program that calls the operation with the client; undefined if the client has no method for it. */
export function typescript(operation: Operation, filled: Filled, origin: string): string | undefined {
  const names = namesOf(operation);
  if (names === undefined) return undefined;
  const [resource, name] = names;
  const { fileType } = operation;
  const isList = operation.method === 'GET' && operation.parameters.some((parameter) => parameter.name === 'limit');
  const ids = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => valueLiteral(parameter, valueOf(filled, parameter)));
  const query = filledIn(operation, filled, 'query').map(
    ([parameter, value]) => `${parameter.name}: ${valueLiteral(parameter, value)}`,
  );
  const options = headersOf(operation, filled).flatMap(([header, value]) => {
    const option = OPTIONS[header];
    return option === undefined ? [] : [`${option}: ${string(value)}`];
  });
  const given = [
    ...ids,
    ...(operation.body === undefined ? [] : [literalOf(filled.body, NOTATION)]),
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
  baseUrl: '${origin}/v1',${key}
});

${use}
`;
}

/** The client's options, by header. */
const OPTIONS: Readonly<Record<string, string>> = { 'Idempotency-Key': 'idempotencyKey', 'If-Match': 'ifMatch' };

function valueLiteral({ schema, name }: Pick<Parameter, 'schema' | 'name'>, value: string): string {
  if (value === '') return name;
  if (schema.type === 'array') {
    const items = value.split(',').map((item) => valueLiteral({ schema: schema.items ?? {}, name }, item.trim()));
    return `[${items.join(', ')}]`;
  }
  return schema.type === 'integer' && /^-?\d+$/.test(value) ? literalOf(value, NOTATION) : string(value);
}

const string = (text: string): string => singleQuoted(text).replaceAll('\n', String.raw`\n`);

const NOTATION: Notation = {
  string,
  member: (name, value) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : string(name)}: ${value}`,
  object: ['{ ', ' }'],
  emptyObject: '{}',
  words: { true: 'true', false: 'false', null: 'null' },
  bigSuffix: 'n',
  indent: '  ',
};
