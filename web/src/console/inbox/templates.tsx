import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AnswerTemplate } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextArea, TextField } from '../../design/controls/field.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { UserText } from '../../design/text/user-text.tsx';

interface TemplatesProps {
  readonly organizationId: number;
  readonly onClose: () => void;
}

/** The templates of the organization's answers. */
export function Templates({ organizationId, onClose }: TemplatesProps): JSX.Element {
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
      isOpen
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
            <li key={template.id} class="inbox-template">
              <div class="inbox-template-words">
                <strong>
                  <UserText>{template.name}</UserText>
                </strong>
                <span class="small quiet inbox-excerpt">
                  <UserText>{template.text}</UserText>
                </span>
              </div>
              <Button
                kind="quiet"
                size="s"
                icon="edit"
                label={`Edit ${template.name}`}
                onClick={() => edit(template)}
              />
              <Button
                kind="quiet"
                size="s"
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

function TemplateForm({ organizationId, template, onClose, onSaved }: TemplateFormProps): JSX.Element {
  const [name, setName] = useState(template.name ?? '');
  const [text, setText] = useState(template.text ?? '');
  const [isChecked, setChecked] = useState(false);
  const isMissing = (value: string): boolean => isChecked && value.trim() === '';
  const save = useAction(async () => {
    const { id } = template;
    if (id === undefined) await petstore.answerTemplates.create(organizationId, { name, text });
    else await petstore.answerTemplates.update(organizationId, id, { name, text });
    onSaved();
  });
  return (
    <FormDialog
      title={template.id === undefined ? 'Add a template' : 'Edit the template'}
      verb="Save"
      isBusy={save.isBusy}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (name.trim() !== '' && text.trim() !== '') void save.run();
      }}
    >
      <TextField
        label="Name"
        maxLength={100}
        value={name}
        error={isMissing(name) ? 'Enter a name.' : undefined}
        onValue={setName}
      />
      <TextArea
        label="Text"
        rows={8}
        maxLength={10_000}
        value={text}
        error={isMissing(text) ? 'Enter the text.' : undefined}
        hint="{name} is who writes, {animal} the animal, {organization} your organization, {me} you."
        onValue={setText}
      />
      <ErrorNotice error={save.error} />
    </FormDialog>
  );
}
