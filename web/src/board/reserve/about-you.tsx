import type { Question } from '../../../../src/vocabulary/animals/application.ts';
import { TextArea, TextField } from '../../design/controls/field.tsx';
import { words } from '../../words.ts';
import type { Draft } from './draft.ts';
import { QuestionFields } from './question-fields.tsx';

interface AboutYouProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly questions: readonly Question[];
  /** Of the questions, BCP 47, if it is known. */
  readonly language: string | undefined;
  readonly isChecked: boolean;
}

/** What adopters say about themselves, besides name and address. */
export const AboutYou = ({ draft: { phone, note, answers }, change, ...asked }: AboutYouProps) => (
  <>
    <TextField
      label={words().reserving.phone}
      isOptional
      name="phone"
      type="tel"
      dir="ltr"
      autocomplete="tel"
      maxLength={50}
      value={phone}
      onValue={(value) => change({ phone: value })}
    />
    <QuestionFields answers={answers} onAnswers={(all) => change({ answers: all })} {...asked} />
    <TextArea
      label={words().reserving.note}
      isOptional
      rows={3}
      maxLength={2_000}
      value={note}
      onValue={(value) => change({ note: value })}
    />
  </>
);
