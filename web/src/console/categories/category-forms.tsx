import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type Category, PetstoreError } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useSendOnce } from '../../board/send-once.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextArea, TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { versionOf } from '../animals/animals-list.ts';
import { Conflict } from '../conflict.tsx';
import { typedOver } from '../draft.ts';
import { putCategory } from './categories.ts';

interface Draft {
  readonly name: string;
  readonly description: string;
}

const draftOf = ({ name, description = '' }: Category): Draft => ({ name, description });

export function AddCategory({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [draft, setDraft] = useState<Draft>({ name: '', description: '' });
  const keyFor = useSendOnce();
  const add = useAction(async () => {
    const name = draft.name.trim();
    const description = draft.description.trim();
    const category = await petstore.categories.create(
      { name, ...(description !== '' && { description }) },
      { idempotencyKey: keyFor(`${name}\n${description}`) },
    );
    putCategory(category);
    tell(`${category.name} is there, under the number ${category.id}.`);
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

/** Changes the version that was read when it opened: what somebody else does meanwhile is told, and not overwritten. */
export function EditCategory({ category, onClose }: EditCategoryProps): JSX.Element {
  const [draft, setDraft] = useState(draftOf(category));
  const [theirs, setTheirs] = useState<Category>();
  const base = useQuery(async (signal) => {
    const now = await petstore.categories.get(category.id, { signal });
    setDraft((typed) => typedOver(draftOf(now), { opened: draftOf(category), typed }));
    return now;
  }, []);
  const save = useAction(async (version: Category) => {
    const description = draft.description.trim();
    const changes = { name: draft.name.trim(), description: description === '' ? null : description };
    try {
      const saved = await petstore.categories.update(category.id, changes, versionOf(version));
      putCategory(saved);
      tell(`${saved.name} is changed.`);
      onClose();
    } catch (failure) {
      if (!(failure instanceof PetstoreError) || failure.code !== 'precondition_failed') throw failure;
      setTheirs(await petstore.categories.get(category.id));
    }
  });
  const settle = (version: Category) => {
    base.set(version);
    setTheirs(undefined);
  };
  return (
    <CategoryDialog
      title={
        <>
          Edit <UserText>{category.name}</UserText>
        </>
      }
      verb="Save"
      draft={draft}
      onDraft={setDraft}
      action={{ ...save, error: save.error ?? base.error, isBusy: save.isBusy || base.isLoading }}
      onSubmit={() => {
        if (base.data === undefined) base.reload();
        else if (theirs === undefined) void save.run(base.data);
      }}
      onClose={onClose}
    >
      {theirs !== undefined && (
        <Conflict
          onTheirs={() => {
            settle(theirs);
            setDraft(draftOf(theirs));
            putCategory(theirs);
          }}
          onMine={() => {
            settle(theirs);
            void save.run(theirs);
          }}
        >
          It is now called <UserText>{theirs.name}</UserText>
          {theirs.description !== undefined && (
            <>
              : <UserText>{theirs.description}</UserText>
            </>
          )}
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
  const form = useId();
  const [isChecked, setChecked] = useState(false);
  const submit = () => {
    setChecked(true);
    if (draft.name.trim() !== '') props.onSubmit();
  };
  return (
    <Dialog
      title={props.title}
      isOpen
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} busy={action.isBusy}>
            {props.verb}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        <TextField
          label="Name"
          value={draft.name}
          error={isChecked && draft.name.trim() === '' ? 'Give it a name.' : undefined}
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
      </Form>
    </Dialog>
  );
}
