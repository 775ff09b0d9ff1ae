import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OTHER_BANDS } from '../../src/exporting/syndicated.ts';
import { AGES, ageOf } from '../../src/vocabulary/animal-profile.ts';
import { readAnimals } from '../importing/profile/read-animals.ts';
import {
  ADOPT_A_PET_TYPES,
  breedOf,
  colorsOf,
  days,
  line,
  many,
  orEmpty,
  references,
  runs,
  secondBreedOf,
  story,
  types,
} from './arbitrary.ts';
import { expectSame, nowMs } from './files.ts';

const adoptAPetRow = types.chain((type) =>
  fc
    .record({
      reference: references,
      name: line,
      breeds: fc.tuple(orEmpty(breedOf(type)), orEmpty(secondBreedOf(type))),
      digits: fc.array(fc.constantFrom('', '0', '1'), { minLength: 12, maxLength: 12 }),
      age: fc.constantFrom('', 'Baby', 'Young', 'Adult', 'Senior'),
      birthDate: orEmpty(days),
      size: fc.constantFrom('', 'S', 'M', 'L', 'XL'),
      sex: fc.constantFrom('', 'M', 'F'),
      colors: colorsOf(type, 1),
      story: story('<br>'),
      status: fc.constantFrom('Available', 'Adopted', 'Pending'),
      coat: fc.constantFrom('', 'Short', 'Long'),
      video: orEmpty(fc.constant('https://www.youtube.com/watch?v=dQw4w9WgXcQ')),
      pounds: orEmpty(fc.integer({ min: 1, max: 200 }).map(String)),
      dollars: orEmpty(fc.integer({ min: 1, max: 900 }).map(String)),
      heartworm: fc.constantFrom(['', ''], ['1', '0'], ['0', '1']),
    })
    .map((of) => ({
      Id: of.reference,
      Animal: ADOPT_A_PET_TYPES[type],
      Breed: of.breeds[0],
      Breed2: of.breeds[1],
      Purebred: of.digits[0]!,
      Age: of.birthDate === '' ? of.age : AGES[ageOf(of.birthDate, nowMs, OTHER_BANDS)],
      Name: of.name,
      Size: type === 'dog' || type === 'cat' ? of.size : '',
      Sex: of.sex,
      Color: of.colors[0] ?? '',
      Description: of.story,
      Status: of.status,
      GoodWKids: of.digits[1]!,
      GoodWCats: of.digits[2]!,
      GoodWDogs: of.digits[3]!,
      SpayedNeutered: of.digits[4]!,
      ShotsCurrent: of.digits[5]!,
      Housetrained: of.digits[6]!,
      Declawed: of.digits[7]!,
      SpecialNeeds: of.digits[8]!,
      HairLength: ['cat', 'rabbit', 'small-furry'].includes(type) ? of.coat : '',
      YouTubeVideoURL: of.video,
      Birthdate: of.birthDate.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'),
      Sizecurrent: of.pounds,
      SizeUOM: of.pounds === '' ? '' : 'lbs',
      AdoptionFee: of.dollars,
      Cratetrained: of.digits[9]!,
      HeartwormNegative: of.heartworm[0],
      HeartwormPositive: of.heartworm[1],
      Leashtrained: of.digits[10]!,
      IndoorOnly: of.digits[11]!,
      FIVPositive: of.digits[0]!,
      SpecialDietaryNeeds: '',
      PhotoURL: '',
      PhotoURL2: '',
      PhotoURL3: '',
      PhotoURL4: '',
    })),
);

const MIXES: Readonly<Record<string, string>> = { S: 'Small', M: 'Medium', L: 'Large', XL: 'Large' };
const mixOf = <Row extends { readonly Size: string }>(row: Row) =>
  row.Size === '' ? undefined : { ...row, Breed: `Mixed Breed (${MIXES[row.Size]})` };

test("Adopt-a-Pet's file", async () => {
  const files = many(adoptAPetRow, ({ Id }) => Id);
  await fc.assert(
    fc.asyncProperty(files, (rows) =>
      expectSame(rows, 'adopt-a-pet', (row, Id) => {
        if (row.Breed === '' || row.Status === 'Pending') return undefined;
        return row.Breed === 'Mixed Breed' ? mixOf({ ...row, Id }) : { ...row, Id };
      }),
    ),
    runs,
  );
});

test('animals to delete, and tests that contradict each other', async () => {
  const header = 'Id,Animal,Breed,Purebred,Name,Status,Birthdate,HeartwormNegative,HeartwormPositive';
  const { source, animals, summary } = await readAnimals(
    `${header}\n1,Dog,Boxer,1,Rex,Available,02/01/2024,0,0\n2,Dog,Boxer,1,Ann,Delete,,,\n`,
    'csv',
    { dayOrder: 'day-first' },
  );
  expect(source).toBe('Adopt-a-Pet');
  expect(animals.map(({ pet }) => pet.profile)).toEqual([
    { reference: '1', species: 'Dog', breed: { primary: 'Boxer', mixed: false }, birthDate: '2024-02-01' },
  ]);
  expect(summary.passedOver).toEqual({ 'no longer listed at Adopt-a-Pet': 1 });
});
