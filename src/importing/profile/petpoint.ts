import { age } from '../reading/ages.ts';
import { flag, trained } from '../reading/answers.ts';
import { breed, colors, secondBreed, species } from '../reading/breeds.ts';
import { line, story } from '../reading/cells.ts';
import { birthDay, day } from '../reading/days.ts';
import { intakeType, outcomeType } from '../reading/journeys.ts';
import { size } from '../reading/looks.ts';
import { microchip } from '../reading/microchips.ts';
import { altered, sex } from '../reading/sexes.ts';
import { grams } from '../reading/weights.ts';
import { profileColumns } from './columns.ts';
import { colorsWith } from './lists.ts';

/** PetPoint's reports of animals, such as the inventory and the outcomes. Source: the columns of reports that shelters have published. */
export const petpointProfile = profileColumns([
  ['reference', 'animal animalid animalnumber', line],
  ['species', 'species animaltype', species('primarybreed')],
  ['breed.primary', 'primarybreed', breed],
  ['breed.secondary', 'secondarybreed', secondBreed],
  [
    'colors',
    'primarycolor primarycolour',
    colorsWith('secondarycolor', 'secondarycolour', 'thirdcolor', 'thirdcolour'),
  ],
  ['colors', 'color colour', colors],
  ['markings', 'distinguishingmarkings', line],
  ['birthDate', 'dateofbirth dob', birthDay],
  ['age', 'age agegroup currentage', age],
  ['sex', 'gender sex', sex],
  ['altered', 'altered spayedneutered', altered],
  ['size', 'size', size],
  ['weightGrams', 'currentweight animalweight weight', grams()],
  ['declawed', 'declawed', flag],
  ['houseTrained', 'housetrained', trained],
  ['description', 'webdescription petdescription description', story],
  ['staff.microchip.number', 'microchipnumber chipnumber microchip', microchip],
  ['staff.microchip.issuer', 'microchipissuer chipprovider', line],
  ['staff.intake.date', 'intakedate intakedatetime', day],
  ['staff.intake.type', 'intaketype', intakeType],
  ['staff.intake.reason', 'intakereason surrenderreason', story],
  ['staff.outcome.date', 'outcomedate outcomedatetime', day],
  ['staff.outcome.type', 'outcometype', outcomeType],
  ['staff.outcome.subtype', 'outcomesubtype', line],
]);
