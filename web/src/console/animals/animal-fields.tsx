import { Link } from 'wouter-preact';
import type { Int64 } from '../../../../client/src/petstore.ts';
import { narrow } from '../../../../src/vocabulary/int64.ts';
import type { Mistakes } from '../../data/use-form.ts';
import { Select, TextField } from '../../design/controls/field.tsx';
import { around } from '../../design/text/around.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { categories, categoryOptions } from '../categories/categories.tsx';

/** The fields as they are typed. */
export interface AnimalDraft {
  readonly name: string;
  /** The id as text; empty if none is chosen. */
  readonly category: string;
}

/** Mistakes that the service would refuse, shown at the field. */
export function mistakesIn({ name, category }: AnimalDraft): Mistakes<AnimalDraft> {
  // The service counts Unicode characters.
  const { length } = Array.from(name.trim());
  return {
    ...(length === 0 && { name: 'Enter a name.' }),
    ...(length > 255 && { name: `Use at most 255 characters; this name has ${numberText(length)}.` }),
    ...(category === '' && { category: 'Choose a category.' }),
  };
}

export const petOf = ({ name, category }: AnimalDraft): { name: string; categoryId: Int64 } => ({
  name: name.trim(),
  categoryId: narrow(BigInt(category)),
});

interface AnimalFieldsProps {
  /** Of `useForm`. */
  readonly field: (name: keyof AnimalDraft) => {
    readonly value: string;
    readonly error: string | undefined;
    readonly onValue: (value: string) => void;
  };
}

export function AnimalFields({ field }: AnimalFieldsProps) {
  const options = categoryOptions();
  const { value: category } = field('category');
  const isKnown = category === '' || options.some(({ value }) => value === category);
  return (
    <>
      <TextField label="Name" {...field('name')} autoFocus autocomplete="off" required />
      <Select
        label="Category"
        {...field('category')}
        options={[
          ...(category === '' ? [{ value: '', label: 'Choose a category' }] : []),
          ...(isKnown ? [] : [{ value: category, label: `No. ${category}` }]),
          ...options,
        ]}
        {...(categories.value?.size === 0 && {
          hint: around('There are no categories yet. {}.', <Link href="/console/categories">Add one first</Link>),
        })}
        required
      />
    </>
  );
}
