import { age } from '../reading/ages.ts';
import { compatibility, flag, mark, specialNeeds, trained, upToDate, withChildren } from '../reading/answers.ts';
import { breed, breeds, colors, secondBreed, species } from '../reading/breeds.ts';
import { line, story, word } from '../reading/cells.ts';
import { birthDay, day } from '../reading/days.ts';
import { fee } from '../reading/fees.ts';
import { coat, size } from '../reading/looks.ts';
import { altered, sex } from '../reading/sexes.ts';
import { grams } from '../reading/weights.ts';
import { type CellReader, profileColumns, type RowContext } from './columns.ts';
import { tags, videos } from './lists.ts';

const isList = (cell: unknown): cell is readonly Record<string, unknown>[] => Array.isArray(cell);

const PRIMARY = 'breedprimary primarybreed pribreed animalprimarybreed';

/** The readable breed says what the breeds of the list leave out. */
const readableBreed: CellReader = (cell, row) =>
  PRIMARY.split(' ').some((column) => row.text(column) !== '') ? undefined : breeds(cell, row);

/** The related colors of the API; otherwise a text. */
const anyColors: CellReader = (cell, row) => {
  const names = isList(cell) ? cell.map(({ name }) => name).join('; ') : cell;
  return names === '' ? undefined : colors(names, row);
};

/** The current size is a weight only in these units, which leave nothing to doubt; fish and horses are measured otherwise. @param units the loose names of columns */
export const weightIn =
  (...units: readonly string[]): CellReader =>
  (cell, row) => {
    const unit = units.map((column) => row.text(column)).find((text) => text !== '') ?? '';
    return /^(?:pounds?|lbs?|ounces?|oz|kilograms?|kg|grams?|g)$/i.test(unit)
      ? grams()(`${String(cell)} ${unit}`, { ...row, type: undefined })
      : undefined;
  };

const place: CellReader = (cell) => {
  const [found] = isList(cell) ? cell : [];
  const text = (name: string): Record<string, string> | undefined => {
    const value = found?.[name];
    return typeof value === 'string' && value.trim() !== '' ? { [PLACE[name] ?? name]: value } : undefined;
  };
  const location = Object.assign({}, ...Object.keys(PLACE).map(text)) as Record<string, string>;
  return Object.keys(location).length === 0 ? undefined : location;
};
const PLACE: Readonly<Record<string, string>> = { city: 'city', state: 'region', postalcode: 'postalCode' };

const relatedVideos: CellReader = (cell, row) => {
  if (!isList(cell)) return videos(cell, row);
  const urls = cell.flatMap(({ url, videoId }) =>
    typeof url === 'string' ? [url] : typeof videoId === 'string' ? [`https://www.youtube.com/watch?v=${videoId}`] : [],
  );
  return urls.length === 0 ? undefined : urls.flatMap((url) => videos(url, row));
};

const level = word([
  ['low notactive slightlyactive notrequired', 'low'],
  ['medium moderate moderatelyactive', 'medium'],
  ['high highlyactive', 'high'],
]);

const olderChildren: CellReader = (cell, row) => {
  const isOlder = isTrue(row, 'olderkidsonly', 'animalolderkidsonly', 'isolderkidsonly');
  return isOlder && compatibility(cell, row) === 'yes' ? { children: 'selective' } : withChildren(cell, row);
};
const isTrue = (row: RowContext, ...columns: readonly string[]): boolean =>
  columns.some((column) => /^(?:yes|true|1)$/i.test(row.text(column)));

/**
 * RescueGroups.org: the attributes and relations of its API v5, the fields of its API v2 (`animal…`), its reports, and the columns of its import
 * file. Sources: api-evangelist/rescuegroups-org; https://userguide.rescuegroups.org/display/DMG/Supported+animal+import+fields; the last ones as
 * in sheltermanager/asm3, src/asm3/publishers/rescuegroups.py.
 */
