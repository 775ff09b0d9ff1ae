import type { AlertFilters, Category } from '../../../../client/src/petstore.ts';
import { AGES, COMPANIONS, SEXES, SIZES } from '../../../../src/vocabulary/animal-profile.ts';

/**
 * What an alert asks for, such as `Dog · Young · Good with cats`.
 *
 * @param categories by id as text, if they are known
 */
export function wantedWords(wanted: AlertFilters, categories?: ReadonlyMap<string, Category>): string {
  const { categoryId, species = [], breed = [], age = [], sex = [], size = [], goodWith = [], near, within } = wanted;
  const category = categoryId === undefined ? undefined : categories?.get(String(categoryId))?.name;
  const words = [
    categoryId === undefined ? undefined : (category ?? 'In one category'),
    species.join(' or '),
    breed.join(' or '),
    age.map((each) => AGES[each]).join(' or '),
    sex.map((each) => SEXES[each]).join(' or '),
    size.map((each) => SIZES[each]).join(' or '),
    goodWith.length === 0
      ? undefined
      : `Good with ${goodWith.map((each) => COMPANIONS[each].toLowerCase()).join(', ')}`,
    wanted.hasPhotos === true ? 'With photos' : undefined,
    near === undefined
      ? undefined
      : within === undefined
        ? `Near ${near}`
        : `Within ${within.replace(/(?=km|mi)/, ' ')} of ${near}`,
  ].filter((each) => each !== undefined && each !== '');
  return words.length === 0 ? 'Any animal' : words.join(' · ');
}
