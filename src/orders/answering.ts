import { ApiError } from '../http/errors.ts';
import { answersTo, type Question } from '../vocabulary/animals/application.ts';
import type { NewOrder, Order } from './schema.ts';

/**
 * The answers as the order keeps them, with the questions as they were asked, in the order of the questions.
 *
 * @param isComplete whether required questions must be answered
 * @throws ApiError `invalid_body`
 */
export function answersOf(
  given: NonNullable<NewOrder['answers']>,
  questions: readonly Question[],
  isComplete: boolean,
): NonNullable<Order['answers']> {
  const byId = new Map<number, { readonly answer: string; readonly field: string }>();
  for (const [index, { questionId, answer }] of given.entries()) {
    const field = `answers.${index}`;
    if (!questions.some(({ id }) => id === questionId))
      throw refusal(
        `${field}.questionId`,
        "must be the `id` of a question of the animal's organization: read it again",
      );
    if (byId.has(questionId)) throw refusal(`${field}.questionId`, 'must be given once');
    byId.set(questionId, { answer, field });
  }
  return questions.flatMap((question) => {
    const found = byId.get(question.id);
    if (found === undefined) {
      if (isComplete && question.required)
        throw new ApiError(
          'invalid_body',
          `The field \`answers\` must answer the question ${question.id}, "${question.question}", which is required.`,
        );
      return [];
    }
    const allowed = answersTo(question);
    if (allowed?.includes(found.answer) === false)
      throw refusal(`${found.field}.answer`, `must be one of ${allowed.map((one) => `\`${one}\``).join(', ')}`);
    return [{ question: question.question, answer: found.answer }];
  });
}

const refusal = (field: string, rule: string): ApiError =>
  new ApiError('invalid_body', `The field \`${field}\` ${rule}.`);
