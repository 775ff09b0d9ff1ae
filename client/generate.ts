/**
 * Generates `src/api.ts` (the types and their documentation) and `src/operations.ts` (the table that the client's methods are built from) from
 * the OpenAPI description: `npm run client:generate`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { NAMES, RESOURCES } from './names.ts';

/** The parts of JSON Schema that the description uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly [Schema, Schema];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface Content {
  readonly content?: Readonly<
    Record<string, { readonly schema: Schema; readonly example?: unknown; readonly examples?: object }>
  >;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly security: readonly { readonly apiKey?: readonly string[] }[];
  readonly 'x-operator-only'?: boolean;
  readonly 'x-free'?: boolean;
  readonly 'x-staging-only'?: boolean;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Content>>;
    readonly examples: Readonly<Record<string, unknown>>;
  };
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly requestBody: Content } }>>;
}

const HEADER = '// Generated from openapi.json by client/generate.ts: npm run client:generate.\n';
const EVENT = 'PetstoreEvent';

/** Generates the two files, by name. The output depends on the description only. */
export function generate(api: Description): { readonly 'api.ts': string; readonly 'operations.ts': string } {
  const operations = operationsOf(api);
  return {
    'api.ts':
      [
        HEADER + "import type { CallOptions, ChangeOptions, CreateOptions } from './options.ts';",
        "import type { Pages } from './pages.ts';",
        doc('An integer from −2^63 to 2^63−1: a `number` if that is exact (±2^53−1), otherwise a `bigint`.') +
          'export type Int64 = number | bigint;',
        doc('The `code` of an error response. Specification, part 7.') +
          `export type ErrorCode =\n${errorCodes(api)
            .map((code) => `  | '${code}'`)
            .join('\n')};`,
        ...Object.entries(api.components.schemas).flatMap(([name, schema]) => declaration(name, schema)),
        events(api),
        ...new Set(operations.flatMap(queryType)),
        ...Object.entries(RESOURCES).map(([resource, text]) => resourceType(api, operations, resource, text)),
        '',
      ]
        .join('\n\n')
        .replace(".ts';\n\nimport", ".ts';\nimport")
        .trimEnd() + '\n',
    'operations.ts': table(operations),
  };
}

interface Named extends Operation {
  readonly verb: string;
  readonly path: string;
  readonly resource: string;
  readonly method: string;
}

function operationsOf(api: Description): Named[] {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => {
      const [resource, method] = NAMES[operation.operationId] ?? [];
      if (resource === undefined || method === undefined)
        throw new Error(
          `The operation ${operation.operationId} has no name in the client: add one to client/names.ts.`,
        );
      return { ...operation, verb: verb.toUpperCase(), path, resource, method };
    }),
  );
  const order = Object.keys(NAMES);
  return operations.toSorted((one, other) => order.indexOf(one.operationId) - order.indexOf(other.operationId));
}

const errorCodes = (api: Description): string[] => Object.keys(api.components.examples).toSorted();

function declaration(name: string, schema: Schema): string[] {
  // Lists are arrays of their items, errors are thrown, and each kind of event has a type of its own.
  if (schema.type === 'array' || name === 'Error' || name === 'Event') return [];
  const about = doc(documentationOf(schema));
  return schema.properties === undefined
    ? [`${about}export type ${name} =${(schema.enum ?? []).map((value) => `\n  | '${value}'`).join('')};`]
    : [`${about}export interface ${name} ${members(schema)}`];
}

