import { type Json, mapValues } from './schemas.ts';

/**
 * A description without webhooks in OpenAPI 3.0.3, for generators that know no 3.1. That version cannot say which scope an operation needs.
 */
export function inVersion30({ info, ...description }: Json): Json {
  const { schemas } = description['components'] as { readonly schemas: Json };
  const { summary: _, ...about } = info as Json;
  const license = { name: 'MIT', url: 'https://spdx.org/licenses/MIT' };
  return { ...(converted(description, schemas) as Json), openapi: '3.0.3', info: { ...about, license } };
}

/** @param name of the member that has the value */
function converted(value: unknown, schemas: Json, name = ''): unknown {
  if (name === 'example' || name === 'default' || name === 'enum') return value;
  // A member of a shape may have this name, too.
  if (name === 'security' && Array.isArray(value))
    return (value as Json[]).map((schemes) => mapValues(schemes, () => []));
  if (Array.isArray(value)) return value.map((item) => converted(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  // A body of bytes is described by its media type alone.
  if (name === 'content' && Object.values(value).every((media: object) => Object.keys(media).length === 0))
    return mapValues(value as Json, () => ({ schema: { type: 'string', format: 'binary' } }));

  // Version 3.0 knows no rule for names.
  const { type, anyOf, examples, propertyNames: _, ...rest } = value as Json;
  const members = mapValues(rest, (member, key) => converted(member, schemas, key));
  if (Array.isArray(type))
    Object.assign(members, { type: (type as unknown[]).find((one) => one !== 'null'), nullable: true });
  else if (type !== undefined) members['type'] = converted(type, schemas);
  if (Array.isArray(anyOf)) {
    const one = (anyOf as Json[]).find((choice) => choice['type'] !== 'null') ?? {};
    Object.assign(members, { type: typeOf(one, schemas), nullable: true, allOf: [converted(one, schemas)] });
  } else if (anyOf !== undefined) members['anyOf'] = converted(anyOf, schemas);
  if (Array.isArray(examples)) members['example'] = (examples as unknown[])[0];
  else if (examples !== undefined) members['examples'] = converted(examples, schemas);
  return members;
}

/** A nullable schema has to say its type itself. */
function typeOf({ type, $ref = '' }: Json, schemas: Json): unknown {
  return type ?? (schemas[String($ref).split('/').at(-1) ?? ''] as Json)['type'];
}
