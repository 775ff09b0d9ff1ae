import type { Versions } from '../languages.ts';

/** How a question of an organization is answered. */
export const QUESTION_KINDS = ['text', 'choice', 'yes_no'] as const;

/** The answers to a question of the kind `yes_no`. */
const YES_NO = ['yes', 'no'] as const;

export const mostQuestions = 30;
export const mostChoices = 20;

/** What an organization asks those who reserve its animals. */
export interface Question {
  readonly id: number;
  readonly question: string;
  readonly kind: (typeof QUESTION_KINDS)[number];
  readonly required: boolean;
  /** Of the kind `choice`. */
  readonly choices?: readonly string[];
  /** How visitors read it in other languages. An answer is one of the `choices` all the same. */
  readonly translations?: Versions<{ readonly question?: string; readonly choices?: readonly string[] }>;
}

/** The answers that a question allows; undefined if any text. */
export const answersTo = ({ kind, choices = [] }: Pick<Question, 'kind' | 'choices'>): readonly string[] | undefined =>
  kind === 'text' ? undefined : kind === 'yes_no' ? YES_NO : choices;

/**
 * An answer belongs to the question that has its text; of several with the same text, to the one in the same place among them.
 *
 * @returns `given` has the answers by the id of the question; the `rest` answers what is no longer asked
 */
export function matched<Answer extends { readonly question: string; readonly answer: string }>(
  questions: readonly Pick<Question, 'id' | 'question'>[],
  answers: readonly Answer[],
) {
  const rest = [...answers];
  const given = questions.flatMap(({ id, question }) => {
    const at = rest.findIndex((one) => one.question === question);
    return at === -1 ? [] : rest.splice(at, 1).map(({ answer }) => [id, answer] as const);
  });
  return { given: Object.fromEntries(given), rest };
}
