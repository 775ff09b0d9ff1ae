import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { NewQuestion, PetstoreError } from '../../../../client/src/petstore.ts';
import { mostChoices } from '../../../../src/vocabulary/animals/application.ts';
import { Checkbox, Select, TextArea, TextField } from '../../design/controls/field.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';

interface QuestionDialogProps {
  /** Undefined for a new one. */
  readonly question: NewQuestion | undefined;
  readonly isBusy: boolean;
  readonly error: PetstoreError | undefined;
  readonly onRetry: (() => void) | undefined;
  readonly onClose: () => void;
  readonly onSave: (question: NewQuestion) => void;
}

/** Writes one question of the application. */
export function QuestionDialog(props: QuestionDialogProps): JSX.Element {
  const { question: before, isBusy, error, onRetry, onClose, onSave } = props;
  const [question, setQuestion] = useState(before?.question ?? '');
  const [kind, setKind] = useState<string>(before?.kind ?? 'text');
  const [choices, setChoices] = useState((before?.choices ?? []).join('\n'));
  const [required, setRequired] = useState(before?.required ?? false);
  const [isChecked, setChecked] = useState(false);
  const lines = choices
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const areChoices = lines.length >= 2 && lines.length <= mostChoices && new Set(lines).size === lines.length;
  const submit = () => {
    setChecked(true);
    if (question.trim() === '' || (kind === 'choice' && !areChoices)) return;
    onSave({
      ...(before?.id !== undefined && { id: before.id }),
      question: question.trim(),
      kind: kind as NewQuestion['kind'],
      required,
      ...(kind === 'choice' && { choices: lines }),
    });
  };
  return (
    <FormDialog
      title={before === undefined ? 'Add a question' : 'Edit a question'}
      verb="Save"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Question"
        maxLength={500}
        required
        autocomplete="off"
        value={question}
        error={isChecked && question.trim() === '' ? 'Enter the question.' : undefined}
        onValue={setQuestion}
      />
      <Select
        label="Answer"
        value={kind}
        onValue={setKind}
        options={[
          { value: 'text', label: 'A text' },
          { value: 'choice', label: 'A choice' },
          { value: 'yes_no', label: 'Yes or no' },
        ]}
      />
      {kind === 'choice' && (
        <TextArea
          label="Choices"
          hint="One per line."
          rows={4}
          required
          value={choices}
          error={isChecked && !areChoices ? `Enter 2 to ${mostChoices} different choices, one per line.` : undefined}
          onValue={setChoices}
        />
      )}
      <Checkbox label="Visitors must answer it" isChecked={required} onChecked={setRequired} />
      <ErrorNotice error={error} {...(onRetry !== undefined && { onRetry })} />
    </FormDialog>
  );
}
