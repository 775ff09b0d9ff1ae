import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { validatorCompiler } from '../http/validation/validate.ts';

const validatorOf = (schema: TSchema) =>
  validatorCompiler({ schema, httpPart: 'body', method: 'GET', url: '' }) as (value: unknown) => {
    readonly value?: unknown;
    readonly error?: Error;
  };

/** Says why an object is not admitted, as a sentence. */
export function refusal(schema: TObject): (received: unknown) => string {
  const whole = validatorOf(schema);
  return (received) => whole(structuredClone(received)).error?.message ?? 'It is not as it should be.';
}

/**
 * Admits objects of other services, which may be newer or hostile: members that the schema does not know are ignored, and optional ones that
 * break its rules are left out.
 *
 * @returns what is left of an object; undefined if a required member is missing or breaks its rule
 */
export function admission<Schema extends TObject>(schema: Schema): (received: unknown) => Static<Schema> | undefined {
  const whole = validatorOf(schema);
  const members = Object.entries(schema.properties).map(
    ([name, member]) => [name, validatorOf(Type.Object({ [name]: Type.Optional(member) }))] as const,
  );
  return (received) => {
    // The validator changes what it is given.
    const { error, value } = whole(structuredClone(received));
    if (error === undefined) return value as Static<Schema>;
    if (typeof received !== 'object' || received === null) return undefined;
    const given = new Map<string, unknown>(Object.entries(received));
    const kept = members.flatMap(([name, admit]) =>
      given.has(name) ? [admit({ [name]: structuredClone(given.get(name)) }).value ?? {}] : [],
    );
    return whole(Object.fromEntries(kept.flatMap((one) => Object.entries(one)))).value as Static<Schema> | undefined;
  };
}

/** What is left of an object without the members that break a rule together with others. @param faultIn names one of them */
export function acceptable<Value extends object>(
  value: Value,
  faultIn: (value: Value) => { readonly field: string } | undefined,
): Value {
  const fault = faultIn(value);
  if (fault === undefined) return value;
  const [member = '', inner = ''] = fault.field.split('.');
  const found: unknown = Reflect.get(value, member);
  const isInner = typeof found === 'object' && found !== null && inner in found;
  const left = isInner ? { ...value, [member]: without(found, inner) } : without(value, member);
  return acceptable(left as Value, faultIn);
}

const without = (value: object, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([member]) => member !== name));
