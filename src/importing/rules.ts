import { type TSchema, Type } from 'typebox';
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
  const { name, categoryId, status } = NewPet.properties;
  return {
    pet: {
      name: ruleOf('name', name),
      categoryId: ruleOf('categoryId', categoryId),
      status: ruleOf('status', status),
    },
    categoryName: ruleOf('name', NewCategory.properties.name),
  };
}

/** The API's own rule of a member with this schema. */
export function ruleOf(field: string, member: TSchema): Rule {
  const schema = Type.Object({ [field]: member });
  const validate = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' });
  return (value) => {
    const result = validate(value === undefined ? {} : { [field]: value }) as
      | { value: Record<string, unknown> }
      | { error: Error };
    return 'error' in result ? { reason: result.error.message } : { value: result.value[field] };
  };
}
