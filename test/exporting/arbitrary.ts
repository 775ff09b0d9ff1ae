import fc from 'fast-check';
import { BREEDS } from '../../src/vocabulary/animals/breeds.ts';
import { COLORS } from '../../src/vocabulary/animals/colors.ts';
import { ANIMAL_TYPES, type AnimalType } from '../../src/vocabulary/animals/species.ts';

/** What the files of other systems may hold. */

const WORDS = [
  'Rex',
  'É',
  'Ann-Marie',
  '5"',
  "O'Neil",
  'a;b',
  'x,y',
  '&',
  '& co',
  '<3',
  '😀',
  'tail',
  'laps',
  '1/2',
  '…',
];

/** Text of one line. */
export const line = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));

/** Text of several lines, as `separator` separates them. */
export const story = (separator: string) =>
  fc.array(line, { minLength: 0, maxLength: 4 }).map((lines) => lines.join(separator));

export const types = fc.constantFrom<AnimalType>('dog', 'cat', 'rabbit', 'small-furry', 'horse', 'bird', 'barnyard');

/** A breed that the vocabulary has, or one that it lacks. */
export const breedOf = (type: AnimalType) =>
  fc.oneof(fc.constantFrom(...BREEDS[type]), fc.constantFrom('Zonkey of Mars', 'Q 7'));

/** In a second column, `Mixed Breed` only says that there is one. */
export const secondBreedOf = (type: AnimalType) => breedOf(type).filter((name) => name !== 'Mixed Breed');

export const colorsOf = (type: AnimalType, maxLength = 3) =>
  fc.uniqueArray(fc.constantFrom(...COLORS[type], 'Octarine'), { maxLength });

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
export const days = fc.integer({ min: Date.UTC(2008, 0), max: Date.UTC(2026, 9) }).map(day);

export const orEmpty = (of: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), of);
export const references = fc.stringMatching(/^[A-Z][A-Z0-9]{5,9}$/);

/** The types as each of the systems names them. */
export const PETFINDER_TYPES = ANIMAL_TYPES;
export const ASM3_TYPES = { ...ANIMAL_TYPES, 'small-furry': 'Small&Furry' };
export const ADOPT_A_PET_TYPES = { ...ANIMAL_TYPES, 'small-furry': 'Small Animal', barnyard: 'Farm Animal' };

export const runs = { numRuns: 8 };
/** Each run imports many animals at once. */
export const many = <Row>(row: fc.Arbitrary<Row>, reference: (of: Row) => string) =>
  fc.uniqueArray(row, { selector: reference, minLength: 1, maxLength: 20 });
