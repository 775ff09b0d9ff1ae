/**
 * The object after a merge patch (RFC 7396): null removes a member, and a list is replaced as a whole. An object or a list that would be left
 * empty is removed too.
 */
export function merged<Value extends object>(value: Value, patch: object): Value {
  const result = new Map<string, unknown>(Object.entries(value));
  for (const [name, change] of Object.entries(patch)) {
    const member: unknown = isObject(change) ? merged(objectOr(result.get(name)), change) : change;
    if (member === null || isEmpty(member)) result.delete(name);
    else result.set(name, member);
  }
  return Object.fromEntries(result) as Value;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOr = (value: unknown): object => (isObject(value) ? value : {});
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
