import { answersTo, type Question } from '../../../../src/vocabulary/animals/application.ts';
import type { LanguageTag } from '../../../../src/vocabulary/languages.ts';
import { Select, TextArea } from '../../design/controls/field.tsx';
import { speaks, words } from '../../words.ts';
import { useVersion } from '../versions.tsx';
import type { Draft } from './draft.ts';

type Answers = Draft['answers'];

interface QuestionFieldsProps {
  readonly questions: readonly Question[];
  /** Of the originals, BCP 47, if it is known. */
  readonly language: string | undefined;
  readonly answers: Answers;
  readonly onAnswers: (answers: Answers) => void;
  /** Whether mistakes are shown. */
  readonly isChecked: boolean;
}

/** What the organization asks adopters: in the language of the page, if it is written in it. Answers are those to the originals. */
export function QuestionFields({ questions, language, ...field }: QuestionFieldsProps) {
  const own = speaks().language as LanguageTag;
  const byId = (all: readonly Question[]) => Object.fromEntries(all.map((question) => [question.id, question]));
  const translated = questions.flatMap((question) => {
    const version = question.translations?.[own];
    return version === undefined ? [] : [{ ...question, ...version }];
  });
  const { texts, langOf, noteOf } = useVersion(byId(questions), { [own]: byId(translated) }, language);
  /** A version may have only one of both. */
  const langOfPart = ({ id, translations }: Question, part: 'question' | 'choices') =>
    translations?.[own]?.[part] === undefined ? language : langOf(id);
  return (
    <>
      {translated[0] && noteOf(translated[0].id)}
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          shown={texts[question.id] ?? question}
          lang={langOfPart(question, 'question')}
          choicesLang={langOfPart(question, 'choices')}
          {...field}
        />
      ))}
    </>
  );
}

interface QuestionFieldProps extends Pick<QuestionFieldsProps, 'answers' | 'onAnswers' | 'isChecked'> {
  readonly question: Question;
  /** As visitors read it. */
  readonly shown: Pick<Question, 'question' | 'choices'>;
  readonly lang: string | undefined;
  readonly choicesLang: string | undefined;
}

function QuestionField({ question, shown, lang, choicesLang, answers, onAnswers, isChecked }: QuestionFieldProps) {
  const { id, required } = question;
  const { answerIt, choose, yesNo } = words().reserving;
  const options = answersTo(question);
  const field = {
    label: shown.question,
    labelLang: lang,
    isOptional: !required,
    required,
    value: answerTo(question, answers),
    error: isChecked && isMissing(question, answers) ? answerIt : undefined,
    onValue: (value: string) => onAnswers({ ...answers, [id]: value }),
  };
  if (options === undefined) return <TextArea {...field} rows={3} maxLength={2_000} />;
  const named = options.map((value, index) =>
    question.kind === 'yes_no'
      ? { value, label: (yesNo as Readonly<Record<string, string>>)[value] ?? value }
      : { value, label: shown.choices?.[index] ?? value, lang: choicesLang },
  );
  return <Select {...field} options={[{ value: '', label: choose }, ...named]} />;
}

/** An answer that the question no longer allows counts as none. */
function answerTo(question: Question, answers: Answers): string {
  const answer = answers[question.id] ?? '';
  return answersTo(question)?.includes(answer) === false ? '' : answer;
}

const isMissing = (question: Question, answers: Answers): boolean =>
  question.required && answerTo(question, answers).trim() === '';

export const hasMissing = (questions: readonly Question[], answers: Answers): boolean =>
  questions.some((question) => isMissing(question, answers));

/** The answers as an order or an application has them. */
export const answersFor = (questions: readonly Question[], answers: Answers) =>
  questions
    .map((question) => ({ questionId: question.id, answer: answerTo(question, answers).trim() }))
    .filter(({ answer }) => answer !== '');
