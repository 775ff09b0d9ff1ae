import type { TSchema } from 'typebox';
import { NewPetProfile } from '../../pets/profile/schema.ts';
import { looseName } from '../loose-name.ts';
import { breed, breeds, colors, species } from './breeds.ts';
import { type CellReader, type ProfileColumn, profileColumns, Unread } from './columns.ts';
import {
  age,
  cents,
  coat,
  compatibility,
  day,
  feeOf,
  flag,
  grams,
  line,
  LONGEST_STORY,
  number,
  sex,
  size,
  story,
  wordOf,
} from './values.ts';

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
function ownReader({ schema }: Leaf): CellReader {
  const { type, format, enum: values, items } = schema as Shape;
  if (values !== undefined) return wordOf(Object.fromEntries(values.map((value) => [value, value])));
  if (type === 'boolean') return flag;
  if (type === 'integer' || type === 'number') return number;
  if (format === 'date') return day;
  if (format === 'multiline-text')
    return (cell) => (typeof cell === 'string' ? cell : new Unread('The value must be a text.'));
  if (type !== 'array') return line;
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

/** What `petstore export pets` writes: the columns of its CSV, and the member `profile` of its JSON. */
export const ownProfile: readonly ProfileColumn[] = [
  ...IMPORTED_LEAVES.map((leaf) => ({ to: leaf.path, from: [looseName(leaf.path)], read: ownReader(leaf) })),
  {
    to: '',
    from: ['profile'],
    read: wholeProfile,
  },
];

function wholeProfile(cell: unknown): unknown {
  return isObject(cell) ? { ...cell, bondedWith: undefined } : new Unread('The profile must be a JSON object.');
}

const isObject = (cell: unknown): cell is object => typeof cell === 'object' && cell !== null && !Array.isArray(cell);

/** What people call the columns of their spreadsheets. */
const spreadsheetColumns = profileColumns([
  ['reference', 'reference ref externalid externalreference animalid petid animalcode code id', line],
  ['species', 'species animalspecies type animaltype kind category', species('breed')],
  ['breed', 'breed animalbreed breeds', breeds],
  ['breed.primary', 'primarybreed', breed],
  ['breed.secondary', 'secondarybreed', breed],
  ['breed.mixed', 'mix mixed mixedbreed crossbreed', flag],
  ['colors', 'color colors colour colours animalcolor', colors],
  ['coat', 'coat coatlength coattype hairlength', coat],
  ['markings', 'distinguishingmarks', line],
  ['birthDate', 'dob birthday dateofbirth birthdate', day],
  ['age', 'age agegroup', age],
  ['sex', 'gender sex animalsex', sex],
  ['size', 'size animalsize', size],
  ['weightGrams', 'weight animalweight', grams()],
  ['altered', 'altered neutered spayed spayedneutered fixed desexed', flag],
  ['shotsCurrent', 'shots vaccinated vaccinationscurrent uptodate', flag],
  ['houseTrained', 'housetrained housebroken', flag],
  ['goodWith.children', 'goodwithchildren goodwithkids kids children', compatibility],
  ['goodWith.dogs', 'goodwithdogs dogs', compatibility],
  ['goodWith.cats', 'goodwithcats cats', compatibility],
  ['description', 'description desc bio story animaldescription', story],
  ['adoptionFee', 'fee adoptionfee price', (cell, row) => feeOf(cents(cell, row), row)],
  ['staff.microchip.number', 'microchip microchipnumber chip chipnumber', line],
  ['staff.intake.date', 'intakedate arrivaldate arrived', day],
]);

/** The columns of a table of animals: what people call them, and otherwise as in our own files. */
export const plainProfile: readonly ProfileColumn[] = [
  ...ownProfile.filter(({ to }) => !spreadsheetColumns.some(({ from }) => from.includes(looseName(to)))),
  ...spreadsheetColumns,
];
