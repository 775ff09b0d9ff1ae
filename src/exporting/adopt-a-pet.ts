import { htmlOfText } from '../importing/profile/html.ts';
import { COATS } from '../vocabulary/animal-profile.ts';
import {
  ageName,
  type Animal,
  type Columns,
  either,
  feeOf,
  getsOn,
  OTHER_BANDS,
  petfinderType,
  referenceOf,
  sexLetter,
  sizeLetter,
} from './syndicated.ts';

/** Adopt-a-Pet knows no hold: what cannot be adopted at the moment is not listed. */
const STATUSES = { available: 'Available', pending: 'Delete', sold: 'Adopted' } as const;
const GRAMS_PER_POUND = 453.592_37;

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

/** The site takes addresses of this form only. */
function youTube({ profile: { videos = [] } }: Animal): string | undefined {
  const ids = videos.map(
    ({ url }) => /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/watch\?(?:.*&)?v=|youtu\.be\/)([\w-]+)/.exec(url)?.[1],
  );
  const id = ids.find((found) => found !== undefined);
  return id === undefined ? undefined : `https://www.youtube.com/watch?v=${id}`;
}

/** `2024-05-01` as `05/01/2024`. */
const americanDay = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');

/** The file of Adopt-a-Pet. Source: sheltermanager/asm3, src/asm3/publishers/adoptapet.py. */
export const adoptAPet: Columns = {
  Id: referenceOf,
  Animal: petfinderType,
  Breed: ({ profile }) => profile.breed?.primary,
  Breed2: ({ profile }) => profile.breed?.secondary,
  Purebred: ({ profile }) => either(profile.breed?.mixed, '0', '1'),
  Age: (animal) => ageName(animal, OTHER_BANDS),
  Name: ({ pet }) => pet.name,
  // The site refuses the size of other species.
  Size: ({ profile: { size }, type }) => (type === 'dog' || type === 'cat' ? sizeLetter(size) : ''),
  Sex: sexLetter,
  Color: ({ profile }) => profile.colors?.[0],
  Description: ({ profile: { description = '' } }) => htmlOfText(description, '<br />'),
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
  YouTubeVideoURL: youTube,
  Birthdate: ({ profile: { birthDate = '' } }) => americanDay(birthDate),
  Sizecurrent: ({ profile: { weightGrams } }) =>
    weightGrams === undefined ? '' : String(Number((weightGrams / GRAMS_PER_POUND).toFixed(2))),
  SizeUOM: ({ profile }) => (profile.weightGrams === undefined ? '' : 'Pounds'),
  AdoptionFee: (animal) => {
    const cents = feeOf(animal);
    return cents === undefined ? '' : String(Math.round(cents / 100));
  },
  Cratetrained: ({ profile }) => digit(profile.crateTrained),
  HeartwormNegative: ({ profile: { tests } }) => either(tests?.heartworm && tests.heartworm === 'negative', '1', '0'),
  HeartwormPositive: ({ profile: { tests } }) => either(tests?.heartworm && tests.heartworm === 'positive', '1', '0'),
  Leashtrained: ({ profile }) => digit(profile.leashTrained),
  IndoorOnly: ({ profile }) => digit(profile.needs?.indoorOnly),
  FIVPositive: ({ profile: { tests } }) => either(tests?.fiv && tests.fiv === 'positive', '1', '0'),
  SpecialDietaryNeeds: () => undefined,
};
