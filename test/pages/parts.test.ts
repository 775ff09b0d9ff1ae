import { describe, expect, test } from 'vitest';
import { categoryMeant } from '../../web/src/board/filters/category-meant.ts';
import { filterAddresses, matches } from '../../web/src/pets/filters.ts';
import { speciesOf } from '../../web/src/pets/species.ts';

describe("an animal's picture", () => {
  test.each([
    ['Dogs', 'dog'],
    ['Cats', 'cat'],
    ['Birds', 'bird'],
    ['Rabbits', 'rabbit'],
    ['Fish', 'fish'],
    ['Reptiles', 'reptile'],
    ['Small mammals', 'rodent'],
    ['Hunde und Welpen', 'dog'],
    ['Chats', 'cat'],
    ['Vögel', 'bird'],
    ['兔子', 'rabbit'],
    ['Ponies', 'other'],
    ['Cattle', 'other'],
    ['Shared homes', 'other'],
  ])('of the category %s shows: %s', (category, species) => {
    expect(speciesOf(category)).toBe(species);
  });

  test('is a paw without a category', () => {
    expect(speciesOf(undefined)).toBe('other');
  });
});

describe('the category that a search means', () => {
  const categories = new Map(['Dogs', 'Cats', 'Éléphants', 'Ox'].map((name, id) => [String(id), { id, name }]));
  const meant = (text: string, category?: string) => categoryMeant(categories, { text, category })?.name;

  test.each([
    ['dog', 'Dogs'],
    [' DOGS ', 'Dogs'],
    ['elephant', 'Éléphants'],
    ['do', undefined],
    ['dogma', undefined],
    ['ox', undefined],
  ])('of %j is %s', (text, name) => {
    expect(meant(text)).toBe(name);
    expect(meant(text, '1')).toBeUndefined();
  });
});

describe('the filters of the board', () => {
  const { addressOf, filtersOf } = filterAddresses('/', 'available');

  test.each(['/', '/?status=pending', '/?status=all&category=-9223372036854775808&q=Rex+%26+Co'])(
    'are kept in the address %s',
    (address) => {
      expect(addressOf(filtersOf(address.slice(1)))).toBe(address);
    },
  );

  test.each(['?status=eaten', '?category=dogs', '?category=1.5', '?category=9223372036854775808', '?nothing=known'])(
    'ignore %s',
    (search) => {
      expect(addressOf(filtersOf(search))).toBe('/');
    },
  );

  test('match what the service would list', () => {
    const rex = { id: 1, name: 'Rex', categoryId: 9_223_372_036_854_775_807n, status: 'available' } as const;
    expect(matches(filtersOf('?category=9223372036854775807&q=re'), rex)).toBe(true);
    expect(matches(filtersOf('?category=9223372036854775806'), rex)).toBe(false);
    expect(matches(filtersOf('?status=sold'), rex)).toBe(false);
    expect(matches(filtersOf('?status=all&q=max'), rex)).toBe(false);
  });
});
