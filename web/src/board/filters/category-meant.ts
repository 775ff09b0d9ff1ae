import type { Category } from '../../../../client/src/petstore.ts';
import { searchable } from '../../../../src/vocabulary/text/searchable.ts';
import { mayMean, type PetFilters } from '../../pets/filters.ts';

/** Shorter names have no plural here. */
const leastLetters = 3;
/** Maximum letters that a plural adds: `dogs`, `Katzen`. */
const mostOfPlural = 2;

/**
 * The category whose name somebody types into the search: all of it, its beginning (`dog` for Dogs), its plural, or the same species in another
 * language (`Hund` for Dogs).
 *
 * @param speciesIn the species that a text names, as soon as that can be told
 */
export function categoryMeant(
  categories: ReadonlyMap<string, Category> | undefined,
  filters: Pick<PetFilters, 'text' | 'category'>,
  speciesIn?: (text: string) => string | undefined,
): Category | undefined {
  if (!mayMean(filters)) return undefined;
  const { text } = filters;
  const typed = searchable(text.trim());
  const named = [...(categories?.values() ?? [])].map((each) => ({ each, name: searchable(each.name) }));
  const isPlural = (name: string) =>
    name.length >= leastLetters && typed.startsWith(name) && typed.length - name.length <= mostOfPlural;
  const species = speciesIn?.(text);
  const found =
    named.find(({ name }) => name === typed) ??
    named.find(({ name }) => name.startsWith(typed)) ??
    named.find(({ name }) => isPlural(name)) ??
    named.find(({ each }) => species !== undefined && speciesIn?.(each.name) === species);
  return found?.each;
}
