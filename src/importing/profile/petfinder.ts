import { age } from '../reading/ages.ts';
import { incompatibility, mark } from '../reading/answers.ts';
import { breed, secondBreed, species } from '../reading/breeds.ts';
import { line, story } from '../reading/cells.ts';
import { birthDay, day } from '../reading/days.ts';
import { fee } from '../reading/fees.ts';
import { coat, size } from '../reading/looks.ts';
import { sex } from '../reading/sexes.ts';
import { type CellReader, profileColumns } from './columns.ts';
import { colorsWith, tags, videoAmongPhotos } from './lists.ts';

/** 1, or empty. An adopted animal's flags are empty, too, so that empty says nothing. */
const yes: CellReader = mark;

/**
 * Petfinder's file of animals, which every shelter system can write. Source: sheltermanager/asm3, src/asm3/publishers/petfinder.py: the columns
 * of Petfinder's import documents of August 2019.
 */
export const petfinderProfile = profileColumns([
  ['reference', 'id internal', line],
  ['species', 'type', species('primarybreed')],
  ['breed.primary', 'primarybreed', breed],
  ['breed.secondary', 'secondarybreed', secondBreed],
  ['breed.mixed', 'mix', yes],
  ['sex', 'sex', sex],
  ['size', 'size', size],
  ['age', 'age', age],
  ['description', 'desc', story],
  ['shotsCurrent', 'shots', yes],
  ['altered', 'altered', yes],
  ['goodWith.dogs', 'nodogs', incompatibility],
  ['goodWith.cats', 'nocats', incompatibility],
  ['goodWith.children', 'nokids', incompatibility],
  ['houseTrained', 'housetrained', yes],
  ['declawed', 'declawed', yes],
  ['specialNeeds', 'specialneeds', yes],
  ['specialNeedsNote', 'specialneedsnotes', story],
  ['videos', 'photo6', videoAmongPhotos],
  ['staff.intake.date', 'arrivaldate', day],
  ['birthDate', 'birthdate', birthDay],
  ['colors', 'primarycolor', colorsWith('secondarycolor', 'tertiarycolor')],
  ['coat', 'coatlength', coat],
  ['adoptionFee', 'adoptionfee', fee],
  ['adoptionFee.display', 'displayadoptionfee', yes],
  ['adoptionFee.waived', 'adoptionfeewaived', yes],
  ['tags', 'tags', tags],
]);
