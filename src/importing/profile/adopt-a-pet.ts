import { age } from '../reading/ages.ts';
import { compatibility, flag, specialNeeds, trained, upToDate } from '../reading/answers.ts';
import { breed, color, secondBreed, species } from '../reading/breeds.ts';
import { line, story, word } from '../reading/cells.ts';
import { birthDay } from '../reading/days.ts';
import { fee } from '../reading/fees.ts';
import { coat, size } from '../reading/looks.ts';
import { altered, sex } from '../reading/sexes.ts';
import { type CellReader, profileColumns } from './columns.ts';
import { videos } from './lists.ts';
import { weightIn } from './rescuegroups.ts';

const colorsOf: CellReader = (cell, row) => {
  const name = color(cell, row);
  return typeof name === 'string' ? [name] : name;
};

/** Always with the month first. */
const americanDay: CellReader = (cell, row) => birthDay(cell, { ...row, hints: { ...row.hints, dayFirst: false } });

/** Adopt-a-Pet's file of animals. Source: sheltermanager/asm3, src/asm3/publishers/adoptapet.py. */
export const adoptAPetProfile = profileColumns([
  ['reference', 'id', line],
  ['species', 'animal', species('breed')],
  ['breed.primary', 'breed', breed],
  ['breed.secondary', 'breed2', secondBreed],
  [
    'breed.mixed',
    'purebred',
    word([
      ['1 yes', false],
      ['0 no', true],
    ]),
  ],
  ['age', 'age', age],
  ['size', 'size', size],
  ['sex', 'sex', sex],
  ['colors', 'color', colorsOf],
  ['description', 'description', story],
  ['goodWith.children', 'goodwkids', compatibility],
  ['goodWith.cats', 'goodwcats', compatibility],
  ['goodWith.dogs', 'goodwdogs', compatibility],
  ['altered', 'spayedneutered', altered],
  ['shotsCurrent', 'shotscurrent', upToDate],
  ['houseTrained', 'housetrained', trained],
  ['declawed', 'declawed', flag],
  ['specialNeeds', 'specialneeds', specialNeeds],
  ['coat', 'hairlength', coat],
  ['videos', 'youtubevideourl', videos],
  ['birthDate', 'birthdate', americanDay],
  ['weightGrams', 'sizecurrent', weightIn('sizeuom')],
  ['adoptionFee', 'adoptionfee', fee],
  ['crateTrained', 'cratetrained', trained],
  ['leashTrained', 'leashtrained', trained],
  // The two may only agree: an animal that was not tested has neither.
  [
    'tests.heartworm',
    'heartwormnegative',
    word([
      ['1 yes', 'negative'],
      ['0 no', undefined],
    ]),
  ],
  [
    'tests.heartworm',
    'heartwormpositive',
    word([
      ['1 yes', 'positive'],
      ['0 no', undefined],
    ]),
  ],
  ['needs.indoorOnly', 'indooronly', flag],
  [
    'tests.fiv',
    'fivpositive',
    word([
      ['1 yes', 'positive'],
      ['0 no', 'negative'],
    ]),
  ],
]);
