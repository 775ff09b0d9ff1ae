import { type Description, nameOf, resolved, type Schema } from './description.ts';

/** Resolves `$ref` at the top of the schema, and merges `allOf`. */
export function flat(description: Description, schema: Schema): Schema {
  const target = resolved<Schema>(description, 'schemas', schema);
  if (target.allOf === undefined) return target;
  const parts = target.allOf.map((part) => flat(description, part));
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Schema['properties'],
    required: parts.flatMap(({ required = [] }) => required),
  } as Schema;
}

/** The type in words, such as `array of Pet` or `integer or null`. */
export function typeText(description: Description, schema: Schema): string {
  if (schema.$ref !== undefined) {
    const target = flat(description, schema);
    return target.enum === undefined && target.type !== 'array' ? nameOf(schema.$ref) : typeText(description, target);
  }
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeText(description, one)).join(' or ');
  if (schema.const !== undefined || schema.enum !== undefined) return 'string';
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `array of ${typeText(description, schema.items ?? {})}`;
  return schema.format === 'int64' ? 'int64' : String(schema.type ?? 'anything');
}

/** The other rules for a value, a few words each. */
export function rulesOf(description: Description, given: Schema): string[] {
  const schema = flat(description, given);
  const { format, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  return [
    format === undefined || format === 'int64' ? undefined : (FORMATS[format] ?? format),
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    pattern === undefined ? undefined : `matches ${pattern}`,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ].filter((rule) => rule !== undefined);
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'ISO 8601 time, such as 2026-11-21T09:30:00Z',
  date: 'day, such as 2024-05-01',
  month: 'month, such as 2026-05',
  duration: 'ISO 8601 duration, such as PT48H',
  distance: 'distance, such as 50km or 30mi',
  'plain-text': 'no control characters',
  'search-text': 'no control characters',
  'multiline-text': 'no control characters other than tabs and line breaks',
  email: 'email address',
  address: 'email address',
  'web-url': 'URL',
  'secure-url': 'URL with https',
  origin: 'web origin, such as https://shelter.example',
  'time-zone': 'IANA time zone, such as Europe/Berlin',
  locale: 'BCP 47 language tag, such as en-US',
  country: 'ISO 3166-1 country code, such as US',
  currency: 'ISO 4217 currency code, such as USD',
};

function range(from: number | undefined, to: number | undefined, unit: string): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined) return `at most ${to}${unit}`;
  return to === undefined ? `at least ${from}${unit}` : `${from} to ${to}${unit}`;
}

/** The values of an enum, also of an array of one. */
export function valuesOf(description: Description, given: Schema): readonly string[] {
  const schema = flat(description, given);
  if (schema.const !== undefined) return [schema.const];
  return schema.enum ?? (schema.items === undefined ? [] : valuesOf(description, schema.items));
}

/** The object whose fields to show: the schema itself, the items of an array, or the first object of `anyOf`. */
export function objectIn(description: Description, given: Schema): Schema | undefined {
  const schema = flat(description, given);
  if (Object.keys(schema.properties ?? {}).length > 0) return schema;
  if (schema.items !== undefined) return objectIn(description, schema.items);
  return schema.anyOf?.map((one) => objectIn(description, one)).find((found) => found !== undefined);
}
