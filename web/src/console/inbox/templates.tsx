import { useState } from 'preact/hooks';
import type { AnswerTemplate } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextArea, TextField } from '../../design/controls/field.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { UserText } from '../../design/text/user-text.tsx';

interface TemplatesProps {
  readonly organizationId: number;
  readonly onClose: () => void;
}

/** The templates of the organization's answers. */
export function Templates({ organizationId, onClose }: TemplatesProps) {
  const [edited, edit] = useState<Partial<AnswerTemplate>>();
  const list = useQuery(
    async () => (await petstore.answerTemplates.list(organizationId, { limit: 100 }).page()).items,
    [organizationId],
  );
  const remove = useAction(async ({ id }: AnswerTemplate) => {
    await petstore.answerTemplates.delete(organizationId, id);
    list.reload();
  });
  if (edited !== undefined)
    return (
      <TemplateForm
        organizationId={organizationId}
        template={edited}
        onClose={() => edit(undefined)}
        onSaved={() => {
          edit(undefined);
          list.reload();
        }}
      />
    );
  return (
    <Dialog
      title="Templates"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" icon="plus" onClick={() => edit({})}>
            Add a template
          </Button>
        </>
      }
    >
      <div class="stack">
        <p class="quiet">Texts for you and your colleagues to begin an answer.</p>
        <ErrorNotice error={list.error ?? remove.error} onRetry={list.reload} />
        {list.data?.length === 0 && <p>There are none yet.</p>}
        <ul class="inbox-templates">
          {list.data?.map((template) => (
            <li key={template.id} class="inbox-template stack dense">
              <div class="two-lines">
                <strong>
                  <UserText>{template.name}</UserText>
                </strong>
                <span class="small quiet inbox-excerpt">
                  <UserText>{template.text}</UserText>
                </span>
              </div>
              <IconButton icon="edit" label={`Edit ${template.name}`} onClick={() => edit(template)} />
              <IconButton
                icon="trash"
                label={`Remove ${template.name}`}
                busy={remove.isBusy}
                onClick={() => void remove.run(template)}
              />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

interface TemplateFormProps {
  readonly organizationId: number;
  /** Without an id it is added. */
  readonly template: Partial<AnswerTemplate>;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function TemplateForm({ organizationId, template, onClose, onSaved }: TemplateFormProps) {
  const { id, name = '', text = '' } = template;
  const form = useForm(
    { name, text },
    {
      mistakesIn: (typed) => ({
        name: typed.name.trim() === '' ? 'Enter a name.' : undefined,
        text: typed.text.trim() === '' ? 'Enter the text.' : undefined,
      }),
      async send(typed) {
        if (id === undefined) await petstore.answerTemplates.create(organizationId, typed);
        else await petstore.answerTemplates.update(organizationId, id, typed);
        onSaved();
      },
    },
  );
  return (
    <FormDialog
      title={id === undefined ? 'Add a template' : 'Edit the template'}
      verb="Save"
      onClose={onClose}
      {...form}
    >
      <TextField label="Name" maxLength={100} {...form.field('name')} />
      <TextArea
        label="Text"
        rows={8}
        maxLength={10_000}
        hint="{name} is who writes, {animal} the animal, {organization} your organization, {me} you."
        {...form.field('text')}
      />
    </FormDialog>
  );
}
