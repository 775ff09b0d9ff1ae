import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import type { Int64 } from '../../../../client/src/petstore.ts';
import { narrow } from '../../../../src/vocabulary/int64.ts';
import { Select, TextField } from '../../design/controls/field.tsx';
import { around } from '../../design/text/around.tsx';
import { categories, categoryOptions } from '../categories/categories.tsx';

/** The fields as they are typed. */
export interface AnimalDraft {
  readonly name: string;
  /** The id as text; empty if none is chosen. */
  readonly category: string;
}

type Mistakes = Partial<Record<keyof AnimalDraft, string>>;

/** Mistakes that the service would refuse, shown at the field. */
export function mistakesIn({ name, category }: AnimalDraft): Mistakes {
  // The service counts Unicode characters.
  const { length } = Array.from(name.trim());
  return {
    ...(length === 0 && { name: 'Enter a name.' }),
    ...(length > 255 && { name: `Use at most 255 characters; this name has ${length.toLocaleString()}.` }),
    ...(category === '' && { category: 'Choose a category.' }),
  };
}

export const petOf = ({ name, category }: AnimalDraft): { name: string; categoryId: Int64 } => ({
  name: name.trim(),
  categoryId: narrow(BigInt(category)),
});

interface AnimalFieldsProps {
  readonly draft: AnimalDraft;
  readonly onDraft: (draft: AnimalDraft) => void;
  /** Whether mistakes are shown, which they are after the first attempt to send. */
  readonly isChecked: boolean;
}

export function AnimalFields({ draft, onDraft, isChecked }: AnimalFieldsProps): JSX.Element {
  const mistakes = isChecked ? mistakesIn(draft) : {};
  const options = categoryOptions();
  const isKnown = draft.category === '' || options.some(({ value }) => value === draft.category);
  return (
    <>
      <TextField
        label="Name"
        value={draft.name}
        error={mistakes.name}
        onValue={(name) => onDraft({ ...draft, name })}
        autoFocus
        autocomplete="off"
        required
      />
      <Select
        label="Category"
        value={draft.category}
        error={mistakes.category}
        onValue={(category) => onDraft({ ...draft, category })}
        options={[
          ...(draft.category === '' ? [{ value: '', label: 'Choose a category' }] : []),
          ...(isKnown ? [] : [{ value: draft.category, label: `No. ${draft.category}` }]),
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
