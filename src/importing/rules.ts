import { type TSchema, Type } from 'typebox';
import { NewCategory } from '../categories/schema.ts';
import { validatorCompiler } from '../http/validation/validate.ts';
import { NewPet } from '../pets/schema.ts';

/** Checks one member of a new pet or category: gives the value as the service stores it, or the API's sentence about it. */
export type Rule = (value: unknown) => { readonly value: unknown } | { readonly reason: string };

export type PetRules = Readonly<Record<'name' | 'categoryId' | 'status', Rule>>;

/** The API's own rules, one for each member, so that a row with two faults gets both reported. */
export function importRules(): { readonly pet: PetRules; readonly categoryName: Rule } {
  const compile = validatorCompiler();
  const rule = (schema: TSchema, field: string): Rule => {
    const validate = compile({ schema, method: 'POST', url: '/', httpPart: 'body' });
    return (value) => {
      const result = validate(value === undefined ? {} : { [field]: value }) as
        | { value: Record<string, unknown> }
        | { error: Error };
      return 'error' in result ? { reason: result.error.message } : { value: result.value[field] };
    };
  };
  return {
    pet: {
      name: rule(Type.Pick(NewPet, ['name']), 'name'),
      categoryId: rule(Type.Pick(NewPet, ['categoryId']), 'categoryId'),
      status: rule(Type.Pick(NewPet, ['status']), 'status'),
    },
    categoryName: rule(Type.Pick(NewCategory, ['name']), 'name'),
  };
}
