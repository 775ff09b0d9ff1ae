import type { TSchema } from 'typebox';
import { NewPetProfile } from '../../pets/profile/schema.ts';
import { looseName } from '../loose-name.ts';
import { age, ageIn } from '../reading/ages.ts';
import { compatibility, flag, specialNeeds, testResult, trained, upToDate, withChildren } from '../reading/answers.ts';
import { breeds, colors, primaryBreed, secondBreed, species } from '../reading/breeds.ts';
import { exactLine, line, LONGEST_STORY, number, story, wordOf } from '../reading/cells.ts';
import { birthDay, day } from '../reading/days.ts';
import { fee } from '../reading/fees.ts';
import { intakeType, outcomeType } from '../reading/journeys.ts';
import { coat, size } from '../reading/looks.ts';
import { microchip } from '../reading/microchips.ts';
import { altered, sex } from '../reading/sexes.ts';
import { grams } from '../reading/weights.ts';
import { type CellReader, type ProfileColumn, profileColumns, Unread } from './columns.ts';
import { colorsWith } from './lists.ts';

/** A member of a profile that a column of a table can hold. */
export interface Leaf {
  /** Such as `breed.primary`. */
  readonly path: string;
  readonly schema: TSchema;
}

interface Shape extends TSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: Shape;
}

const leavesOf = (schema: TSchema, path: string): readonly Leaf[] => {
  const { properties } = schema as Shape;
  if (properties === undefined) return [{ path, schema }];
  return Object.entries(properties).flatMap(([name, member]) =>
    leavesOf(member, path === '' ? name : `${path}.${name}`),
  );
};

/** Every member of a profile, in the order of the schema. */
export const PROFILE_LEAVES: readonly Leaf[] = leavesOf(NewPetProfile, '');

/** Separates the items of a list in a cell. */
export const ITEM_SEPARATOR = '; ';

/** What `petstore export pets` writes into the column of a member: text, a number, `true` or `false`, items, or JSON. */
function ownReader({ schema }: Leaf, text: CellReader): CellReader {
  const { type, format, enum: values, items } = schema as Shape;
  if (values !== undefined) return wordOf(Object.fromEntries(values.map((value) => [value, value])));
  if (type === 'boolean') return flag;
  if (type === 'integer' || type === 'number') return number;
  if (format === 'date') return day;
  if (format === 'multiline-text')
    return (cell) => (typeof cell === 'string' ? cell : new Unread('The value must be a text.'));
  if (type !== 'array') return text;
  return (cell) => {
    if (typeof cell !== 'string') return cell;
    if (cell.length > LONGEST_STORY) return new Unread(`The value must have at most ${LONGEST_STORY} characters.`);
    if (items?.type !== 'object' && !cell.startsWith('['))
      return cell.split(';').flatMap((item) => (item.trim() === '' ? [] : [itemOf(item.trim(), items)]));
    try {
      return JSON.parse(cell) as unknown;
    } catch {
      return new Unread('The value must be a JSON array.');
    }
  };
}

const itemOf = (text: string, items: Shape | undefined): unknown => (items?.type === 'string' ? text : Number(text));

/** The ids of bonded animals come from the service that exported them. */
const IMPORTED_LEAVES = PROFILE_LEAVES.filter(({ path }) => path !== 'bondedWith');

/** A column for each member, and one for all: the columns of our CSV, and the member `profile` of our JSON. */
const profileOf = (text: CellReader): readonly ProfileColumn[] => [
  ...IMPORTED_LEAVES.map((leaf) => ({ to: leaf.path, from: [looseName(leaf.path)], read: ownReader(leaf, text) })),
  { to: '', from: ['profile'], read: wholeProfile },
];

/** What `petstore export pets` writes. Its texts come back letter by letter. */
export const ownProfile = profileOf(exactLine);

function wholeProfile(cell: unknown): unknown {
  return isObject(cell) ? { ...cell, bondedWith: undefined } : new Unread('The profile must be a JSON object.');
}

const isObject = (cell: unknown): cell is object => typeof cell === 'object' && cell !== null && !Array.isArray(cell);

/** The columns that may identify an animal, the best first. */
export const REFERENCES = 'reference ref externalid externalreference animalid petid animalcode animalnumber code id';

