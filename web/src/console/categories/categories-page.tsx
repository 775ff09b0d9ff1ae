import '../../design/data/rows.css';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Category } from '../../../../client/src/petstore.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction, useIdempotencyKey } from '../../data/calls.ts';
import { useForm } from '../../data/use-form.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { TextArea, TextField } from '../../design/controls/field.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { actions, Table } from '../../design/data/table.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { Conflict, useVersionedEdit } from '../versioned-edit.tsx';
import {
  categories,
  categoriesByName,
  categoriesError,
  dropCategory,
  loadCategories,
  putCategory,
} from './categories.tsx';

type Opened = { readonly what: 'add' } | { readonly what: 'edit' | 'delete'; readonly category: Category };

export function Categories() {
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  const add = (
    <Button kind="primary" icon="plus" onClick={() => open({ what: 'add' })}>
      Add a category
    </Button>
  );
  return (
    <>
      <PageHeader title="Categories" about="Groups of animals, here and on the board." actions={add} />
      <ErrorNotice error={categoriesError.value} onRetry={() => void loadCategories()} />
      {(categories.value !== undefined || categoriesError.value === undefined) && (
        <div class="console-rows">
          <Card isFlush>
            <Table
              caption="Categories"
              rows={categoriesByName()}
              keyOf={({ id }) => id}
              isLoading={categories.value === undefined}
              columns={[
                {
                  header: 'Name',
                  phone: 'start',
                  cell: (category) => <Name category={category} onEdit={() => open({ what: 'edit', category })} />,
                },
                { header: 'Number', phone: 'hidden', cell: ({ id }) => <span class="quiet">{String(id)}</span> },
                {
                  header: 'Description',
                  phone: 'quiet optional',
                  cell: ({ description }) =>
                    description === undefined ? <span class="quiet">–</span> : <UserText>{description}</UserText>,
                },
                actions((category: Category) => (
                  <div class="row">
                    <Link class="small" href={`/console/animals?category=${category.id}`}>
                      View animals<span class="visually-hidden">: {category.name}</span>
                    </Link>
                    <IconButton
                      icon="edit"
                      label={`Edit ${category.name}`}
                      onClick={() => open({ what: 'edit', category })}
                    />
                    <IconButton
                      icon="trash"
                      label={`Delete ${category.name}`}
                      onClick={() => open({ what: 'delete', category })}
                    />
                  </div>
                )),
              ]}
              empty={
                <EmptyState icon="tag" title="No categories yet">
                  Add a category, such as Dogs, before you add animals.
                </EmptyState>
              }
            />
          </Card>
        </div>
      )}
      {opened?.what === 'add' && <AddCategory onClose={close} />}
      {opened?.what === 'edit' && <EditCategory category={opened.category} onClose={close} />}
      {opened?.what === 'delete' && <DeleteCategory category={opened.category} onClose={close} />}
    </>
  );
}

const Name = ({ category, onEdit }: { readonly category: Category; readonly onEdit: () => void }) => (
  <button type="button" class="console-link" onClick={onEdit}>
    <UserText>{category.name}</UserText>
  </button>
);

function DeleteCategory({ category, onClose }: { readonly category: Category; readonly onClose: () => void }) {
  const remove = useAction(async () => {
    await petstore.categories.delete(category.id, versionOf(await petstore.categories.get(category.id)));
    dropCategory(category.id);
    tell(`${category.name} was deleted.`);
    onClose();
  });
  if (remove.error?.code === 'category_in_use') return <InUse category={category} onClose={onClose} />;
  return (
    <Confirm
      title={around('Delete {}?', <UserText>{category.name}</UserText>)}
      verb="Delete"
      isDangerous
      action={remove}
      onClose={onClose}
    >
      <p>You cannot undo this. A category that still has animals is not deleted.</p>
    </Confirm>
  );
}

const InUse = ({ category, onClose }: { readonly category: Category; readonly onClose: () => void }) => (
  <Dialog
    title={around('{} is in use', <UserText>{category.name}</UserText>)}
    width="s"
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <LinkButton kind="primary" href={`/console/animals?category=${category.id}`}>
          View its animals
        </LinkButton>
      </>
    }
  >
    <p role="alert">This category still has animals. Move them to another category first.</p>
  </Dialog>
);

const draftOf = ({ name, description = '' }: Pick<Category, 'name' | 'description'>) => ({ name, description });

type Draft = ReturnType<typeof draftOf>;

const mistakesIn = ({ name }: Draft) => ({ name: name.trim() === '' ? 'Enter a name.' : undefined });

function AddCategory({ onClose }: { readonly onClose: () => void }) {
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

function EditCategory({ category, onClose }: EditCategoryProps) {
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
