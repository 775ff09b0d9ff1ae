import { age, ageIn } from '../reading/ages.ts';
import { compatibility, flag, specialNeeds, trained, upToDate, withChildren } from '../reading/answers.ts';
import { breeds, colors, primaryBreed, secondBreed, species } from '../reading/breeds.ts';
import { line, story } from '../reading/cells.ts';
import { birthDay, day } from '../reading/days.ts';
import { fee } from '../reading/fees.ts';
import { intakeType } from '../reading/journeys.ts';
import { coat, size } from '../reading/looks.ts';
import { microchip } from '../reading/microchips.ts';
import { altered, sex } from '../reading/sexes.ts';
import { grams } from '../reading/weights.ts';
import { profileColumns } from './columns.ts';

/** Petstablished's custom report with all columns. Source: the importers that ASM3's maintainers have published. */
export const petstablishedProfile = profileColumns([
  ['reference', 'petstablishedid', line],
  ['species', 'pettype', species('petprimarybreed')],
  ['breed', 'petbreed', breeds],
  ['breed.primary', 'petprimarybreed', primaryBreed],
  ['breed.secondary', 'petsecondarybreed', secondBreed],
  ['colors', 'color', colors],
  ['coat', 'coatlength', coat],
  ['markings', 'coatpattern', line],
  ['birthDate', 'dateofbirth', birthDay],
  ['age', 'ageinyears', ageIn('years')],
  ['age', 'age', age],
  ['sex', 'gender', sex],
  ['size', 'size', size],
  ['weightGrams', 'weight', grams()],
  ['altered', 'spayedneutered', altered],
  ['shotsCurrent', 'uptodateonvaccinations shotscurrent', upToDate],
  ['specialNeeds', 'specialneed', specialNeeds],
  ['declawed', 'declawed', flag],
  ['houseTrained', 'housetrained housebroken', trained],
  ['goodWith', 'getsalongwithkids', withChildren],
  ['goodWith.dogs', 'getsalongwithdogs', compatibility],
  ['goodWith.cats', 'getsalongwithcats', compatibility],
  ['description', 'description', story],
  ['adoptionFee', 'adoptionfee', fee],
  ['staff.microchip.number', 'microchipid', microchip],
  ['staff.microchip.issuer', 'microchipissuer microchipmanufacturer', line],
  ['staff.intake.date', 'datepetenteredyourcare', day],
  ['staff.intake.type', 'typeofintake', intakeType],
  ['staff.behaviorNotes', 'additionalcomments', story],
  ['staff.notes', 'internalnotes', story],
]);
