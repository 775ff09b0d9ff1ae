import { ageWord, sexWord, termLabel } from '../../../../src/words/animals.ts';
import { say, speaks } from '../../words.ts';
import { type BoardFilters, placedAt } from './board-filters.ts';
import { withinText } from './distance.ts';

/** Such as `Young or Adult`. */
export const either = (wishes: readonly string[]): string =>
  new Intl.ListFormat(speaks().locale, { type: 'disjunction' }).format(wishes);

/** Such as `children, dogs`. */
export const listed = (items: readonly string[]): string =>
  new Intl.ListFormat(speaks().locale, { type: 'unit', style: 'short' }).format(items);

/** What the filters ask for, each wish with what gives it up. */
export function wishWords(filters: BoardFilters): { readonly wish: string; readonly without: Partial<BoardFilters> }[] {
  const { species, breed, age, sex, size, goodWith, hasPhotos, near, within } = filters;
  const speaker = speaks();
  const { first, animals } = speaker.words;
  const wishes: [wish: string, without: Partial<BoardFilters>][] = [
    [termLabel(speaker, 'species', species), { species: '' }],
    [termLabel(speaker, 'breeds', breed), { breed: '' }],
    [either(age.map((each) => ageWord(speaker, each))), { age: [] }],
    [either(sex.map((each) => sexWord(speaker, each))), { sex: [] }],
    [either(size.map((each) => animals.sizes[each])), { size: [] }],
    [
      goodWith.length === 0
        ? ''
        : say(first.goodWith, { companions: listed(goodWith.map((each) => first.companions[each])) }),
      { goodWith: [] },
    ],
    [hasPhotos ? first.withPhotos : '', { hasPhotos: false }],
    [
      near === ''
        ? ''
        : within === ''
          ? say(first.near, { place: near })
          : say(first.within, { distance: withinText(within), place: near }),
      placedAt(filters, ''),
    ],
  ];
  return wishes.filter(([wish]) => wish !== '').map(([wish, without]) => ({ wish, without }));
}
