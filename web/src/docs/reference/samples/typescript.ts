import { parseJson } from '../../../../../client/src/json.ts';
import { isJson } from '../../../design/text/json-text.ts';
import { OPERATIONS } from '../../../whole-client.ts';
import type { Operation } from '../catalogue.ts';
import type { Parameter } from '../description.ts';
import { group, literal, literalOf, type Notation, onOneLine, singleQuoted } from './literal.ts';
import { bodyOf, type Filled, fileOf, filledIn, headersOf } from './request.ts';

/** The method of the client for the operation, with its traits; undefined if it has none. */
function methodFor({ method, path }: Operation) {
  for (const [resource, methods] of Object.entries(OPERATIONS)) {
    const found = Object.entries(methods).find(([, one]) => one[0] === method && one[1] === path);
    if (found === undefined) continue;
    const [name, [, , ...traits]] = found;
    return { name: `petstore.${resource}.${name}`, has: (trait: (typeof traits)[number]) => traits.includes(trait) };
  }
  return undefined;
}

/** A complete program that calls the operation with the client; undefined if the client has no method for it. */
export function typescript(operation: Operation, filled: Filled, origin: string): string | undefined {
  const found = methodFor(operation);
  if (found === undefined) return undefined;
  const { has } = found;
  const { fileType } = operation;
  const body = bodyOf(operation, filled);
  const ids = filledIn(operation, filled, 'path').map(([parameter, value]) => valueLiteral(parameter, value));
  const query = filledIn(operation, filled, 'query').map(
    ([parameter, value]) => `${parameter.name}: ${valueLiteral(parameter, value)}`,
  );
  const headers = headersOf(operation, filled).flatMap(([header, value]) => {
    const option = operation.method === 'GET' ? undefined : OPTIONS[header];
    return option === undefined ? [] : [`${option}: ${string(value)}`];
  });
  // As the client's methods take them: the query or the body, and then the options, which have whatever else there is.
  const takesQuery = has('pages') || has('query');
  const options = [...(takesQuery ? [] : query), ...(has('options') ? membersOf(body ?? '{}') : []), ...headers];
  const given = [
    ...ids,
    ...(takesQuery && query.length > 0 ? [group(NOTATION.object, query, NOTATION)] : []),
    ...(has('body') && fileType === undefined ? [literalOf(body ?? '{}', NOTATION)] : []),
    ...(fileType === undefined ? [] : [`await openAsBlob('${fileOf(fileType)}', { type: '${fileType}' })`]),
    ...(options.length > 0 ? [group(NOTATION.object, options, NOTATION)] : []),
  ].join(', ');
  const call = `${found.name}(${given})`;
  const connection = [
    `baseUrl: '${origin}/v1'`,
    ...(operation.base === '/v1' ? [] : [`messagesBaseUrl: '${origin}${operation.base}'`]),
    ...(operation.audience.kind === 'anybody' ? [] : ['apiKey: process.env.PETSTORE_API_KEY']),
  ];
  const result = operation.successes.some(({ contents }) => contents.length > 0);
  const use = has('pages')
    ? `for await (const item of ${call}) {\n  console.log(item);\n}`
    : result
      ? `const result = await ${call};\nconsole.log(result);`
      : `await ${call};`;
  return `${fileType === undefined ? '' : "import { openAsBlob } from 'node:fs';\n"}import { Petstore } from '@petstore/client';

const petstore = new Petstore({
${connection.map((option) => `  ${option},\n`).join('')}});

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
  const isBare = (schema.type === 'integer' && /^-?\d+$/.test(value)) || schema.type === 'boolean';
  return isBare ? literalOf(value, NOTATION) : string(value);
}

/** The members of a JSON object. */
function membersOf(json: string): string[] {
  const value = isJson(json) ? parseJson(json) : {};
  return Object.entries(value ?? {}).map(([name, one]) =>
    NOTATION.member(name, literal(one, NOTATION, NOTATION.indent)),
  );
}

const string = (text: string): string => onOneLine(singleQuoted(text));

const NOTATION: Notation = {
  string,
  member: (name, value) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : string(name)}: ${value}`,
  object: ['{ ', ' }'],
  emptyObject: '{}',
  words: { true: 'true', false: 'false', null: 'null' },
  bigint: (value) => `${value}n`,
  indent: '  ',
};
