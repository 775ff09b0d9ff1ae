/** The object after a merge patch (RFC 7396): null removes a member. An object that would be left without members is removed too. */
export function merged<Value extends object>(value: Value, patch: object): Value {
  const result = new Map<string, unknown>(Object.entries(value));
  for (const [name, change] of Object.entries(patch)) {
    const member: unknown = isObject(change) ? merged(objectOr(result.get(name)), change) : change;
    if (member === null || (isObject(member) && Object.keys(member).length === 0)) result.delete(name);
    else result.set(name, member);
  }
  return Object.fromEntries(result) as Value;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const objectOr = (value: unknown): object => (isObject(value) ? value : {});
