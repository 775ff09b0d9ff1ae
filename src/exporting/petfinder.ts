import { htmlOfText } from '../importing/profile/html.ts';
import { AGE_BANDS, COATS } from '../vocabulary/animal-profile.ts';
import {
  ageName,
  type Columns,
  either,
  feeOf,
  getsOn,
  one,
  petfinderType,
  photosOf,
  referenceOf,
  sexLetter,
  sizeLetter,
  videoOf,
} from './syndicated.ts';

const STATUS_LETTERS = { available: 'A', pending: 'H', sold: 'X' } as const;
const lineBreak = '&#10;';

/** Says whom it does not get on with. */
const no = (value: 'yes' | 'no' | 'selective' | undefined): string => either(getsOn(value), '0', '1');

/**
 * Petfinder's import file, in the order of its documents of August 2019. Source: sheltermanager/asm3, src/asm3/publishers/petfinder.py.
 */
export const petfinder: Columns = {
  ID: referenceOf,
  Internal: referenceOf,
  AnimalName: ({ pet }) => pet.name,
  PrimaryBreed: ({ profile }) => profile.breed?.primary,
  SecondaryBreed: ({ profile }) => profile.breed?.secondary,
  Sex: sexLetter,
  // Petfinder demands one.
  Size: ({ profile: { size = 'medium' } }) => sizeLetter(size),
  Age: (animal) => ageName(animal, AGE_BANDS),
  Desc: ({ profile: { description = '' } }) => htmlOfText(description, lineBreak),
  Type: petfinderType,
  Status: ({ pet }) => STATUS_LETTERS[pet.status],
  Shots: ({ profile }) => one(profile.shotsCurrent),
  Altered: ({ profile }) => one(profile.altered),
  NoDogs: ({ profile }) => no(profile.goodWith?.dogs),
  NoCats: ({ profile }) => no(profile.goodWith?.cats),
  NoKids: ({ profile }) => no(profile.goodWith?.children),
  Housetrained: ({ profile }) => one(profile.houseTrained),
  Declawed: ({ profile }) => one(profile.declawed),
  specialNeeds: ({ profile }) => one(profile.specialNeeds),
  Mix: ({ profile }) => one(profile.breed?.mixed),
  photo1: (animal) => photosOf(animal)[0],
  photo2: (animal) => photosOf(animal)[1],
  photo3: (animal) => photosOf(animal)[2],
  photo4: (animal) => photosOf(animal)[3],
  photo5: (animal) => photosOf(animal)[4],
  // The last one may be a video.
  photo6: (animal) => videoOf(animal) ?? photosOf(animal)[5],
  arrival_date: ({ profile }) => profile.waitingSince,
  birth_date: ({ profile }) => profile.birthDate,
  primaryColor: ({ profile }) => profile.colors?.[0],
  secondaryColor: ({ profile }) => profile.colors?.[1],
  tertiaryColor: ({ profile }) => profile.colors?.[2],
  coat_length: ({ profile: { coat } }) => (coat === undefined ? '' : COATS[coat]),
  adoption_fee: (animal) => {
    const cents = feeOf(animal) ?? 0;
    return cents > 0 ? (cents / 100).toFixed(2) : '';
  },
  display_adoption_fee: (animal) => one((feeOf(animal) ?? 0) > 0),
  adoption_fee_waived: ({ profile }) => one(profile.adoptionFee?.waived),
  special_needs_notes: ({ profile: { specialNeedsNote = '' } }) => htmlOfText(specialNeedsNote, lineBreak),
  no_other: () => undefined,
  no_other_note: () => undefined,
  tags: ({ profile: { tags = [] } }) => tags.join(', '),
};