export const rescuegroupsProfile = profileColumns([
  ['reference', 'rescueid animalrescueid internalid', line],
  ['location', 'locations', place],
  ['courtesyListing', 'iscourtesylisting courtesy animalcourtesy', mark],
  ['tags', 'qualities', tags],
  ['species', 'species animalspecies type', species(PRIMARY.split(' ')[1] ?? '')],
  ['breed.primary', PRIMARY, breed],
  ['breed.secondary', 'breedsecondary secondarybreed secbreed animalsecondarybreed', secondBreed],
  ['breed', 'breedstring breed animalbreed', readableBreed],
  ['breed.mixed', 'isbreedmixed mixed mix animalmixedbreed', flag],
  ['colors', 'colors colordetails color animalcolor', anyColors],
  ['coat', 'coatlength animalcoatlength', coat],
  ['markings', 'distinguishingmarks animaldistinguishingmarks', line],
  ['birthDate', 'birthdate animalbirthdate', birthDay],
  ['birthDateExact', 'isbirthdateexact animalbirthdateexact', flag],
  ['age', 'agegroup age generalage animalgeneralage agestring', age],
  ['sex', 'sex animalsex', sex],
  ['size', 'sizegroup size generalsizepotential animalgeneralsizepotential', size],
  ['weightGrams', 'sizecurrent animalsizecurrent', weightIn('sizeuom', 'animalsizeuom', 'uom')],
  ['altered', 'isaltered altered animalaltered', altered],
  ['shotsCurrent', 'iscurrentvaccinations uptodate animaluptodate', upToDate],
  ['declawed', 'isdeclawed declawed animaldeclawed', flag],
  ['specialNeeds', 'isspecialneeds specialneeds animalspecialneeds', specialNeeds],
  ['specialNeedsNote', 'specialneedsdetails animalspecialneedsdescription', story],
  ['microchipped', 'ismicrochipped animalmicrochipped', flag],
  ['goodWith.dogs', 'isdogsok dogs okwithdogs animalokwithdogs', compatibility],
  ['goodWith.cats', 'iscatsok cats okwithcats animalokwithcats', compatibility],
  ['goodWith', 'iskidsok kids okwithkids animalokwithkids', olderChildren],
  ['goodWith.seniors', 'isseniorsok', compatibility],
  ['goodWith.farmAnimals', 'isfarmanimalsok animalokwithfarmanimals', compatibility],
  ['houseTrained', 'ishousetrained housetrained housebroken animalhousetrained', trained],
  ['crateTrained', 'iscratetrained cratetrained animalcratetrained', trained],
  ['leashTrained', 'isleashtrained leashtrained animalleashtrained', trained],
  ['goodTraveler', 'goodincar animalgoodincar', flag],
  ['energyLevel', 'energylevel animalenergylevel activitylevel animalactivitylevel', level],
  ['needs.yard', 'isyardrequired yardrequired animalyardrequired', flag],
  [
    'needs.fence',
    'fenceneeds animalfence',
    word([
      ['notrequired', false],
      ['anytype 3foot 4foot 5foot 6foot required', true],
    ]),
  ],
  [
    'needs.indoorOnly',
    'indooroutdoor animalindooroutdoor',
    word([
      ['indooronly indoor', true],
      ['indooroutdoor outdooronly outdoor', false],
    ]),
  ],
  ['needs.grooming', 'groomingneeds animalgroomingneeds', level],
  [
    'needs.ownerExperience',
    'ownerexperience animalownerexperience',
    word([
      ['none', 'none'],
      ['species', 'species'],
      ['breed', 'breed'],
    ]),
  ],
  ['summary', 'summary animalsummary', line],
  ['description', 'descriptionhtml descriptiontext description dsc animaldescription', story],
  ['videos', 'videourls videourl', relatedVideos],
  ['adoptionFee', 'adoptionfeestring adoptionfee animaladoptionfee', fee],
  ['sponsorable', 'issponsorable animalsponsorable', flag],
  ['sponsorshipMinimum', 'sponsorshipminimum animalsponsorshipminimum', fee],
  ['staff.intake.date', 'receiveddate animalreceiveddate founddate animalfounddate', day],
  [
    'staff.intake.type',
    'isfound found animalfound',
    word([
      ['true yes 1', 'stray'],
      ['false no', undefined],
    ]),
  ],
  ['staff.outcome.date', 'adopteddate animaladopteddate', day],
]);
