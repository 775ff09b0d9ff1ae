/** The languages that the service speaks, by their BCP 47 tags. */
export const LANGUAGE_TAGS = ['en', 'es', 'de', 'fr', 'pl', 'pt-BR', 'ar'] as const;
export type LanguageTag = (typeof LANGUAGE_TAGS)[number];

/** Of a text that staff write, besides the original. */
export const mostVersions = 3;

/** What staff have written in other languages than the original's. */
export type Versions<Texts> = { readonly [Tag in LanguageTag]?: Texts };

/** Whether pages in a language show the original. @param language of the original, BCP 47, if it is known */
export const isOwn = (tag: string, language = ''): boolean =>
  `${language}-`.toLowerCase().startsWith(`${tag}-`.toLowerCase());

/**
 * The rule that versions break, as the end of the sentence "The field … ", and where; undefined if none.
 *
 * @param language of the original, BCP 47, if it is known
 */
export function versionFault(
  versions: Versions<unknown> = {},
  language?: string,
): { readonly field: string; readonly rule: string } | undefined {
  const tags = Object.keys(versions);
  if (tags.length > mostVersions)
    return { field: 'translations', rule: `must have at most ${mostVersions} languages besides the original` };
  const own = tags.find((tag) => isOwn(tag, language));
  return own === undefined
    ? undefined
    : { field: `translations.${own}`, rule: `must be left out: the original is in \`${language}\`` };
}
