import { type TSchema, Type } from 'typebox';
import { NewCategory } from '../../categories/schema.ts';
import { validatorCompiler } from '../../http/validation/validate.ts';
import type { Rules } from '../../importing/animals.ts';
import { NewPet } from '../../pets/schema.ts';

type Rule = Rules[keyof Rules];

/** The API's own rules, one for each member, so that a row with two faults is told both. */
export function importRules(): { readonly pet: Rules; readonly categoryName: Rule } {
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
