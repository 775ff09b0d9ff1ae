import { ageWord, sexWord } from '../../../../src/words/animals.ts';
import { say, speaks } from '../../words.ts';
import { type BoardFilters, placedAt } from './board-filters.ts';
import { distanceText } from './distance.ts';

/** What the filters ask for, each wish with what gives it up. */
export function wishWords(filters: BoardFilters): { readonly wish: string; readonly without: Partial<BoardFilters> }[] {
  const { species, breed, age, sex, size, goodWith, hasPhotos, near, within } = filters;
  const speaker = speaks();
  const { first, animals } = speaker.words;
  const listOf = (type: Intl.ListFormatType, wishes: readonly string[]) =>
    new Intl.ListFormat(speaker.locale, { type }).format(wishes);
  const [, amount, unit] = /^(\d+)(km|mi)$/.exec(within) ?? [];
  const wishes: [wish: string, without: Partial<BoardFilters>][] = [
    [species, { species: '' }],
    [breed, { breed: '' }],
    [
      listOf(
        'disjunction',
        age.map((each) => ageWord(speaker, each)),
      ),
      { age: [] },
    ],
    [
      listOf(
        'disjunction',
        sex.map((each) => sexWord(speaker, each)),
      ),
      { sex: [] },
    ],
    [
      listOf(
        'disjunction',
        size.map((each) => animals.sizes[each]),
      ),
      { size: [] },
    ],
    [
      goodWith.length === 0
        ? ''
        : say(first.goodWith, { companions: goodWith.map((each) => first.companions[each]).join(', ') }),
      { goodWith: [] },
    ],
    [hasPhotos ? first.withPhotos : '', { hasPhotos: false }],
    [
      near === ''
        ? ''
        : amount === undefined
          ? say(first.near, { place: near })
          : say(first.within, { distance: distanceText(Number(amount), unit === 'mi' ? 'mi' : 'km'), place: near }),
      placedAt(filters, ''),
    ],
  ];
  return wishes.filter(([wish]) => wish !== '').map(([wish, without]) => ({ wish, without }));
}