/** @param absent what an optional member may be besides being left out, such as ` | undefined` */
function members({ properties = {}, required = [] }: Schema, absent = ''): string {
  const lines = Object.entries(properties).map(([property, schema]) => {
    const name = /^\w+$/.test(property) ? property : `'${property}'`;
    const value = required.includes(property) ? `: ${typeOf(schema)}` : `?: ${typeOf(schema)}${absent}`;
    return `${doc(documentationOf(schema), '  ')}  ${name}${value};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => (value === null ? 'null' : `'${value}'`)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'array': {
      const item = typeOf(schema.items ?? {});
      return item.includes(' ') ? `(${item})[]` : `${item}[]`;
    }
    case 'integer':
      // Ids that the service assigns start at 1 and stay below 2^53.
      return schema.format === 'int64' && schema.minimum === undefined ? 'Int64' : 'number';
    case 'object':
      return 'Record<string, unknown>';
    case 'number':
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case undefined:
    default:
      throw new Error(`There is no type for ${JSON.stringify(schema)}.`);
  }
}

const nameOf = (ref: string): string => {
  const name = ref.split('/').at(-1) ?? ref;
  return name === 'Event' ? EVENT : name;
};

/** A field's description with its bounds and units. */
function documentationOf(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const figure = (value: number) => value.toLocaleString('en');
  const range = (min: number | undefined, max: number | undefined, unit: string) => {
    if (min !== undefined && max !== undefined) return [`${figure(min)} to ${figure(max)}${unit}.`];
    if (min !== undefined) return [`At least ${figure(min)}${unit}.`];
    return max === undefined ? [] : [`At most ${figure(max)}${unit}.`];
  };
  return [
    schema.description ?? '',
    ...(schema.format === 'date-time' ? ['ISO 8601 in UTC.'] : []),
    ...(schema.format === 'date' ? ['`YYYY-MM-DD`.'] : []),
    ...range(minLength, maxLength, ' characters'),
    ...(schema.format === 'int64' ? [] : range(minimum, maximum, '')),
    ...range(minItems, maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`Default: ${JSON.stringify(schema.default)}.`]),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function events(api: Description): string {
  const kinds = Object.entries(api.webhooks).map(([kind, { post }]) => {
    const data = post.requestBody.content?.['application/json']?.schema.allOf?.[1].properties?.['data'];
    return `  '${kind}': ${typeOf(data ?? {})};`;
  });
  const fields = members(api.components.schemas['Event'] ?? {})
    .replace(/: EventType;/, ': Type;')
    .replace(/: Record<string, unknown>;/, ': EventData[Type];')
    .replaceAll('\n', '\n  ');
  return [
    doc('The `data` of each kind of event: the resource after the change. Specification, part 6.') +
      `export interface EventData {\n${kinds.join('\n')}\n}`,
    doc('An event of the feed, the stream and webhooks. `type` determines the type of `data`.') +
      `export type ${EVENT}<Kind extends EventType = EventType> = {\n  [Type in Kind]: ${fields};\n}[Kind];`,
  ].join('\n\n');
}

const inQuery = (operation: Operation) => operation.parameters.filter((parameter) => parameter.in === 'query');
/**
 * An operation takes its query as an argument, unless that says only more about the answer or the body, or it had none before: then it is
 * among the options.
 */
export const isList = (operation: Operation): boolean => inQuery(operation).some(({ name }) => name === 'limit');
const needsQuery = (operation: Operation): boolean => inQuery(operation).some(({ required }) => required === true);
const takesQuery = (operation: Operation): boolean =>
  operation.operationId !== 'getInventory' && inQuery(operation).some(({ name }) => !['expand', 'alt'].includes(name));
/** All lists without filters share one type of query. */
const queryName = (operation: Operation): string =>
  inQuery(operation).every(({ name }) => ['limit', 'cursor'].includes(name))
    ? 'PageQuery'
    : `${operation.operationId.replace(/^./, (first) => first.toUpperCase())}Query`;

/** A list of named values may be a single one: a filter that took one value can take several in a later version. */
const orOneOf = (schema: Schema): Schema =>
  schema.items?.$ref === undefined ? schema : { ...schema, anyOf: [schema.items, schema] };

function queryType(operation: Named): string[] {
  const parameters = inQuery(operation);
  if (parameters.length === 0) return [];
  const properties = Object.fromEntries(
    parameters.map(({ name, description = '', schema }) => [name, { ...orOneOf(schema), description }]),
  );
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
  const name = queryName(operation);
  const of = name === 'PageQuery' ? 'any list without filters' : `\`${operation.resource}.${operation.method}\``;
  return [
    `${doc(`${takesQuery(operation) ? 'Query' : 'Options'} of ${of}.`)}export interface ${name} ${members({ properties, required }, ' | undefined')}`,
  ];
}

function resourceType(api: Description, operations: readonly Named[], resource: string, text: string): string {
  const own = operations.filter((operation) => operation.resource === resource);
  const everywhere = new Set(codesOf(api, operationWithFewestErrors(operations)));
  const methods = own.map((operation) => {
    const codes = codesOf(api, operation).filter((code) => !everywhere.has(code) && !OF_ANY_WRITE.has(code));
    const lines = [
      `${operation.summary}. ${operation.description}${requirementOf(operation)}`,
      '',
      `\`${operation.verb} ${operation.path}\` (\`${operation.operationId}\` in the OpenAPI description).`,
      ...(codes.length === 0 ? [] : [`@throws PetstoreError ${codes.map((code) => `\`${code}\``).join(', ')}`]),
      ...(operation.deprecated === true ? [`@deprecated ${operation.description.split('.')[0]}.`] : []),
    ];
    return `${doc(lines.join('\n'), '  ')}  ${operation.method}(${argumentsOf(operation)}): ${answerOf(api, operation)};`;
  });
  const name = typeName(resource);
  return `${doc(text)}export interface ${name} {\n${methods.join('\n')}\n}`;
}

/** The scope or the role that the caller's key needs, as a sentence. */
function requirementOf({ security, 'x-operator-only': isForOperators = false }: Operation): string {
  const scopes = security.flatMap(({ apiKey = [] }) => apiKey);
  if (isForOperators) return ' Needs an operator.';
  return scopes.map((scope) => ` Needs the scope \`${scope}\`.`).join('');
}

/** Codes of any request with a body or an Idempotency-Key. They are documented once, at `PetstoreError`. */
const OF_ANY_WRITE: ReadonlySet<string> = new Set([
  'invalid_json',
  'invalid_body',
  'unsupported_media_type',
  'payload_too_large',
  'invalid_idempotency_key',
  'idempotency_key_in_use',
  'idempotency_key_reused',
]);

const typeName = (resource: string) => `${resource.replace(/^./, (first) => first.toUpperCase())}Api`;

const operationWithFewestErrors = (operations: readonly Named[]): Operation => {
  const simplest = operations.find(({ operationId }) => operationId === 'getAccount');
  if (simplest === undefined) throw new Error('There is no operation getAccount.');
  return simplest;
};

function codesOf(api: Description, { responses }: Operation): string[] {
  return Object.entries(responses)
    .filter(([status]) => status >= '400')
    .flatMap(([, response]) => {
      const found = response.$ref === undefined ? response : api.components.responses[nameOf(response.$ref)];
      return Object.keys(found?.content?.['application/json']?.examples ?? {});
    });
}

/** An optional body of a change that had none before: its members are among the options, whose place they would take as an argument. */
const isAmongOptions = ({ requestBody, ...operation }: Operation): boolean =>
  requestBody?.required === false && takes(operation, 'If-Match');

function argumentsOf(operation: Named): string {
  const ids = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => `${name}: ${typeOf(schema)}`);
  const body = bodyOf(operation);
  const isOptional = operation.verb === 'POST' && /^(?:NewApiKey|RollApiKey)$/.test(body ?? '');
  const isArgument = body !== undefined && !isAmongOptions(operation);
  return [
    ...ids,
    ...(!isArgument ? [] : [`body${isOptional ? '?' : ''}: ${body}`]),
    ...(takesQuery(operation) ? [`query${needsQuery(operation) ? '' : '?'}: ${queryName(operation)}`] : []),
    `options?: ${optionsOf(operation)}`,
  ].join(', ');
}

/** The type of the body: bytes if the operation does not take JSON. */
function bodyOf({ requestBody }: Operation): string | undefined {
  if (requestBody === undefined) return undefined;
  const schema = requestBody.content?.['application/json']?.schema;
  return schema === undefined ? 'Blob' : typeOf(schema);
}

const takes = ({ parameters }: Operation, header: string) =>
  parameters.some(({ $ref }) => $ref?.endsWith(`/${header}`) === true);

/** Whether it must not be repeated after a lost response. */
export const isOnce = (verb: string, operation: Operation): boolean =>
  (verb === 'POST' || verb === 'PATCH') && !takes(operation, 'Idempotency-Key');

function optionsOf(operation: Named): string {
  const options = isAmongOptions(operation) ? `${headersOf(operation)} & ${bodyOf(operation)}` : headersOf(operation);
  return takesQuery(operation) || inQuery(operation).length === 0 ? options : `${options} & ${queryName(operation)}`;
}

function headersOf(operation: Named): string {
  if (takes(operation, 'If-Match') && operation.verb !== 'GET')
    return takes(operation, 'Idempotency-Key') ? 'ChangeOptions' : "Omit<ChangeOptions, 'idempotencyKey'>";
  return takes(operation, 'Idempotency-Key') ? 'CreateOptions' : 'CallOptions';
}

function answerOf(api: Description, operation: Named): string {
  const [, response] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = response?.content?.['application/json']?.schema;
  if (schema === undefined) return 'Promise<void>';
  const item = itemOf(api, schema);
  if (item === undefined) return `Promise<${typeOf(schema)}>`;
  return isList(operation) ? `Pages<${item}, ${queryName(operation)}>` : `Promise<${item}[]>`;
}

function itemOf(api: Description, { $ref }: Schema): string | undefined {
  const items = $ref === undefined ? undefined : api.components.schemas[$ref.split('/').at(-1) ?? '']?.items;
  return items === undefined ? undefined : typeOf(items);
}

function inputOf(operation: Named): string[] {
  if (isList(operation)) return ['pages'];
  if (takesQuery(operation)) return ['query'];
  if (isAmongOptions(operation)) return ['options'];
  return bodyOf(operation) === undefined ? [] : ['body'];
}

function table(operations: readonly Named[]): string {
  const rows = Object.keys(RESOURCES).map((resource) => {
    const methods = operations
      .filter((operation) => operation.resource === resource)
      .map((operation) => {
        const traits = [
          ...inputOf(operation),
          ...(isOnce(operation.verb, operation) ? ['once'] : []),
          ...(operation['x-free'] ? ['free'] : []),
        ];
        const entry = [operation.verb, operation.path, ...traits];
        return `    ${operation.method}: [${entry.map((part) => `'${part}'`).join(', ')}],`;
      });
    return `  ${resource}: {\n${methods.join('\n')}\n  },`;
  });
  return `${HEADER}
/**
 * One operation: its HTTP method, its path, and its traits. \`body\`: it takes a body. \`query\`: it takes a query. \`options\`: its body is what
 * the call's options have beyond those of the client. \`pages\`: it takes a query and returns a list. \`once\`: it does not support Idempotency-Key, so it must not be repeated after a lost response. \`free\`: it does not count against the limits.
 */
export type Operation = readonly [method: string, path: string, ...traits: ('pages' | 'query' | 'body' | 'options' | 'once' | 'free')[]];

/** All operations, by resource and method. */
export const OPERATIONS: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
${rows.join('\n')}
};
`;
}

/** Formats a documentation comment with lines of up to 120 characters. */
function doc(text: string, indent = ''): string {
  if (text === '') return '';
  const width = 116 - indent.length;
  const lines = text.split('\n').flatMap((line) => wrapped(line, width));
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const description = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Description;
  for (const [file, text] of Object.entries(generate(description)))
    writeFileSync(new URL(`src/${file}`, import.meta.url), text);
}
