import type { JSX } from 'preact';
import { answersTo, type Question } from '../../../../src/vocabulary/animals/application.ts';
import { Select, TextArea } from '../../design/controls/field.tsx';
import { words } from '../../words.ts';
import { change, draft } from './draft.ts';

interface QuestionFieldsProps {
  readonly questions: readonly Question[];
  /** Whether mistakes are shown. */
  readonly isChecked: boolean;
}

/** What the organization asks those who reserve. */
export const QuestionFields = ({ questions, isChecked }: QuestionFieldsProps): JSX.Element => (
  <>
    {questions.map((question) => (
      <QuestionField key={question.id} question={question} isChecked={isChecked} />
    ))}
  </>
);

function QuestionField({ question, isChecked }: { readonly question: Question; readonly isChecked: boolean }) {
  const { id, question: label, required } = question;
  const { answers } = draft.value;
  const { answerIt, choose, yesNo } = words().reserving;
  const options = answersTo(question);
  const field = {
    label,
    isOptional: !required,
    required,
    value: answerTo(question),
    error: isChecked && isMissing(question) ? answerIt : undefined,
    onValue: (value: string) => change({ answers: { ...answers, [id]: value } }),
  };
  if (options === undefined) return <TextArea {...field} rows={3} maxLength={2_000} />;
  const named = options.map((value) => ({
    value,
    label: question.kind === 'yes_no' ? ((yesNo as Readonly<Record<string, string>>)[value] ?? value) : value,
  }));
  return <Select {...field} options={[{ value: '', label: choose }, ...named]} />;
}

/** An answer that the question no longer allows counts as none. */
function answerTo(question: Question): string {
  const answer = draft.value.answers[question.id] ?? '';
  return answersTo(question)?.includes(answer) === false ? '' : answer;
}

const isMissing = (question: Question): boolean => question.required && answerTo(question).trim() === '';

export const hasMissing = (questions: readonly Question[]): boolean => questions.some(isMissing);

/** The answers as an order has them. */
export const answersFor = (questions: readonly Question[]) =>
  questions
    .map((question) => ({ questionId: question.id, answer: answerTo(question).trim() }))
    .filter(({ answer }) => answer !== '');
