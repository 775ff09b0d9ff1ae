import { ApiError } from '../http/errors.ts';
import { parseJson } from '../http/validation/json.ts';

/** The attributes of the resources that others relate to, by type and id. JSON:API 1.1, section 7.4. */
export type Related = Map<string, Readonly<Record<string, unknown>>>;

const deepest = 64;
type Members = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const keyOf = ({ type, id }: Members): string => `${String(type)} ${String(id)}`;

/** Adds a resource of `included`. One that cannot be read is left out: no animal depends on it. */
export function addRelated(related: Related, text: Buffer): void {
  try {
    const resource = parseJson(text, deepest);
    if (isRecord(resource) && isRecord(resource['attributes'])) related.set(keyOf(resource), resource['attributes']);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** One object with the attributes of an animal of RescueGroups' API v5 and of what it relates to; any other object as it is. */
export function withRelations(value: object, related: Related): object {
  const { id, attributes, relationships } = value as Members;
  if (!isRecord(attributes)) return value;
  const relations = Object.fromEntries(
    Object.entries(isRecord(relationships) ? relationships : {}).map(([name, relation]) => {
      const data = isRecord(relation) ? relation['data'] : undefined;
      const named = Array.isArray(data) ? data : [data];
      return [name, named.flatMap((one) => (isRecord(one) ? (related.get(keyOf(one)) ?? []) : []))];
    }),
  );
  const { species = [], statuses = [], ...lists } = relations as Readonly<Record<string, readonly Members[]>>;
  return {
    animalid: id,
    ...attributes,
    species: species[0]?.['singular'],
    status: statuses[0]?.['name'] ?? (attributes['isAdoptionPending'] === true ? 'Adoption Pending' : 'Available'),
    ...lists,
  };
}
