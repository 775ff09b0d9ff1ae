import { Ajv, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { isInt64, MAX_INT64, MIN_INT64, parseInt64 } from '../../vocabulary/int64.ts';
import { ApiError, type ErrorCode, notFound } from '../errors.ts';
import { FORMATS, hrefOf } from './formats.ts';
import { once } from './once.ts';

/**
 * Validates the body, query and path of requests with the schema of their route. Query and path parameters are text, which is first
 * converted to the type in the schema.
 *
 * @throws ApiError `invalid_body`, `invalid_parameter`, or the schema's `x-not-found`; the message names the field and its whole rule
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'body' }) => {
  // Compiled with the first request: compiling all schemas takes longer than the rest of the start.
  let compiled: ValidateFunction | undefined;
  const convert = httpPart === 'body' ? undefined : converter(schema);
  return (received: unknown) => {
    const validate = (compiled ??= validatorOf(schema));
    const value = convert === undefined ? received : convert(received as Record<string, unknown>);
    if (validate(value)) return { value };
    return { error: refusal(validate.errors?.[0], httpPart) };
  };
};

let ajv: Ajv | undefined;

const validatorOf = once((schema) => {
  ajv ??= openAjv();
  return ajv.compile(withExactIntegers(schema) as SchemaObject);
});

function openAjv(): Ajv {
  const opened = new Ajv({
    useDefaults: true,
    removeAdditional: 'all', // Unknown members are ignored: no handler ever sees them.
    verbose: true,
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
  });
  for (const [name, format] of Object.entries(FORMATS)) opened.addFormat(name, format.validate);
  const validate = (rule: Int64Rule, value: unknown) => isInt64(value) || (rule === 'or null' && value === null);
  opened.addKeyword({ keyword: 'int64', schemaType: 'string', validate });
  const rewriting = { type: 'string', modifying: true, before: 'maxLength' } as const;
  opened.addKeyword({ ...rewriting, keyword: 'x-trim', validate: rewrite((text) => text.trim()) });
  opened.addKeyword({ ...rewriting, keyword: 'x-href', validate: rewrite(hrefOf) });
  opened.addKeyword('x-not-found');
  return opened;
}

const rewrite =
  (to: (text: string) => string) =>
  (_: unknown, value: string, __: unknown, context?: { parentData: object; parentDataProperty: string | number }) => {
    if (context !== undefined) Reflect.set(context.parentData, context.parentDataProperty, to(value));
    return true;
  };

type Int64Rule = 'exact' | 'or null';

/** Replaces int64 by a keyword of our own: Ajv's `integer` knows neither bigints nor unsafe numbers. */
function withExactIntegers(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withExactIntegers);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) copy[name] = withExactIntegers(value);
  if (copy['format'] !== 'int64') return copy;
  const { type, format: _, ...rest } = copy;
  return { ...rest, int64: (Array.isArray(type) ? 'or null' : 'exact') satisfies Int64Rule };
}

function converter(schema: TSchema) {
  const properties = Object.entries((schema as { properties?: Record<string, SchemaObject> }).properties ?? {});
  return (received: Record<string, unknown>): Record<string, unknown> => {
    const converted: Record<string, unknown> = {};
    for (const [name, property] of properties) {
      const text = received[name];
      if (text === undefined) continue;
      if (typeof text !== 'string') {
        const how = property['type'] === 'array' ? '; separate the items of a list by commas' : '';
        throw new ApiError('invalid_parameter', `The query parameter \`${name}\` is given more than once${how}.`);
      }
      converted[name] = fromText(text, property);
    }
    return converted;
  };
}

/** Text that cannot be converted stays text, and the schema refuses it. */
function fromText(text: string, schema: SchemaObject): unknown {
  switch (schema['type']) {
    case 'integer':
      return parseInt64(text) ?? text;
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : text);
    case 'array':
      return text.split(',').map((item) => fromText(item, schema['items'] as SchemaObject));
    default:
      return text;
  }
}

function refusal(error: ErrorObject | undefined, httpPart: string): ApiError {
  if (error === undefined) throw new Error('The validator refused a value without a reason.');
  const rule = error.parentSchema as SchemaObject;
  const missing: unknown = error.params['missingProperty'];
  const { propertyName } = error;
  const path = error.instancePath.slice(1).split('/').map(unescaped);
  const last = typeof missing === 'string' ? missing : propertyName;
  const field = [...path, ...(last === undefined ? [] : [last])].filter((part) => part !== '').join('.');

  if (httpPart === 'params') return notFound(rule['x-not-found'] as ErrorCode, field);
  const fault =
    typeof missing === 'string'
      ? 'is required'
      : `must ${propertyName === undefined ? 'be' : 'have as its name'} ${ruleOf(rule)}`;
  if (httpPart === 'body') {
    return new ApiError('invalid_body', field === '' ? `The body ${fault}.` : `The field \`${field}\` ${fault}.`);
  }
  const [list = '', item] = path;
  if (item !== undefined)
    return new ApiError('invalid_parameter', `Each item of the query parameter \`${list}\` ${fault}.`);
  const isPlus = rule['format'] === 'date-time' && / \d\d:\d\d$/.test(String(error.data));
  const hint = isPlus ? '; in a URL, a `+` is written `%2B`' : '';
  return new ApiError('invalid_parameter', `The query parameter \`${field}\` ${fault}${hint}.`);
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** The whole rule of a schema, as the end of the sentence "It must be …": one response is enough to correct the request. */
function ruleOf(schema: SchemaObject): string {
  const { type, enum: values, int64, minimum, maximum, items } = schema;
  if (Array.isArray(values)) return `one of ${values.map((value) => `\`${String(value)}\``).join(', ')}`;
  if (Array.isArray(type)) return `${ruleOf({ ...schema, type: type[0] as string })}, or \`null\``;
  if (int64 === 'or null') return `${ruleOf({ ...schema, int64: 'exact' })}, or \`null\``;
  if (int64 !== undefined || type === 'integer') {
    const from = (minimum as number | undefined) ?? (int64 === undefined ? undefined : MIN_INT64);
    const to = (maximum as number | undefined) ?? (int64 === undefined ? undefined : MAX_INT64);
    if (from === undefined) return 'an integer';
    return to === undefined ? `an integer of at least ${from}` : `an integer from ${from} to ${to}`;
  }
  switch (type) {
    case 'string':
      return textRule(schema);
    case 'boolean':
      return '`true` or `false`';
    case 'number':
      return `a number from ${minimum} to ${maximum}`;
    case 'array':
      return `a list of ${schema['minItems'] ?? 0} to ${schema['maxItems'] ?? 'any number of'} ${schema['uniqueItems'] === true ? 'different ' : ''}items, each ${ruleOf(items as SchemaObject)}`;
    default:
      return 'a JSON object';
  }
}

function textRule(schema: SchemaObject): string {
  const { minLength, maxLength, pattern } = schema;
  const format = FORMATS[schema['format'] as keyof typeof FORMATS];
  const length =
    maxLength === undefined
      ? ''
      : minLength === undefined
        ? ` of at most ${maxLength} characters`
        : ` of ${minLength} to ${maxLength} characters`;
  const form = pattern === undefined ? '' : ` that matches \`${pattern}\``;
  return format?.rule(length) ?? `a string${length}${form}`;
}
