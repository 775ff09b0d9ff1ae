import { htmlOfText } from '../importing/profile/html.ts';
import { COATS } from '../vocabulary/animal-profile.ts';
import type { Breed } from '../vocabulary/animals/breeds.ts';
import type { AnimalType } from '../vocabulary/animals/species.ts';
import {
  ageName,
  type Animal,
  either,
  feeOf,
  firstBreed,
  getsOn,
  type ListingSite,
  OTHER_BANDS,
  photosOf,
  sexLetter,
  sizeLetter,
  youTubeOf,
} from './syndicated.ts';

/** The site knows no hold: what cannot be adopted at the moment is not listed. */
const STATUSES = { available: 'Available', pending: '', sold: 'Adopted' } as const;

const TYPES: Readonly<Record<AnimalType, string>> = {
  dog: 'Dog',
  cat: 'Cat',
  rabbit: 'Rabbit',
  'small-furry': 'Small Animal',
  horse: 'Horse',
  bird: 'Bird',
  'scales-fins-other': 'Reptile',
  barnyard: 'Farm Animal',
};

const MIXES = { small: 'Small', medium: 'Medium', large: 'Large', xlarge: 'Large' } as const;
const MIXED_BREED = 'Mixed Breed' satisfies Breed;

/** Mixed breeds have their size in the name; without a size, the site has no name for them. */
function breedNamed(name: string | undefined, { profile: { size } }: Animal): string | undefined {
  if (name !== MIXED_BREED) return name;
  return size && `${MIXED_BREED} (${MIXES[size]})`;
}

const GRAMS_PER_POUND = 453.592_37;

/** A whole number; undefined for 0, which the site would take for a value. */
const wholeOf = (value: number): number | undefined => Math.round(value) || undefined;

const poundsOf = ({ profile: { weightGrams = 0 } }: Animal): number | undefined =>
  wholeOf(weightGrams / GRAMS_PER_POUND);

const digit = (is: boolean | undefined): string => either(is, '1', '0');

/** The lengths that the site knows of the species. */
const HAIR_LENGTHS: Readonly<Record<string, readonly string[]>> = {
  cat: ['Short', 'Medium', 'Long'],
  rabbit: ['Short', 'Long'],
  'small-furry': ['Hairless', 'Short', 'Medium', 'Long'],
};

function hairLength({ profile: { coat }, type }: Animal): string {
  const length = coat === undefined ? '' : COATS[coat];
  return HAIR_LENGTHS[type ?? '']?.includes(length) === true ? length : '';
}

/** `2024-05-01` as `05/01/2024`. */
const americanDay = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');

/** In the order of sheltermanager/asm3, src/asm3/publishers/adoptapet.py, with the photos of ophrescue/RescueRails, lib/tasks/import.cfg, behind. */
const columns: ListingSite['columns'] = {
  Id: ({ pet }) => String(pet.id),
  Animal: ({ type }) => type && TYPES[type],
  Breed: (animal) => breedNamed(firstBreed(animal), animal),
  Breed2: (animal) => breedNamed(animal.profile.breed?.secondary, animal),
  Purebred: ({ profile }) => either(profile.breed?.mixed, '0', '1'),
  Age: (animal) => ageName(animal, OTHER_BANDS),
  Name: ({ pet }) => pet.name,
  // The site refuses the size of other species.
  Size: ({ profile: { size }, type }) => (type === 'dog' || type === 'cat' ? sizeLetter(size) : ''),
  Sex: sexLetter,
  Color: ({ profile }) => profile.colors?.[0],
  Description: ({ profile: { description = '' } }) => htmlOfText(description, '<br>'),
  Status: ({ pet }) => STATUSES[pet.status],
  GoodWKids: ({ profile }) => digit(getsOn(profile.goodWith?.children)),
  GoodWCats: ({ profile }) => digit(getsOn(profile.goodWith?.cats)),
  GoodWDogs: ({ profile }) => digit(getsOn(profile.goodWith?.dogs)),
  SpayedNeutered: ({ profile }) => digit(profile.altered),
  ShotsCurrent: ({ profile }) => digit(profile.shotsCurrent),
  Housetrained: ({ profile }) => digit(profile.houseTrained),
  Declawed: ({ profile }) => digit(profile.declawed),
  SpecialNeeds: ({ profile }) => digit(profile.specialNeeds),
  HairLength: hairLength,
  YouTubeVideoURL: youTubeOf,
  Birthdate: ({ profile: { birthDate = '' } }) => americanDay(birthDate),
  Sizecurrent: poundsOf,
  SizeUOM: (animal) => (poundsOf(animal) === undefined ? '' : 'lbs'),
  AdoptionFee: (animal) => wholeOf((feeOf(animal) ?? 0) / 100),
  Cratetrained: ({ profile }) => digit(profile.crateTrained),
  HeartwormNegative: ({ profile: { tests } }) => either(tests?.heartworm && tests.heartworm === 'negative', '1', '0'),
  HeartwormPositive: ({ profile: { tests } }) => either(tests?.heartworm && tests.heartworm === 'positive', '1', '0'),
  Leashtrained: ({ profile }) => digit(profile.leashTrained),
  IndoorOnly: ({ profile }) => digit(profile.needs?.indoorOnly),
  FIVPositive: ({ profile: { tests } }) => either(tests?.fiv && tests.fiv === 'positive', '1', '0'),
  SpecialDietaryNeeds: () => undefined,
  PhotoURL: (animal) => photosOf(animal)[0],
  PhotoURL2: (animal) => photosOf(animal)[1],
  PhotoURL3: (animal) => photosOf(animal)[2],
  PhotoURL4: (animal) => photosOf(animal)[3],
};

