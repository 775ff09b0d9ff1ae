import { htmlOfText } from '../importing/profile/html.ts';
import { AGE_BANDS, COATS } from '../vocabulary/animal-profile.ts';
import { BREEDS } from '../vocabulary/animals/breeds.ts';
import { COATS_OF } from '../vocabulary/animals/coats.ts';
import { COLORS } from '../vocabulary/animals/colors.ts';
import { ANIMAL_TYPES, type AnimalType } from '../vocabulary/animals/species.ts';
import {
  ageName,
  type Animal,
  either,
  feeOf,
  firstBreed,
  getsOn,
  type ListingSite,
  one,
  photosOf,
  sexLetter,
  sizeLetter,
  videoOf,
} from './syndicated.ts';

const STATUS_LETTERS = { available: 'A', pending: 'P', sold: 'X' } as const;

/** Plain text, as the site demands it. */
const plain = (text = ''): string =>
  htmlOfText(text.replaceAll(/[\u2018-\u201B]/g, "'").replaceAll(/[\u201C-\u201F]/g, '"'), '&#10;');

/** Says whom it does not get on with. */
const no = (value: 'yes' | 'no' | 'selective' | undefined): string => either(getsOn(value), '0', '1');

/** The names that the site has for the type. */
const known = (
  lists: Readonly<Record<AnimalType, readonly string[]>>,
  { type }: Animal,
  ...names: readonly (string | undefined)[]
): readonly string[] =>
  names.filter((name) => name !== undefined && type !== undefined && lists[type].includes(name)) as string[];

const colorsOf = (animal: Animal): readonly string[] => known(COLORS, animal, ...(animal.profile.colors ?? []));

/** Two breeds make a mix. Cats with a plain coat are of no breed. */
const isMix = ({ profile: { breed = {} } }: Animal): boolean =>
  /^Domestic (?:Short|Medium|Long) Hair$/.test(breed.primary ?? '') || (breed.mixed ?? breed.secondary !== undefined);

/**
 * Petfinder's import file, in the order of its documents of August 2019. Sources: ophrescue/RescueRails, lib/tasks/petfinder_sync.txt, which
 * copies them; sheltermanager/asm3, src/asm3/publishers/petfinder.py.
 */
const columns: ListingSite['columns'] = {
  ID: ({ pet }) => String(pet.id),
  Internal: ({ profile }) => plain(profile.reference),
  AnimalName: ({ pet }) => plain(pet.name),
  PrimaryBreed: (animal) => known(BREEDS, animal, firstBreed(animal))[0],
  SecondaryBreed: (animal) => known(BREEDS, animal, animal.profile.breed?.secondary)[0],
  Sex: sexLetter,
  Size: ({ profile }) => sizeLetter(profile.size),
  Age: (animal) => ageName(animal, AGE_BANDS),
  Desc: ({ profile }) => plain(profile.description),
  Type: ({ species, type }) => (species === 'Pig' ? species : type && ANIMAL_TYPES[type]),
  Status: ({ pet }) => STATUS_LETTERS[pet.status],
  Shots: ({ profile }) => one(profile.shotsCurrent),
  Altered: ({ profile }) => one(profile.altered),
  NoDogs: ({ profile }) => no(profile.goodWith?.dogs),
  NoCats: ({ profile }) => no(profile.goodWith?.cats),
  NoKids: ({ profile }) => no(profile.goodWith?.children),
  Housetrained: ({ profile }) => one(profile.houseTrained),
  // Dogs cannot be.
  Declawed: ({ profile, type }) => one(profile.declawed === true && type !== 'dog'),
  specialNeeds: ({ profile }) => one(profile.specialNeeds),
  Mix: (animal) => one(isMix(animal)),
  photo1: (animal) => photosOf(animal)[0],
  photo2: (animal) => photosOf(animal)[1],
  photo3: (animal) => photosOf(animal)[2],
  photo4: (animal) => photosOf(animal)[3],
  photo5: (animal) => photosOf(animal)[4],
  // The last one may be a video.
  photo6: (animal) => videoOf(animal) ?? photosOf(animal)[5],
  arrival_date: ({ profile }) => profile.waitingSince,
  birth_date: ({ profile }) => profile.birthDate,
  primaryColor: (animal) => colorsOf(animal)[0],
  secondaryColor: (animal) => colorsOf(animal)[1],
  tertiaryColor: (animal) => colorsOf(animal)[2],
  coat_length: (animal) => known(COATS_OF, animal, animal.profile.coat && COATS[animal.profile.coat])[0],
  adoption_fee: (animal) => {
    const cents = feeOf(animal) ?? 0;
    return cents > 0 ? (cents / 100).toFixed(2) : '';
  },
  display_adoption_fee: (animal) => one((feeOf(animal) ?? 0) > 0),
  adoption_fee_waived: ({ profile }) => one(profile.adoptionFee?.waived),
  special_needs_notes: ({ profile }) => plain(profile.specialNeedsNote),
  no_other: () => undefined,
  no_other_note: () => undefined,
  tags: ({ profile: { tags = [] } }) => plain(tags.join(', ')),
};

export const petfinder: ListingSite = {
  columns,
  required: {
    Type: 'species',
    // Without a type there is no list.
    PrimaryBreed: (animal) => (firstBreed(animal) === undefined ? 'breed' : animal.type && 'breed_not_on_list'),
    Sex: 'sex',
    Size: 'size',
    Age: 'age',
  },
};
