import { breed, color, species } from './breeds.ts';
import { type CellReader, profileColumns } from './columns.ts';
import { videos } from './lists.ts';
import { weightIn } from './rescuegroups.ts';
import { age, coat, compatibility, day, fee, flag, line, sex, size, story, word } from './values.ts';

const colorsOf: CellReader = (cell, row) => {
  const name = color(cell, row);
  return typeof name === 'string' ? [name] : name;
};

/** Always with the month first. */
const americanDay: CellReader = (cell, row) => day(cell, { ...row, hints: { ...row.hints, dayFirst: false } });

/** Adopt-a-Pet's file of animals. Source: sheltermanager/asm3, src/asm3/publishers/adoptapet.py. */
export const adoptAPetProfile = profileColumns([
  ['reference', 'id', line],
  ['species', 'animal', species('breed')],
  ['breed.primary', 'breed', breed],
  ['breed.secondary', 'breed2', breed],
  ['breed.mixed', 'purebred', word({ '1': false, yes: false, '0': true, no: true })],
  ['age', 'age', age],
  ['size', 'size', size],
  ['sex', 'sex', sex],
  ['colors', 'color', colorsOf],
  ['description', 'description', story],
  ['goodWith.children', 'goodwkids', compatibility],
  ['goodWith.cats', 'goodwcats', compatibility],
  ['goodWith.dogs', 'goodwdogs', compatibility],
  ['altered', 'spayedneutered', flag],
  ['shotsCurrent', 'shotscurrent', flag],
  ['houseTrained', 'housetrained', flag],
  ['declawed', 'declawed', flag],
  ['specialNeeds', 'specialneeds', flag],
  ['coat', 'hairlength', coat],
  ['videos', 'youtubevideourl', videos],
  ['birthDate', 'birthdate', americanDay],
  ['weightGrams', 'sizecurrent', weightIn('sizeuom')],
  ['adoptionFee', 'adoptionfee', fee],
  ['crateTrained', 'cratetrained', flag],
  ['leashTrained', 'leashtrained', flag],
  // The two may only agree: an animal that was not tested has neither.
  ['tests.heartworm', 'heartwormnegative', word({ '1': 'negative', yes: 'negative', '0': undefined, no: undefined })],
  ['tests.heartworm', 'heartwormpositive', word({ '1': 'positive', yes: 'positive', '0': undefined, no: undefined })],
  ['needs.indoorOnly', 'indooronly', flag],
  ['tests.fiv', 'fivpositive', word({ '1': 'positive', yes: 'positive', '0': 'negative', no: 'negative' })],
]);
