import { expect, test } from 'vitest';
import { age } from '../../../src/importing/reading/ages.ts';
import { compatibility, flag, withChildren } from '../../../src/importing/reading/answers.ts';
import { breeds, colors, secondBreed, species } from '../../../src/importing/reading/breeds.ts';
import { line, story, words } from '../../../src/importing/reading/cells.ts';
import { birthDay, day, dayEvidence } from '../../../src/importing/reading/days.ts';
import { currencyEvidence, fee } from '../../../src/importing/reading/fees.ts';
import { intakeType } from '../../../src/importing/reading/journeys.ts';
import { microchip } from '../../../src/importing/reading/microchips.ts';
import { nameIn } from '../../../src/importing/reading/names.ts';
import { decimalEvidence } from '../../../src/importing/reading/numbers.ts';
import { altered, sex } from '../../../src/importing/reading/sexes.ts';
import { outcomeStanding, standingOf } from '../../../src/importing/reading/standing.ts';
import { grams, weightUnitEvidence } from '../../../src/importing/reading/weights.ts';
import { read } from './read.ts';

const READERS = {
  age,
  altered,
  birthDay,
  breeds,
  colors,
  compatibility,
  day,
  fee,
  flag,
  grams: grams(),
  intakeType,
  line,
  microchip,
  secondBreed,
  sex,
  species: species('breed'),
  story,
  withChildren,
  words,
};
const OTHERS = {
  currencyEvidence,
  dayEvidence,
  decimalEvidence,
  nameIn,
  outcomeStanding,
  standingOf,
  weightUnitEvidence,
};
const PARTS = [
  ' ',
  '1',
  '1 ',
  '1,',
  '1.',
  '1/',
  'a',
  'a ',
  '-',
  ' - ',
  '<',
  '&',
  '&#1',
  '(',
  '[',
  '/',
  ' x ',
  ', ',
  '½',
  '$',
  '="',
  '*',
  'not ',
  'about ',
  '1 y ',
  'to ',
  '\u0301',
];

/** Where a pattern reads on from each place, texts of this length take minutes. */
test('a text of 100,000 characters is read or refused in a moment, whatever it repeats', { timeout: 20_000 }, () => {
  for (const part of PARTS)
    for (const length of [1_000, 10_000, 100_000]) {
      const text = `${part.repeat(length / part.length)}!`;
      for (const reader of Object.values(READERS)) read(reader, text);
      for (const reader of Object.values(OTHERS)) reader(text);
    }
  expect(Object.values(READERS).map((reader) => read(reader, Symbol('no text')))).toEqual(
    Object.keys(READERS).map(() => 'unread'),
  );
});
