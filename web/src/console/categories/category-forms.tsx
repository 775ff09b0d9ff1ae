import type { ComponentChildren } from 'preact';
import type { Category } from '../../../../client/src/petstore.ts';
import { petstore, versionOf } from '../../api.ts';
import { useForm } from '../../data/use-form.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { TextArea, TextField } from '../../design/controls/field.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { Conflict, useVersionedEdit } from '../versioned-edit.tsx';
import { putCategory } from './categories.tsx';

const draftOf = ({ name, description = '' }: Pick<Category, 'name' | 'description'>) => ({ name, description });

type Draft = ReturnType<typeof draftOf>;

const mistakesIn = ({ name }: Draft) => ({ name: name.trim() === '' ? 'Enter a name.' : undefined });

export function AddCategory({ onClose }: { readonly onClose: () => void }) {
  const keyed = useIdempotencyKey();
  const form = useForm(draftOf({ name: '' }), {
    mistakesIn,
    async send(draft) {
      const [name, description] = [draft.name.trim(), draft.description.trim()];
      const body = { name, ...(description !== '' && { description }) };
      const category = await keyed(body, (options) => petstore.categories.create(body, options));
      putCategory(category);
      tell(`${category.name} was added as number ${category.id}.`);
      onClose();
    },
  });
  return <CategoryDialog title="Add a category" verb="Add" form={form} onClose={onClose} />;
}

interface EditCategoryProps {
  readonly category: Category;
  readonly onClose: () => void;
}

export function EditCategory({ category, onClose }: EditCategoryProps) {
  const { form, conflict } = useVersionedEdit({
    shown: category,
    draftOf,
    mistakesIn,
    read: () => petstore.categories.get(category.id),
    async save(draft, version) {
      const description = draft.description.trim();
      const changes = { name: draft.name.trim(), description: description === '' ? null : description };
      const saved = await petstore.categories.update(category.id, changes, versionOf(version));
      putCategory(saved);
      tell(`${saved.name} was saved.`);
      onClose();
    },
    onRead: putCategory,
  });
  const title = around('Edit {}', <UserText>{category.name}</UserText>);
  return (
    <CategoryDialog title={title} verb="Save" form={form} onClose={onClose}>
      {conflict !== false && (
        <Conflict {...conflict}>
          It is now called <UserText>{conflict.theirs.name}</UserText>
          {conflict.theirs.description !== undefined &&
            around(': {}', <UserText>{conflict.theirs.description}</UserText>)}
          .
        </Conflict>
      )}
    </CategoryDialog>
  );
}

interface CategoryDialogProps {
  readonly title: ComponentChildren;
  readonly verb: string;
  readonly form: ReturnType<typeof useForm<Draft>>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

const CategoryDialog = ({ form, children, ...dialog }: CategoryDialogProps) => (
  <FormDialog {...dialog} {...form}>
    <TextField label="Name" maxLength={255} autoFocus autocomplete="off" required {...form.field('name')} />
    <TextArea label="Description" isOptional rows={2} maxLength={1_000} {...form.field('description')} />
    {children}
  </FormDialog>
);
