import { flag } from '../reading/answers.ts';
import { breed, colors, species } from '../reading/breeds.ts';
import { line, number, story, word } from '../reading/cells.ts';
import { birthDay, day } from '../reading/days.ts';
import { feeInCents } from '../reading/fees.ts';
import { intakeType } from '../reading/journeys.ts';
import { microchip } from '../reading/microchips.ts';
import { altered } from '../reading/sexes.ts';
import { grams } from '../reading/weights.ts';
import { type CellReader, profileColumns } from './columns.ts';
import { colorsWith, videos } from './lists.ts';

const goodWith = word([
  ['0 yes', 'yes'],
  ['1 no', 'no'],
  ['2', undefined],
  ['3 selective', 'selective'],
]);
const trained = word([
  ['0 yes', true],
  ['1 no', false],
  ['2 3 selective', undefined],
]);
const result = word([
  ['0', undefined],
  ['1 negative', 'negative'],
  ['2 positive', 'positive'],
]);

/** 5 and 12: children from that age on. */
const withChildren: CellReader = (cell, row) => {
  const [from] = /\b(?:5|12)\b/.exec(String(cell)) ?? [];
  if (from !== undefined) return { children: 'selective', childrenFromAge: Number(from) };
  const value = goodWith(cell, row);
  return typeof value === 'string' ? { children: value } : value;
};

/** An animal of one breed has it twice. */
const secondBreed: CellReader = (cell, row) => {
  const first = row.text('petfinderbreed') || row.text('breedname1') || row.text('animalbreed1');
  return row.text('crossbreed') === '0' || String(cell).trim() === first ? undefined : breed(cell, row);
};

/** ASM3 writes 0 for animals of other species, too. */
const declawed: CellReader = (cell, row) => (row.type === 'cat' ? flag(cell, row) : undefined);

/** As ASM3 derives it: at least one vaccination was given, and none is overdue. */
const vaccinated: CellReader = (cell, row) => {
  const given = number(cell, row);
  return given === 0 ? undefined : typeof given === 'number' ? row.text('vaccoutstandingcount') === '0' : given;
};

const healthProblems: CellReader = (cell, row) => {
  const note = story(cell, row);
  return typeof note === 'string' ? [{ name: 'Health problems', note }] : note;
};

/**
 * Shelter Manager 3: the JSON of its service API, with the names of the view `animal_view`, and its CSV export of animals. Sources:
 * sheltermanager/asm3, doc/manual/service.rst (a sample), src/asm3/csvimport.py (`csvexport_animals`), src/asm3/dbupdate.py (the numbers).
 */
export const asm3Profile = profileColumns([
  ['reference', 'sheltercode animalcode', line],
  ['species', 'speciesname animalspecies petfinderspecies', species('petfinderbreed')],
  ['breed.primary', 'petfinderbreed breedname1 animalbreed1', breed],
  ['breed.secondary', 'petfinderbreed2 breedname2 animalbreed2', secondBreed],
  ['breed.mixed', 'crossbreed', flag],
  ['colors', 'pfprimarycolor', colorsWith('pfsecondarycolor', 'pftertiarycolor')],
  [
    'colors',
    'basecolourname animalcolor',
    (cell, row) => (row.text('pfprimarycolor') === '' ? colors(cell, row) : undefined),
  ],
  [
    'coat',
    'pfcoatlength coattypename coattype',
    word([
      ['0 short', 'short'],
      ['1 long', 'long'],
      ['2 rough wire', 'wire'],
      ['3 curly 4 corded', 'curly'],
      ['5 hairless', 'hairless'],
      ['medium', 'medium'],
    ]),
  ],
  ['markings', 'markings animalmarkings', line],
  ['birthDate', 'dateofbirth animaldob', birthDay],
  [
    'birthDateExact',
    'estimateddob',
    word([
      ['0 no', true],
      ['1 yes', false],
    ]),
  ],
  [
    'sex',
    'sexname sex animalsex',
    word([
      ['0 female', 'female'],
      ['1 male', 'male'],
      ['2 unknown', 'unknown'],
    ]),
  ],
  [
    'size',
    'sizename size animalsize',
    word([
      ['0 verylarge extralarge', 'xlarge'],
      ['1 large', 'large'],
      ['2 medium', 'medium'],
      ['3 small', 'small'],
    ]),
  ],
  ['weightGrams', 'weight animalweight', grams()],
  ['altered', 'neutered animalneutered', altered],
  ['staff.alteredDate', 'neutereddate animalneutereddate', day],
  ['shotsCurrent', 'vaccgivencount', vaccinated],
  ['declawed', 'declawed', declawed],
  ['specialNeeds', 'hasspecialneeds', flag],
  ['specialNeedsNote', 'pfspecialneedsnotes', story],
  ['staff.conditions', 'healthproblems animalhealthproblems', healthProblems],
  ['microchipped', 'identichipped', flag],
  ['staff.microchip.number', 'identichipnumber animalmicrochip', microchip],
  ['staff.microchip.implantedAt', 'identichipdate animalmicrochipdate', day],
  ['tests.fiv', 'combitestresult', result],
  ['tests.felv', 'flvresult', result],
  ['tests.heartworm', 'heartwormtestresult', result],
  ['goodWith', 'isgoodwithchildren animalgoodwithkids', withChildren],
  ['goodWith.dogs', 'isgoodwithdogs animalgoodwithdogs', goodWith],
  ['goodWith.cats', 'isgoodwithcats animalgoodwithcats', goodWith],
  ['goodWith.seniors', 'isgoodwithelderly', goodWith],
  ['houseTrained', 'ishousetrained animalhousetrained', trained],
  ['crateTrained', 'iscratetrained', trained],
  ['leashTrained', 'isgoodonlead', trained],
  ['goodTraveler', 'isgoodtraveller', trained],
  [
    'energyLevel',
    'energylevel',
    word([
      ['0', undefined],
      ['1 2', 'low'],
      ['3', 'medium'],
      ['4 5', 'high'],
    ]),
  ],
  ['adoptionFee', 'fee', feeInCents],
  [
    'adoptionFee.waived',
    'pfadoptionfeewaived',
    word([
      ['1 yes', true],
      ['0 no', undefined],
    ]),
  ],
  ['description', 'animalcomments websitemedianotes animaldescription', story],
  ['videos', 'websitevideourl', videos],
  ['courtesyListing', 'iscourtesy', flag],
  [
    'placement',
    'activemovementtype movementtype',
    (cell, row) => (row.text('iscourtesy') === '1' ? 'courtesy' : String(cell).trim() === '2' ? 'foster' : undefined),
  ],
  ['staff.intake.date', 'mostrecententrydate datebroughtin animalentrydate', day],
  ['staff.intake.type', 'entrytypename animalentrytype entryreasonname animalentrycategory', intakeType],
  ['staff.intake.reason', 'reasonforentry animalreasonforentry', story],
  ['staff.hold.until', 'holduntildate', day],
  ['staff.behaviorNotes', 'popupwarning animalwarning', story],
  ['staff.notes', 'hiddenanimaldetails animalhiddendetails', story],
]);
