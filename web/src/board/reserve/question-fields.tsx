import { answersTo, type Question } from '../../../../src/vocabulary/animals/application.ts';
import type { LanguageTag } from '../../../../src/vocabulary/languages.ts';
import { Select, TextArea } from '../../design/controls/field.tsx';
import { speaks, words } from '../../words.ts';
import { useVersion } from '../versions.tsx';
import { change, draft } from './draft.ts';

interface QuestionFieldsProps {
  readonly questions: readonly Question[];
  /** Of the originals, BCP 47, if it is known. */
  readonly language: string | undefined;
  /** Whether mistakes are shown. */
  readonly isChecked: boolean;
}

/** What the organization asks those who reserve: in the language of the page, if it is written in it. Answers are those to the originals. */
export function QuestionFields({ questions, language, isChecked }: QuestionFieldsProps) {
  const own = speaks().language as LanguageTag;
  const byId = (all: readonly Question[]) => Object.fromEntries(all.map((question) => [question.id, question]));
  const translated = questions.flatMap((question) => {
    const version = question.translations?.[own];
    return version === undefined ? [] : [{ ...question, ...version }];
  });
  const { texts, langOf, noteOf } = useVersion(byId(questions), { [own]: byId(translated) }, language);
  return (
    <>
      {translated[0] && noteOf(translated[0].id)}
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          shown={texts[question.id] ?? question}
          lang={langOf(question.id)}
          isChecked={isChecked}
        />
      ))}
    </>
  );
}

interface QuestionFieldProps {
  readonly question: Question;
  /** As visitors read it. */
  readonly shown: Pick<Question, 'question' | 'choices'>;
  readonly lang: string | undefined;
  readonly isChecked: boolean;
}

function QuestionField({ question, shown, lang, isChecked }: QuestionFieldProps) {
  const { id, required } = question;
  const { answers } = draft.value;
  const { answerIt, choose, yesNo } = words().reserving;
  const options = answersTo(question);
  const field = {
    label: shown.question,
    labelLang: lang,
    isOptional: !required,
    required,
    value: answerTo(question),
    error: isChecked && isMissing(question) ? answerIt : undefined,
    onValue: (value: string) => change({ answers: { ...answers, [id]: value } }),
  };
  if (options === undefined) return <TextArea {...field} rows={3} maxLength={2_000} />;
  const named = options.map((value, index) =>
    question.kind === 'yes_no'
      ? { value, label: (yesNo as Readonly<Record<string, string>>)[value] ?? value }
      : { value, label: shown.choices?.[index] ?? value, lang },
  );
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
