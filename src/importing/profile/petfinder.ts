import { age } from '../reading/ages.ts';
import { compatibility, flag, incompatibility, mark } from '../reading/answers.ts';
import { breed, secondBreed, species } from '../reading/breeds.ts';
import { line, story } from '../reading/cells.ts';
import { birthDay, day } from '../reading/days.ts';
import { fee } from '../reading/fees.ts';
import { coat, size } from '../reading/looks.ts';
import { sex } from '../reading/sexes.ts';
import { type CellReader, profileColumns } from './columns.ts';
import { colorsWith, embeddedVideos, tags, videoAmongPhotos } from './lists.ts';

/** 1, or empty; in the API true or false, and never null. An adopted animal's flags are empty, too, so that a no says nothing. */
const yes: CellReader = mark;

/**
 * Petfinder's file of animals, which every shelter system can write. Source: sheltermanager/asm3, src/asm3/publishers/petfinder.py: the columns
 * of Petfinder's import documents of August 2019. The other names are members of an animal in its API v2, such as `breeds.primary`.
 */
export const petfinderProfile = profileColumns([
  ['reference', 'organizationanimalid id internal', line],
  ['species', 'type', species('primarybreed')],
  ['species', 'species', species('breedsprimary')],
  ['breed.primary', 'primarybreed breedsprimary', breed],
  ['breed.secondary', 'secondarybreed breedssecondary', secondBreed],
  ['breed.mixed', 'mix', yes],
  ['breed.mixed', 'breedsmixed', flag],
  ['breed.unknown', 'breedsunknown', yes],
  ['sex', 'sex gender', sex],
  ['size', 'size', size],
  ['age', 'age', age],
  ['description', 'desc description', story],
  ['shotsCurrent', 'shots attributesshotscurrent', yes],
  ['altered', 'altered attributesspayedneutered', yes],
  ['goodWith.dogs', 'nodogs', incompatibility],
  ['goodWith.cats', 'nocats', incompatibility],
  ['goodWith.children', 'nokids', incompatibility],
  ['goodWith.dogs', 'environmentdogs', compatibility],
  ['goodWith.cats', 'environmentcats', compatibility],
  ['goodWith.children', 'environmentchildren', compatibility],
  ['houseTrained', 'housetrained attributeshousetrained', yes],
  ['declawed', 'declawed', yes],
  ['declawed', 'attributesdeclawed', flag],
  ['specialNeeds', 'specialneeds attributesspecialneeds', yes],
  ['specialNeedsNote', 'specialneedsnotes', story],
  ['videos', 'photo6', videoAmongPhotos],
  ['videos', 'videos', embeddedVideos],
  ['staff.intake.date', 'arrivaldate', day],
  ['birthDate', 'birthdate', birthDay],
  ['colors', 'primarycolor', colorsWith('secondarycolor', 'tertiarycolor')],
  ['colors', 'colorsprimary', colorsWith('colorssecondary', 'colorstertiary')],
  ['coat', 'coatlength coat', coat],
  ['adoptionFee', 'adoptionfee', fee],
  ['adoptionFee.display', 'displayadoptionfee', yes],
  ['adoptionFee.waived', 'adoptionfeewaived', yes],
  ['tags', 'tags', tags],
]);
