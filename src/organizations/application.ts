import { ApiError } from '../http/errors.ts';
import { mostChoices } from '../vocabulary/animals/application.ts';
import type { NewQuestion, Question } from './schema.ts';

/**
 * The questions as they are stored. A question keeps its `id`; a new one gets one that no question of the organization ever had, so that an
 * answer to a removed question answers no other one.
 *
 * @param before the questions that the organization has
 * @throws ApiError `invalid_body`
 */
export function questionsOf(given: readonly NewQuestion[], before: readonly Question[], nowMs: number): Question[] {
  const known = new Set(before.map(({ id }) => id));
  let next = Math.max(nowMs, ...known) + 1;
  const used = new Set<number>();
  return given.map(({ id, question, kind, required = false, choices }, index) => {
    const field = `application.${index}`;
    if (id !== undefined && (!known.has(id) || used.has(id)))
      throw refusal(
        `${field}.id`,
        'must be that of one of the present questions, given once; leave it out for a new one',
      );
    if (kind !== 'choice' && choices !== undefined)
      throw refusal(`${field}.choices`, 'must be left out: only a question of the kind `choice` has choices');
    if (kind === 'choice' && (choices === undefined || choices.length < 2 || new Set(choices).size < choices.length))
      throw refusal(`${field}.choices`, `must be 2 to ${mostChoices} different texts`);
    const own = id ?? next++;
    used.add(own);
    return { id: own, question, kind, required, ...(choices === undefined ? {} : { choices }) };
  });
}

const refusal = (field: string, rule: string): ApiError =>
  new ApiError('invalid_body', `The field \`${field}\` ${rule}.`);
