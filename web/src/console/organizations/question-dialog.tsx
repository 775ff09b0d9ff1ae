import type { NewQuestion } from '../../../../client/src/petstore.ts';
import { mostChoices } from '../../../../src/vocabulary/animals/application.ts';
import { LANGUAGE_TAGS, type LanguageTag } from '../../../../src/vocabulary/languages.ts';
import { useForm } from '../../data/use-form.ts';
import { Checkbox, Select, TextArea, TextField } from '../../design/controls/field.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { linesOf } from '../../design/text/lines-of.ts';
import { ChangeError } from '../change-error.tsx';
import { InOtherLanguages } from '../in-other-languages.tsx';

interface QuestionDialogProps {
  /** Undefined for a new one. */
  readonly question: NewQuestion | undefined;
  /** Of what the organization writes, BCP 47, if it is known. */
  readonly language: string | undefined;
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

type Version = `${LanguageTag}.${'question' | 'choices'}`;
type Draft = Record<'question' | 'kind' | 'choices' | Version, string> & { readonly required: boolean };

/** A question in other languages, as it is typed. */
const versionsOf = ({ translations = {} }: Partial<NewQuestion> = {}) =>
  Object.fromEntries(
    LANGUAGE_TAGS.flatMap((tag) => {
      const { question = '', choices = [] } = translations[tag] ?? {};
      return [
        [`${tag}.question`, question],
        [`${tag}.choices`, choices.join('\n')],
      ];
    }),
  ) as Record<Version, string>;

/** What is typed, without what is empty. */
function translationsIn(draft: Draft): NonNullable<NewQuestion['translations']> {
  const typed = LANGUAGE_TAGS.map((tag) => {
    const question = draft[`${tag}.question`].trim();
    const choices = draft.kind === 'choice' ? linesOf(draft[`${tag}.choices`]) : [];
    return [tag, { ...(question !== '' && { question }), ...(choices.length > 0 && { choices }) }] as const;
  });
  return Object.fromEntries(typed.filter(([, version]) => Object.keys(version).length > 0));
}

/** Writes one question of the application. */
export function QuestionDialog({ question: before, language, save, onClose, onStale }: QuestionDialogProps) {
  const form = useForm<Draft>(
    {
      question: before?.question ?? '',
      kind: before?.kind ?? 'text',
      choices: (before?.choices ?? []).join('\n'),
      required: before?.required ?? false,
      ...versionsOf(before),
    },
    {
      mistakesIn: ({ question, kind, choices, ...versions }) => ({
        question: question.trim() === '' ? 'Enter the question.' : undefined,
        choices:
          kind === 'choice' && !areChoices(linesOf(choices))
            ? `Enter 2 to ${mostChoices} different choices, one per line.`
            : undefined,
        ...Object.fromEntries(
          LANGUAGE_TAGS.map((tag) => {
            const { length } = linesOf(versions[`${tag}.choices`]);
            const isWrong = kind === 'choice' && length > 0 && length !== linesOf(choices).length;
            return [`${tag}.choices`, isWrong ? 'Enter a line for each of the choices above.' : undefined];
          }),
        ),
      }),
      send: (draft) => {
        const { question, kind, choices, required } = draft;
        return save({
          ...(before?.id !== undefined && { id: before.id }),
          question: question.trim(),
          kind: kind as NewQuestion['kind'],
          required,
          ...(kind === 'choice' && { choices: linesOf(choices) }),
          translations: translationsIn(draft),
        });
      },
    },
  );
  return (
    <FormDialog
      title={before === undefined ? 'Add a question' : 'Edit a question'}
      verb="Save"
      onClose={onClose}
      {...form}
      error={undefined}
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
      <InOtherLanguages
        language={language}
        isWritten={(tag) => form.draft[`${tag}.question`] + form.draft[`${tag}.choices`] !== ''}
        hasMistake={LANGUAGE_TAGS.some((tag) => form.field(`${tag}.choices`).error !== undefined)}
      >
        {(tag) => (
          <>
            <TextField
              label="Question"
              lang={tag}
              maxLength={500}
              autocomplete="off"
              {...form.field(`${tag}.question`)}
            />
            {form.draft.kind === 'choice' && (
              <TextArea
                label="Choices"
                hint="One per line, in the same order. You read the answers as you wrote them above."
                lang={tag}
                rows={4}
                {...form.field(`${tag}.choices`)}
              />
            )}
          </>
        )}
      </InOtherLanguages>
      <Checkbox
        label="Visitors must answer it"
        isChecked={form.draft.required}
        onChecked={(required) => form.set({ required })}
      />
      <ChangeError change={form} onStale={onStale} />
    </FormDialog>
  );
}
