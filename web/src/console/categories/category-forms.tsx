import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Category } from '../../../../client/src/petstore.ts';
import { petstore, versionOf } from '../../api.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { TextArea, TextField } from '../../design/controls/field.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { Conflict, useVersionedEdit } from '../versioned-edit.tsx';
import { putCategory } from './categories.tsx';

interface Draft {
  readonly name: string;
  readonly description: string;
}

export function AddCategory({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [draft, setDraft] = useState<Draft>({ name: '', description: '' });
  const keyFor = useIdempotencyKey();
  const add = useAction(async () => {
    const name = draft.name.trim();
    const description = draft.description.trim();
    const category = await petstore.categories.create(
      { name, ...(description !== '' && { description }) },
      { idempotencyKey: keyFor(`${name}\n${description}`) },
    );
    putCategory(category);
    tell(`${category.name} was added as number ${category.id}.`);
    onClose();
  });
  return (
    <CategoryDialog
      title="Add a category"
      verb="Add"
      draft={draft}
      onDraft={setDraft}
      action={add}
      onSubmit={() => void add.run()}
      onClose={onClose}
    />
  );
}

interface EditCategoryProps {
  readonly category: Category;
  readonly onClose: () => void;
}

export function EditCategory({ category, onClose }: EditCategoryProps): JSX.Element {
  const { draft, setDraft, isBusy, error, submit, conflict } = useVersionedEdit({
    shown: category,
    draftOf: ({ name, description = '' }: Category): Draft => ({ name, description }),
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
  return (
    <CategoryDialog
      title={around('Edit {}', <UserText>{category.name}</UserText>)}
      verb="Save"
      draft={draft}
      onDraft={setDraft}
      action={{ error, isBusy }}
      onSubmit={submit}
      onClose={onClose}
    >
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
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly action: Pick<Action<never, void>, 'isBusy' | 'error'>;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

function CategoryDialog(props: CategoryDialogProps): JSX.Element {
  const { draft, onDraft, action } = props;
  const [isChecked, setChecked] = useState(false);
  const submit = () => {
    setChecked(true);
    if (draft.name.trim() !== '') props.onSubmit();
  };
  return (
    <FormDialog title={props.title} onClose={props.onClose} verb={props.verb} isBusy={action.isBusy} onSubmit={submit}>
      <TextField
        label="Name"
        value={draft.name}
        error={isChecked && draft.name.trim() === '' ? 'Enter a name.' : undefined}
        onValue={(name) => onDraft({ ...draft, name })}
        maxLength={255}
        autoFocus
        autocomplete="off"
        required
      />
      <TextArea
        label="Description"
        isOptional
        rows={2}
        maxLength={1_000}
        value={draft.description}
        onValue={(description) => onDraft({ ...draft, description })}
      />
      <ErrorNotice error={action.error} onRetry={submit} />
      {props.children}
    </FormDialog>
  );
}
