import { AGES, COMPANIONS, SEXES, SIZES } from '../../../../src/vocabulary/animal-profile.ts';
import { type BoardFilters, placedAt } from './board-filters.ts';

/** What the filters ask for, each wish with what gives it up. */
export function wishWords(
  filters: BoardFilters,
): { readonly words: string; readonly without: Partial<BoardFilters> }[] {
  const { species, breed, age, sex, size, goodWith, hasPhotos, near, within } = filters;
  const together = (words: readonly string[]) => words.join(' or ');
  const wishes: [words: string, without: Partial<BoardFilters>][] = [
    [species, { species: '' }],
    [breed, { breed: '' }],
    [together(age.map((each) => AGES[each])), { age: [] }],
    [together(sex.map((each) => SEXES[each])), { sex: [] }],
    [together(size.map((each) => SIZES[each])), { size: [] }],
    [
      goodWith.length === 0 ? '' : `Good with ${goodWith.map((each) => COMPANIONS[each].toLowerCase()).join(', ')}`,
      { goodWith: [] },
    ],
    [hasPhotos ? 'With photos' : '', { hasPhotos: false }],
    [
      near === '' ? '' : within === '' ? `Near ${near}` : `Within ${within.replace(/(?=km|mi)/, ' ')} of ${near}`,
      placedAt(filters, ''),
    ],
  ];
  return wishes.filter(([words]) => words !== '').map(([words, without]) => ({ words, without }));
}
