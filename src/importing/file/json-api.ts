import { ApiError } from '../../http/errors.ts';
import { parseJson } from '../../http/validation/json.ts';
import { LONGEST_ROW_BYTES } from './row.ts';

type Members = Readonly<Record<string, unknown>>;

/** The attributes of the resources that others relate to, and their length, by type and id. JSON:API 1.1, section 7.4. */
export type Related = Map<string, { readonly attributes: Members; readonly bytes: number }>;

/** How deep an object nests, and how many values it has. */
export const deepest = 64;
export const mostValues = 10_000;

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const keyOf = ({ type, id }: Members): string => `${String(type)} ${String(id)}`;

/** How deep the members of an animal are looked for. */
const deepestMember = 4;

/** An animal of Petfinder's API v2 with the members of its objects as its own, such as `breeds.primary`; any other object as it is. */
export const withNested = (value: object): object =>
  isRecord((value as Members)['breeds']) ? Object.fromEntries(nestedIn(value, '', 1)) : value;

const nestedIn = (value: object, path: string, depth: number): [string, unknown][] =>
  Object.entries(value).flatMap(([name, inner]) =>
    isRecord(inner) && depth < deepestMember
      ? nestedIn(inner, `${path}${name}.`, depth + 1)
      : [[`${path}${name}`, inner]],
  );

/** Adds a resource of `included`. One that cannot be read is left out: no animal depends on it. */
export function addRelated(related: Related, text: Buffer): void {
  try {
    const resource = parseJson(text, deepest, mostValues);
    if (isRecord(resource) && isRecord(resource['attributes']))
      related.set(keyOf(resource), { attributes: resource['attributes'], bytes: text.length });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/**
 * One object with the attributes of an animal of RescueGroups' API v5 and of what it relates to; any other object as it is.
 *
 * @throws ApiError `invalid_json` if that is longer than a row
 */
export function withRelations(value: object, related: Related): object {
  const { id, attributes, relationships } = value as Members;
  if (!isRecord(attributes)) return value;
  let bytes = 0;
  const attributesOf = (one: unknown): Members | readonly [] => {
    const found = isRecord(one) ? related.get(keyOf(one)) : undefined;
    bytes += found?.bytes ?? 0;
    if (bytes > LONGEST_ROW_BYTES)
      throw new ApiError('invalid_json', 'The animal with all that it relates to is longer than 1 MiB.');
    return found?.attributes ?? [];
  };
  const relations = Object.fromEntries(
    Object.entries(isRecord(relationships) ? relationships : {}).map(([name, relation]) => {
      const data = isRecord(relation) ? relation['data'] : undefined;
      const named = Array.isArray(data) ? data : [data];
      return [name, named.flatMap(attributesOf)];
    }),
  );
  const { species = [], statuses = [], ...lists } = relations as Readonly<Record<string, readonly Members[]>>;
  return {
    animalid: id,
    ...attributes,
    species: species[0]?.['singular'],
    // Some answers have available animals alone. A status that the answer names and leaves out is not known.
    status: statuses[0]?.['name'] ?? (isNamed(relationships, 'statuses') ? 'not included' : 'Available'),
    ...lists,
  };
}

const isNamed = (relationships: unknown, relation: string): boolean => {
  const found = isRecord(relationships) ? relationships[relation] : undefined;
  return isRecord(found) && [found['data'] ?? []].flat().length > 0;
};
