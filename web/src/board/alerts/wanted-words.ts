import type { AlertFilters, Category } from '../../../../client/src/petstore.ts';
import { termLabel } from '../../../../src/words/animals.ts';
import type { TermKind } from '../../../../src/words/terms.ts';
import { speaks, words } from '../../words.ts';
import { ADDRESSES } from '../filters/board-filters.ts';
import { either as eitherOf, wishWords } from '../filters/wish-words.ts';

/**
 * What an alert asks for, such as `Dog · Young · Good with cats`.
 *
 * @param categories by id as text, if they are known
 */
export function wantedWords(
  { categoryId, species = [], breed = [], ...wanted }: AlertFilters,
  categories?: ReadonlyMap<string, Category>,
): string {
  const { finding } = words();
  const category = categoryId === undefined ? [] : [categories?.get(String(categoryId))?.name ?? finding.inOneCategory];
  const either = (kind: TermKind, names: readonly string[]) =>
    eitherOf(names.map((name) => termLabel(speaks(), kind, name)));
  const named = { species: either('species', species), breed: either('breeds', breed) };
  const wishes = wishWords({ ...ADDRESSES.filtersOf(''), ...wanted, ...named }).map(({ wish }) => wish);
  return [...category, ...wishes].join(' · ') || finding.anyAnimal;
}
