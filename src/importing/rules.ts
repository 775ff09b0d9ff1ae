import { type TObject, Type } from 'typebox';
import { NewCategory } from '../categories/schema.ts';
import { validatorCompiler } from '../http/validation/validate.ts';
import { NewPet } from '../pets/schema.ts';

/** A value, or why it is refused. */
export type Checked<Value = unknown> = { readonly value: Value } | { readonly reason: string };

/** Checks one member of a new pet or category: gives the value as the service stores it, or the API's sentence about it. */
export type Rule = (value: unknown) => Checked;

export type PetRules = Readonly<Record<'name' | 'categoryId' | 'status', Rule>>;

/** The API's own rules, one for each member, so that a row with two faults gets both reported. */
export function importRules(): { readonly pet: PetRules; readonly categoryName: Rule } {
  const rule = (resource: TObject, field: string): Rule => {
    const schema = Type.Pick(resource, [field]);
    const validate = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' });
    return (value) => {
      const result = validate(value === undefined ? {} : { [field]: value }) as
        | { value: Record<string, unknown> }
        | { error: Error };
      return 'error' in result ? { reason: result.error.message } : { value: result.value[field] };
    };
  };
  return {
    pet: {
      name: rule(NewPet, 'name'),
      categoryId: rule(NewPet, 'categoryId'),
      status: rule(NewPet, 'status'),
    },
    categoryName: rule(NewCategory, 'name'),
  };
}
