/** Generates `operations.json`, the table of the operations that `petstore api` calls, from the OpenAPI description: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  type Description,
  isList,
  isOnce,
  type Operation as Described,
  type Parameter,
  type Schema,
} from '../../../client/generate.ts';
import type { Flag, Operation } from './operation.ts';

/** Headers that only programs need: one says how to read the request, one asks for no answer. */
const UNUSED_HEADERS: ReadonlySet<string> = new Set(['Prefer', 'If-None-Match']);

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ref;

/** The table depends on the description only. */
export function operationsOf({ paths, components }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, described]) => operationOf(verb.toUpperCase(), path, described)),
  );

  function operationOf(verb: string, path: string, described: Described): Operation {
    const { operationId: id, tags, summary, description, security, requestBody, responses } = described;
    const parameters = described.parameters
      .map((given) => (given.$ref === undefined ? given : (components.parameters[nameIn(given.$ref)] ?? given)))
      .filter(({ name }) => !UNUSED_HEADERS.has(name));
    const json = requestBody?.content?.['application/json'];
    const isPaged = isList(described);
    const answers = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {};
    const files = Object.keys(answers).filter((type) => !['application/json', 'text/event-stream'].includes(type));
    return {
      id,
      verb,
      path,
      tag: tags[0],
      summary,
      description,
      traits: [
        ...(isPaged ? (['pages'] as const) : []),
        ...(isOnce(verb, described) ? (['once'] as const) : []),
        ...(described['x-free'] === true ? (['free'] as const) : []),
      ],
      flags: [
        ...parameters.filter(({ name }) => !(isPaged && name === 'limit')).map(flagOfParameter),
        ...(json?.schema === undefined ? [] : membersOf(json.schema, '')),
      ],
      caller: security[0] === undefined ? 'none' : 'apiKey' in security[0] ? 'key' : 'token',
      ...(requestBody && { body: { required: requestBody.required, types: Object.keys(requestBody.content ?? {}) } }),
      ...answerOf(answers['application/json']?.schema),
      ...(files.length > 0 && { files }),
      ...('text/event-stream' in answers && { streams: true }),
      ...(described['x-staging-only'] === true && { isForTests: true }),
      example: [
        ...parameters.filter(({ required }) => required === true).map(exampleOfParameter),
        ...(requestBody !== undefined && json === undefined ? ['--body @photo.jpg'] : examplesOf(json?.example, '')),
      ].join(' '),
    };
  }

  function flagOfParameter({ name, in: where, required, description = '', schema }: Parameter): Flag {
    return {
      name: where === 'header' ? name.toLowerCase() : name,
      in: where,
      ...valueOf(schema),
      ...(required === true && { required }),
      says: description,
    };
  }

  /** The members of a body, and of the objects in it. */
  function membersOf(schema: Schema, prefix: string): Flag[] {
    const { properties = {}, required = [] } = resolved(schema);
    return Object.entries(properties).flatMap(([name, member]): Flag[] => {
      const isRequired = required.includes(name) && resolved(member).default === undefined;
      const flag: Flag = {
        name: prefix + name,
        in: 'body',
        ...valueOf(member),
        ...(isRequired && { required: true }),
        says: member.description ?? resolved(member).description ?? '',
      };
      return [flag, ...(flag.kind === 'json' && flag.list !== true ? membersOf(member, `${prefix}${name}.`) : [])];
    });
  }

  /** The schema itself: of a reference, and of what may also be null. */
  function resolved(schema: Schema): Schema {
    const inner = schema.anyOf?.find(({ type }) => type !== 'null');
    if (inner !== undefined) return resolved(inner);
    return schema.$ref === undefined ? schema : (components.schemas[nameIn(schema.$ref)] ?? schema);
  }

  function valueOf(schema: Schema): Pick<Flag, 'kind' | 'list' | 'choices' | 'min' | 'max' | 'nullable' | 'format'> {
    const found = resolved(schema);
    const types = [found.type ?? []].flat();
    const nullable = types.includes('null') || schema.anyOf?.some(({ type }) => type === 'null') === true;
    const kind = KINDS[types.find((type) => type !== 'null') ?? ''] ?? 'json';
    if (types.includes('array')) {
      const { nullable: _, ...item } = valueOf(found.items ?? {});
      return { ...(item.kind === 'json' ? { kind: 'json' } : item), list: true, ...(nullable && { nullable }) };
    }
    const choices = found.enum?.filter((value) => value !== null);
    return {
      kind,
      ...(kind === 'text' && found.format !== undefined && { format: found.format }),
      ...(choices && { choices }),
      ...(found.minimum !== undefined && { min: found.minimum }),
      ...(found.maximum !== undefined && { max: found.maximum }),
      ...(nullable && { nullable }),
    };
  }

  function answerOf(schema: Schema | undefined): Pick<Operation, 'answer' | 'columns'> {
    if (schema === undefined) return {};
    const { items } = resolved(schema);
    const ref = (items ?? schema).$ref;
    const answer = ref === undefined ? {} : { answer: nameIn(ref) };
    return items === undefined ? answer : { ...answer, columns: columnsOf(items) };
  }

  function columnsOf(items: Schema): NonNullable<Operation['columns']> {
    const { properties = {}, required = [] } = resolved(items);
    const names = Object.keys(properties).toSorted((a, b) => +required.includes(b) - +required.includes(a));
    return names.flatMap((name) => {
      const { kind, list, choices, format } = valueOf(properties[name] ?? {});
      if (kind === 'json' || list === true) return [];
      const isShort = name === 'id' || kind !== 'text' || choices !== undefined || format === 'date-time';
      return [{ name, ...(kind === 'integer' && { right: true }), ...(!isShort && { shrinks: true }) }];
    });
  }
}

const KINDS: Readonly<Record<string, Flag['kind']>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  string: 'text',
};

const EXAMPLE_IDS: Readonly<Record<string, string>> = { messageId: 'msg_01kap6q0v8d5m9r2t4w7x1y3z6' };

function exampleOfParameter({ name, schema }: Parameter): string {
  const value = EXAMPLE_IDS[name] ?? (schema.type === 'integer' ? '42' : 'ann@example.org');
  return `--${name} ${value}`;
}

function examplesOf(value: unknown, prefix: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const flag = prefix + name;
    if (Array.isArray(member) && member.every((item) => typeof item !== 'object'))
      return member.map((item) => `--${flag} ${word(String(item))}`);
    if (Array.isArray(member)) return [`--${flag} '${JSON.stringify(member)}'`];
    if (typeof member === 'object' && member !== null) return examplesOf(member, `${flag}.`);
    return [`--${flag} ${word(String(member))}`];
  });
}

const word = (text: string): string => (/^[\w@.:/+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const api = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as Description;
  const rows = operationsOf(api).map((operation) => JSON.stringify(operation));
  writeFileSync(new URL('operations.json', import.meta.url), `[\n${rows.join(',\n')}\n]\n`);
}