export const adoptAPet: ListingSite = {
  columns,
  required: {
    Animal: 'species',
    Breed: (animal) => (firstBreed(animal) === MIXED_BREED ? 'size' : 'breed'),
    Status: 'pending',
  },
};

/**
 * Our names of breeds that the site spells in another way, where the maps of two systems agree: sheltermanager/asm3,
 * src/asm3/publishers/adoptapet.py, and ophrescue/RescueRails, lib/tasks/import.cfg. Of cats the first has them alone.
 */
const BREEDS_THERE: Partial<Record<Breed, string>> = {
  'Australian Cattle Dog / Blue Heeler': 'Australian Cattle Dog',
  'Belgian Shepherd / Malinois': 'Belgian Malinois',
  'Belgian Shepherd / Sheepdog': 'Belgian Shepherd',
  'Belgian Shepherd / Tervuren': 'Belgian Tervuren',
  'Black Labrador Retriever': 'Labrador Retriever',
  'Brittany Spaniel': 'Brittany',
  'Chinese Crested Dog': 'Chinese Crested',
  'Chocolate Labrador Retriever': 'Labrador Retriever',
  'English Cocker Spaniel': 'Cocker Spaniel',
  'English Coonhound': 'English (Redtick) Coonhound',
  'Fox Terrier': 'Fox Terrier (Smooth)',
  Hound: 'Hound (Unknown Type)',
  McNab: 'Shepherd (Unknown Type)',
  'Mountain Dog': 'Bernese Mountain Dog',
  'Newfoundland Dog': 'Newfoundland',
  Retriever: 'Retriever (Unknown Type)',
  'Saint Bernard': 'St. Bernard',
  'Scottish Terrier': 'Scottie, Scottish Terrier',
  Setter: 'Setter (Unknown Type)',
  Shepherd: 'Shepherd (Unknown Type)',
  'Shetland Sheepdog / Sheltie': 'Sheltie, Shetland Sheepdog',
  Spaniel: 'Spaniel (Unknown Type)',
  Spitz: 'Spitz (Unknown Type, Medium)',
  'Standard Poodle': 'Poodle (Standard)',
  'Standard Schnauzer': 'Schnauzer (Standard)',
  Terrier: 'Terrier (Unknown Type, Medium)',
  'West Highland White Terrier / Westie': 'Westie, West Highland White Terrier',
  'White German Shepherd': 'German Shepherd Dog',
  'Yellow Labrador Retriever': 'Labrador Retriever',
  'Yorkshire Terrier': 'Yorkie, Yorkshire Terrier',
  'Domestic Long Hair': 'Domestic Longhair',
  'Domestic Medium Hair': 'Domestic Mediumhair',
  'Domestic Short Hair': 'Domestic Shorthair',
};

/** The lines of `import.cfg`: for each column its name there, and then how words in it are spelled there. */
export function adoptAPetMap(): readonly string[] {
  const breeds = Object.entries(BREEDS_THERE).map(([ours, theirs]) => `${ours}=${theirs}\n`);
  return Object.keys(columns).flatMap((name, i) => [
    `#${i + 1}:${name}=${name}\n`,
    ...(name === 'Breed' || name === 'Breed2' ? breeds : []),
  ]);
}
