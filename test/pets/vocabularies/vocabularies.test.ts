import { describe, expect, test } from 'vitest';
import { BREEDS } from '../../../src/vocabulary/animals/breeds.ts';
import { COLORS } from '../../../src/vocabulary/animals/colors.ts';
import { type AnimalType, ANIMAL_TYPES } from '../../../src/vocabulary/animals/species.ts';
import { speciesNamed, typeOfSpecies } from '../../../src/words/species-spellings.ts';
import { findBreed, findColor } from '../../../src/words/spellings.ts';
import { sharedService, startOnSqlite } from '../../support/service.ts';

const service = sharedService(startOnSqlite);

const get = async (path: string) => service.call('GET', `/v1/vocabularies/${path}`);

describe('names to complete while typing', () => {
  test('breeds of a species, by any word for it, in the order of the alphabet', async () => {
    const { body, headers } = await get('breeds?species=dogs');
    expect(body).toEqual(BREEDS.dog);
    expect(body).toContain('Labrador Retriever');
    expect(headers.get('cache-control')).toBe('private, max-age=86400');
    expect((await get('breeds?species=guinea%20pig')).body).toContain('Short-Haired');
  });

  test('colors of a species', async () => {
    expect((await get('colors?species=Cat')).body).toEqual(COLORS.cat);
  });

  test('all of them without a species, each once', async () => {
    const { body } = await get('colors');
    expect(body).toContain('Palomino');
    expect(new Set(body).size).toBe(body.length);
    expect((await get('species')).body).toEqual(expect.arrayContaining(['Dog', 'Guinea Pig', 'Snake']));
  });

  test('none of a species that the vocabulary lacks', async () => {
    expect((await get('breeds?species=dragon')).body).toEqual([]);
  });
});

test.each([
  ['dog', 275],
  ['cat', 67],
  ['rabbit', 44],
  ['small-furry', 19],
  ['horse', 34],
  ['bird', 39],
  ['scales-fins-other', 58],
  ['barnyard', 30],
] as const)('the breeds of the type %s are complete', (type, count) => {
  expect(new Set(BREEDS[type]).size).toBe(count);
});

describe('a free spelling', () => {
  test.each([
    ['dog', 'lab', 'Labrador Retriever'],
    ['dog', 'shih-tzu', 'Shih Tzu'],
    ['dog', 'Terrier, Rat', 'Rat Terrier'],
    ['dog', 'Terrier, American Pit Bull', 'Pit Bull Terrier'],
    ['dog', 'Mixed Breed (Large)', 'Mixed Breed'],
    ['dog', 'Westie', 'West Highland White Terrier / Westie'],
    ['cat', 'DSH', 'Domestic Short Hair'],
    ['cat', 'Domestic Shorthair', 'Domestic Short Hair'],
    ['cat', 'Pixie-Bob', 'Pixiebob'],
    ['rabbit', 'LIONHEAD', 'Lionhead'],
  ] as const)('of a %s, %j, is the breed %j', (type, spelling, name) => {
    expect(findBreed(spelling, type)).toBe(name);
  });

  test('means the breed of another type there', () => {
    expect(findBreed('Sheltie', 'dog')).toBe('Shetland Sheepdog / Sheltie');
    expect(findBreed('Sheltie', 'small-furry')).toBe('Silkie / Sheltie');
    expect(findBreed('Sheltie', undefined)).toBeUndefined();
  });

  test.each([
    ['dog', 'grey', 'Gray / Blue / Silver'],
    ['cat', 'blue', 'Gray / Blue / Silver'],
    ['cat', 'black and white', 'Black & White / Tuxedo'],
    ['dog', 'Brown', 'Brown / Chocolate'],
  ] as const)('of a %s, %j, is the color %j', (type, spelling, name) => {
    expect(findColor(spelling, type)).toBe(name);
  });

  test('that no vocabulary has stays as it is', () => {
    expect(findBreed('Moon Terrier of Mars', 'dog')).toBeUndefined();
    expect(findColor('Octarine', 'cat')).toBeUndefined();
    expect(speciesNamed('Dragon')).toBe('Dragon');
    expect(typeOfSpecies('Dragon')).toBeUndefined();
  });

  test('of a species is its name', () => {
    expect(['dogs', 'KITTEN', 'mice', 'Guinea pigs', 'Donkey/Mule'].map(speciesNamed)).toEqual([
      'Dog',
      'Cat',
      'Mouse',
      'Guinea Pig',
      'Donkey',
    ]);
  });

  test('no name of a vocabulary means another one', () => {
    for (const type of Object.keys(ANIMAL_TYPES) as AnimalType[]) {
      expect(BREEDS[type].map((name) => findBreed(name, type))).toEqual(BREEDS[type]);
      expect(COLORS[type].map((name) => findColor(name, type))).toEqual(COLORS[type]);
    }
  });
});
