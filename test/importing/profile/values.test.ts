import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breeds } from '../../../src/importing/profile/breeds.ts';
import { type CellReader, DEFAULT_HINTS, type Hints, Unread } from '../../../src/importing/profile/columns.ts';
import { htmlOfText, textOfHtml } from '../../../src/importing/profile/html.ts';
import { age, cents, day, flag, grams } from '../../../src/importing/profile/values.ts';
import { readAnimals } from './read-animals.ts';

const read = (reader: CellReader, cell: unknown, hints: Partial<Hints> = {}): unknown => {
  const value = reader(cell, { type: 'dog', hints: { ...DEFAULT_HINTS, ...hints }, text: () => '' });
  return value instanceof Unread ? 'unread' : value;
};

describe('a cell', () => {
  test.each([
    ['2024-05-01', '2024-05-01'],
    ['2024-5-1 10:30', '2024-05-01'],
    ['2024-05-01T23:59:59+02:00', '2024-05-01'],
    ['5/1/2024', '2024-05-01'],
    ['1.5.2024', '2024-05-01'],
    ['May 1st, 2024', '2024-05-01'],
    ['1 May 2024', '2024-05-01'],
    ['29 Feb 2024', '2024-02-29'],
    ['2/30/2024', 'unread'],
    ['13/5/2024', 'unread'],
    ['5/1/24', 'unread'],
    ['Mai 1 2024', 'unread'],
    ['soon', 'unread'],
  ])('%j is the day %j', (cell, value) => {
    expect(read(day, cell)).toBe(value);
  });

  test('has the day first only where that is said', () => {
    expect(read(day, '13/5/2024', { dayFirst: true })).toBe('2024-05-13');
  });

  test.each([
    ['12.5 lb', 5670],
    ['12 lb 4 oz', 5557],
    ['5kg', 5000],
    ['800 g', 800],
    [10, 4536],
    ['0', undefined],
    ['12 stone', 'unread'],
    ['1.2.3', 'unread'],
    ['heavy', 'unread'],
  ])('%j weighs %j grams', (cell, value) => {
    expect(read(grams(), cell)).toBe(value);
  });

  test.each([
    ['$1,250.00', 125_000],
    ['125', 12_500],
    ['0.5', 50],
    ['Free', 0],
    ['€ 80', 8000],
    ['-5', 'unread'],
    ['$150-$250', 'unread'],
    ['1,25', 'unread'],
  ])('%j costs %j cents', (cell, value) => {
    expect(read(cents, cell)).toBe(value);
  });

  test.each([
    ['Senior', 'senior'],
    ['puppy', 'baby'],
    ['3', 'adult'],
    ['2 years, 11 months', 'young'],
    ['8 wks', 'baby'],
    ['10 yrs old', 'senior'],
    ['unknown', undefined],
    ['3 moons', 'unread'],
  ])('%j is the age %j', (cell, value) => {
    expect(read(age, cell)).toBe(value);
  });

  test.each([
    ['Yes', true],
    [0, false],
    ['', undefined],
    ['Unknown', undefined],
    ['perhaps', 'unread'],
    [{}, 'unread'],
  ])('%j answers %j', (cell, value) => {
    expect(read(flag, cell)).toBe(value);
  });

  test.each([
    ['Lab', { primary: 'Labrador Retriever' }],
    ['Labrador Retriever Mix', { primary: 'Labrador Retriever', mixed: true }],
    ['lab / boxer', { primary: 'Labrador Retriever', secondary: 'Boxer', mixed: true }],
    ['Boxer x Pug', { primary: 'Boxer', secondary: 'Pug', mixed: true }],
    ['Australian Cattle Dog / Blue Heeler', { primary: 'Australian Cattle Dog / Blue Heeler' }],
    ['Collie, Bearded/Mixed Breed (Large)', { primary: 'Bearded Collie', mixed: true }],
    ['Moonhound', { primary: 'Moonhound' }],
    ['Unknown', { unknown: true }],
  ])('%j is the breed %j', (cell, value) => {
    expect(read(breeds, cell)).toEqual(value);
  });
});

/** Milliseconds: where each space is read on from, 100,000 take most of a minute. */
const soon = { timeout: 10_000 };

test('a cell of spaces is read as fast as any', soon, () => {
  const spaces = ' '.repeat(99_000);
  expect(read(breeds, `a${spaces}b`)).toBe('unread');
  expect(read(cents, `1${spaces}b`)).toBe('unread');
  expect(read(cents, '125  USD')).toBe(12_500);
});

test('a size of spaces is read as fast as any', soon, async () => {
  const animal = {
    'Internal-ID': '1',
    Name: 'Rex',
    Type: 'Dog',
    Status: 'Available',
    LastUpdatedUnixTime: '1588529866',
  };
  const sizes = ['Medium (20-59)', `Medium${' '.repeat(150_000)}!`];
  const rows = sizes.map((Size, i) => ({ ...animal, 'Internal-ID': String(i), Size }));
  const { animals, badCells } = await readAnimals(JSON.stringify({ animals: rows }), 'json');
  expect(animals.map(({ pet }) => pet.profile?.size)).toEqual(['medium', undefined]);
  expect(badCells).toMatchObject([{ line: 1, column: 'Size' }]);
});

describe('HTML', () => {
  test.each([
    ['<p>One&nbsp;&amp; two.</p>\n<p>Three<br/>four.</p>', 'One & two.\n\nThree\nfour.'],
    ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['a<script>alert(1)</script>b<!-- c -->d', 'abd'],
    ['5 < 6 & 7 > 6', '5 < 6 & 7 > 6'],
    ['&#10;x&#x1F600;&unknown;&#xD800;', 'x😀&unknown;&#xD800;'],
    ['a\r\nb\u0007', 'a\nb'],
  ])('%j is the text %j', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });

  test('of any text is read as that text', () => {
    const words = fc.constantFrom('<b>', '&amp;', '&', '<', '< 3', '</p>', 'a', '\n', ' b ', '&#10;', '<!--', 'é');
    fc.assert(
      fc.property(fc.array(words), (parts) => {
        const text = parts
          .join('')
          .replaceAll(/ *\n */g, '\n')
          .trim();
        expect(textOfHtml(htmlOfText(text, '<br />'))).toBe(text);
        expect(textOfHtml(htmlOfText(text, '&#10;'))).toBe(text);
      }),
    );
  });

  test.each(['<a', '<!--', '<script>', '&#1', '<p> '])('of 100,000 characters of %j is read in a moment', (part) => {
    const before = performance.now();
    textOfHtml(part.repeat(100_000 / part.length));
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
