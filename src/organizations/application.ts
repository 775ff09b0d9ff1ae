import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../http/errors.ts';
import { mostChoices } from '../vocabulary/animals/application.ts';
import { versionFault } from '../vocabulary/languages.ts';
import { merged } from '../vocabulary/merge-patch.ts';
import type { NewQuestion, Organization, Question } from './schema.ts';

/**
 * The questions as they are stored. A question keeps its `id` while it keeps its text; a new one, and one that is asked differently, gets
 * one that no question of the organization ever had, so that an answer is one to the question that was read. A program that does not know
 * `translations` keeps them as long as it keeps the words.
 *
 * @param before the questions that the organization has
 * @throws ApiError `invalid_body`
 */
export function questionsOf(given: readonly NewQuestion[], before: readonly Question[], nowMs: number): Question[] {
  const known = new Map(before.map((question) => [question.id, question]));
  let next = Math.max(nowMs, ...known.keys()) + 1;
  const used = new Set<number>();
  return given.map(({ id, question, kind, required = false, choices, translations }, index) => {
    const field = `application.${index}`;
    const same = id === undefined || known.get(id)?.question !== question ? undefined : known.get(id);
    const kept = isDeepStrictEqual(same?.choices, choices) ? same?.translations : undefined;
    if (id !== undefined && (!known.has(id) || used.has(id)))
      throw refusal(`${field}.id`, 'must be the `id` of a present question, given once; leave it out for a new one');
    if (kind !== 'choice' && choices !== undefined)
      throw refusal(`${field}.choices`, 'must be left out: only a question of the kind `choice` has choices');
    if (kind === 'choice' && (choices === undefined || choices.length < 2 || new Set(choices).size < choices.length))
      throw refusal(`${field}.choices`, `must be 2 to ${mostChoices} different texts`);
    const versions = merged({}, translations ?? kept ?? {});
    for (const [tag, { choices: shown }] of Object.entries<{ readonly choices?: readonly string[] }>(versions))
      if (shown !== undefined && shown.length !== choices?.length)
        throw refusal(`${field}.translations.${tag}.choices`, 'must have a text for each of the `choices`');
    if (id !== undefined) used.add(id);
    return {
      id: same?.id ?? next++,
      question,
      kind,
      required,
      ...(choices === undefined ? {} : { choices }),
      ...(Object.keys(versions).length === 0 ? {} : { translations: versions }),
    };
  });
}

/**
 * Refuses versions of an organization's texts and questions that are too many, or in the language of the original.
 *
 * @throws ApiError `invalid_body`
 */
export function requireVersions({ locale, translations, application = [] }: Partial<Organization>): void {
  const texts = [{ path: '', translations }, ...application.map((one, i) => ({ path: `application.${i}.`, ...one }))];
  for (const { path, translations: versions } of texts) {
    const fault = versionFault(versions, locale);
    if (fault !== undefined) throw refusal(path + fault.field, fault.rule);
  }
}

const refusal = (field: string, rule: string): ApiError =>
  new ApiError('invalid_body', `The field \`${field}\` ${rule}.`);
