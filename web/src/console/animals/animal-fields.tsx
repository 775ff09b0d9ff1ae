import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import type { Int64 } from '../../../../client/src/petstore.ts';
import { Select, TextField } from '../../design/controls/field.tsx';
import { categories, categoryOptions } from '../categories/categories.ts';
import { int64Of, lengthOf } from './animals-list.ts';

/** What is typed of an animal. */
export interface AnimalDraft {
  readonly name: string;
  /** The id as text; empty where none is chosen. */
  readonly category: string;
}

type Mistakes = Partial<Record<keyof AnimalDraft, string>>;

/** What the service would refuse, said at the field. */
export function mistakesIn({ name, category }: AnimalDraft): Mistakes {
  const length = lengthOf(name.trim());
  return {
    ...(length === 0 && { name: 'Give it a name.' }),
    ...(length > 255 && { name: `At most 255 characters; this has ${length.toLocaleString()}.` }),
    ...(category === '' && { category: 'Choose the category it belongs to.' }),
  };
}

export const petOf = ({ name, category }: AnimalDraft): { name: string; categoryId: Int64 } => ({
  name: name.trim(),
  categoryId: int64Of(category),
});

interface AnimalFieldsProps {
  readonly draft: AnimalDraft;
  readonly onDraft: (draft: AnimalDraft) => void;
  /** Whether mistakes are told, which is after the first try to send. */
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
          ...(draft.category === '' ? [{ value: '', label: 'Choose one' }] : []),
          ...(isKnown ? [] : [{ value: draft.category, label: `No. ${draft.category}` }]),
          ...options,
        ]}
        {...(categories.value?.size === 0 && {
          hint: (
            <>
              There are no categories yet. <Link href="/console/categories">Add one first</Link>.
            </>
          ),
        })}
        required
      />
    </>
  );
}
