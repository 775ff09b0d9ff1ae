import type { JSX } from 'preact';
import type { NewQuestion } from '../../../../client/src/petstore.ts';
import { mostChoices } from '../../../../src/vocabulary/animals/application.ts';
import { useForm } from '../../data/use-form.ts';
import { Checkbox, Select, TextArea, TextField } from '../../design/controls/field.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { linesOf } from '../../design/text/lines-of.ts';
import { ChangeError } from '../change-error.tsx';

interface QuestionDialogProps {
  /** Undefined for a new one. */
  readonly question: NewQuestion | undefined;
  readonly onClose: () => void;
  readonly onStale: () => void;
  /** @throws PetstoreError */
  readonly save: (question: NewQuestion) => Promise<void>;
}

export const KINDS: Readonly<Record<NewQuestion['kind'], string>> = {
  text: 'A text',
  choice: 'A choice',
  yes_no: 'Yes or no',
};

const areChoices = (lines: readonly string[]): boolean =>
  lines.length >= 2 && lines.length <= mostChoices && new Set(lines).size === lines.length;

/** Writes one question of the application. */
export function QuestionDialog({ question: before, save, onClose, onStale }: QuestionDialogProps): JSX.Element {
  const form = useForm<Record<'question' | 'kind' | 'choices', string> & { readonly required: boolean }>(
    {
      question: before?.question ?? '',
      kind: before?.kind ?? 'text',
      choices: (before?.choices ?? []).join('\n'),
      required: before?.required ?? false,
    },
    {
      mistakesIn: ({ question, kind, choices }) => ({
        question: question.trim() === '' ? 'Enter the question.' : undefined,
        choices:
          kind === 'choice' && !areChoices(linesOf(choices))
            ? `Enter 2 to ${mostChoices} different choices, one per line.`
            : undefined,
      }),
      send: ({ question, kind, choices, required }) =>
        save({
          ...(before?.id !== undefined && { id: before.id }),
          question: question.trim(),
          kind: kind as NewQuestion['kind'],
          required,
          ...(kind === 'choice' && { choices: linesOf(choices) }),
        }),
    },
  );
  return (
    <FormDialog
      title={before === undefined ? 'Add a question' : 'Edit a question'}
      verb="Save"
      onClose={onClose}
      {...form}
    >
      <TextField label="Question" maxLength={500} required autocomplete="off" {...form.field('question')} />
      <Select
        label="Answer"
        {...form.field('kind')}
        options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
      />
      {form.draft.kind === 'choice' && (
        <TextArea label="Choices" hint="One per line." rows={4} required {...form.field('choices')} />
      )}
      <Checkbox
        label="Visitors must answer it"
        isChecked={form.draft.required}
        onChecked={(required) => form.set({ required })}
      />
      <ChangeError change={form} onStale={onStale} />
    </FormDialog>
  );
}
