import type { SchemaObject } from 'ajv';

export type Json = Record<string, unknown>;

export function contentOf(schema: SchemaObject, schemas: Json): Json {
  const [example] = (schema['examples'] as unknown[] | undefined) ?? [];
  const media = { schema: named(schema, schemas), ...(example === undefined ? {} : { example }) };
  return { 'application/json': media };
}

/** Moves each schema that has a `title` into `schemas`, the description's components, and returns a reference to it. */
export function named(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => named(item, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title, 'x-not-found': _, 'x-trim': __, 'x-href': ___, ...rest } = schema as Json;
  const members = mapValues(rest, (value, name) =>
    name === 'examples' || name === 'default' ? value : named(value, schemas),
  );
  if (typeof title !== 'string') return members;
  schemas[title] ??= members;
  return { $ref: `#/components/schemas/${title}` };
}

export function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  to: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value, name)]));
}