const withWhom = (who: string): string =>
  ['goodwith', 'getsalongwith', 'okwith', ''].map((words) => `${words}${who}`).join(' ');

/** What people call the columns of their spreadsheets, and what open data calls them. */
const spreadsheetColumns = profileColumns([
  ['reference', REFERENCES, line],
  ['species', 'species animalspecies type animaltype kind category pettype', species('breed')],
  ['breed', 'breed animalbreed breeds petbreed', breeds],
  ['breed.primary', 'primarybreed breedprimary breed1', primaryBreed],
  ['breed.secondary', 'secondarybreed breedsecondary secondbreed breed2', secondBreed],
  ['breed.mixed', 'mix mixed mixedbreed crossbreed', flag],
  ['colors', 'primarycolor primarycolour', colorsWith('secondarycolor', 'secondarycolour', 'tertiarycolor')],
  ['colors', 'color colors colour colours animalcolor petcolor', colors],
  ['coat', 'coat coatlength coattype hairlength hair', coat],
  ['markings', 'markings distinguishingmarks distinguishingmarkings', line],
  ['birthDate', 'dob birthday dateofbirth birthdate born dateborn', birthDay],
  ['age', 'ageinweeks ageweeks', ageIn('weeks')],
  ['age', 'ageinmonths agemonths', ageIn('months')],
  ['age', 'ageinyears ageyears ageyr ageyrs', ageIn('years')],
  ['age', 'age agegroup ageymd ageuponoutcome ageuponintake', age],
  ['sex', 'gender sex animalsex petsex sexuponoutcome sexuponintake', sex],
  ['size', 'size animalsize petsize sizegroup', size],
  ['weightGrams', 'weightkg weightinkg weightkgs', grams('kg')],
  ['weightGrams', 'weightlb weightlbs weightinlbs weightpounds', grams('lb')],
  ['weightGrams', 'weight animalweight petweight currentweight', grams()],
  ['altered', 'altered neutered spayed spayedneutered neuteredspayed spayneuter fixed desexed sterilized', altered],
  ['shotsCurrent', 'shots vaccinated vaccinationscurrent uptodate shotscurrent uptodateonshots', upToDate],
  ['declawed', 'declawed isdeclawed', flag],
  ['specialNeeds', 'specialneeds specialneed hasspecialneeds', specialNeeds],
  ['houseTrained', 'housetrained housebroken pottytrained', trained],
  ['crateTrained', 'cratetrained', trained],
  ['leashTrained', 'leashtrained', trained],
  ['goodWith', `${withWhom('children')} ${withWhom('kids')}`, withChildren],
  ['goodWith.dogs', withWhom('dogs'), compatibility],
  ['goodWith.cats', withWhom('cats'), compatibility],
  ['tests.fiv', 'fiv fivtest fivstatus', testResult],
  ['tests.felv', 'felv felvtest felvstatus', testResult],
  ['tests.heartworm', 'heartworm heartwormtest heartwormstatus', testResult],
  ['description', 'description desc bio biography story animaldescription petdescription', story],
  ['adoptionFee', 'fee adoptionfee price', fee],
  ['microchipped', 'microchipped chipped ismicrochipped', flag],
  [
    'staff.microchip.number',
    'microchip microchipnumber microchipid microchipno chip chipnumber chipid chipno',
    microchip,
  ],
  ['staff.intake.date', 'intakedate dateofintake arrivaldate arrived datepetenteredyourcare admissiondate datein', day],
  ['staff.intake.type', 'intaketype typeofintake', intakeType],
  ['staff.intake.reason', 'intakereason reasonforintake', story],
  ['staff.outcome.date', 'outcomedate dateofoutcome', day],
  ['staff.outcome.type', 'outcometype outcome', outcomeType],
  ['staff.outcome.subtype', 'outcomesubtype', line],
  ['staff.hold.until', 'holduntil holduntildate', day],
  ['staff.notes', 'comments notes internalnotes staffnotes', story],
]);

/** The columns of a table of animals: what people call them, and otherwise as in our own files. */
export const plainProfile: readonly ProfileColumn[] = [
  ...profileOf(line).filter(({ to }) => !spreadsheetColumns.some(({ from }) => from.includes(looseName(to)))),
  ...spreadsheetColumns,
];
