import { htmlOfText } from '../importing/profile/html.ts';
import { COATS } from '../vocabulary/animal-profile.ts';
import {
  ageName,
  type Animal,
  type Columns,
  either,
  getsOn,
  OTHER_BANDS,
  photosOf,
  referenceOf,
  sizeLetter,
} from './syndicated.ts';

const STATUSES = { available: 'Available', pending: 'Pending', sold: 'Adopted' } as const;

const yesNo = (is: boolean | undefined): string => either(is, 'Yes', 'No');

/** `Labrador Retriever / Boxer Mix`. */
function readableBreed({ profile: { breed = {} } }: Animal): string {
  const names = [breed.primary, breed.secondary].filter((name) => name !== undefined).join(' / ');
  return breed.mixed === true && names !== '' ? `${names} Mix` : names;
}

/** The import file of RescueGroups.org, `pets.csv`. Source: sheltermanager/asm3, src/asm3/publishers/rescuegroups.py. */
export const rescuegroups: Columns = {
  orgID: ({ facts }) => facts.shelterId,
  animalID: ({ pet }) => pet.id,
  status: ({ pet }) => STATUSES[pet.status],
  lastUpdated: ({ profile: { updatedAt } }) =>
    updatedAt === undefined ? '' : Math.floor(Date.parse(updatedAt) / 1_000),
  rescueID: referenceOf,
  name: ({ pet }) => pet.name,
  summary: ({ profile }) => profile.summary,
  species: ({ species }) => species,
  breed: readableBreed,
  primaryBreed: ({ profile }) => profile.breed?.primary,
  secondaryBreed: ({ profile }) => profile.breed?.secondary,
  sex: ({ profile: { sex } }) => (sex === 'male' ? 'Male' : sex === 'female' ? 'Female' : ''),
  mixed: ({ profile }) => yesNo(profile.breed?.mixed),
  dogs: ({ profile }) => yesNo(getsOn(profile.goodWith?.dogs)),
  cats: ({ profile }) => yesNo(getsOn(profile.goodWith?.cats)),
  kids: ({ profile }) => yesNo(getsOn(profile.goodWith?.children)),
  declawed: ({ profile }) => yesNo(profile.declawed),
  housetrained: ({ profile }) => yesNo(profile.houseTrained),
  age: (animal) => ageName(animal, OTHER_BANDS),
  specialNeeds: ({ profile }) => (profile.specialNeeds === true ? '1' : ''),
  altered: ({ profile }) => yesNo(profile.altered),
  size: ({ profile }) => sizeLetter(profile.size),
  uptodate: ({ profile }) => yesNo(profile.shotsCurrent),
  color: ({ profile }) => profile.colors?.[0],
  coatLength: ({ profile: { coat } }) => (coat === 'short' || coat === 'medium' || coat === 'long' ? COATS[coat] : ''),
  pattern: () => undefined,
  courtesy: ({ profile }) => (profile.courtesyListing === true ? 'Yes' : ''),
  description: ({ profile: { description = '' } }) => htmlOfText(description, '<br />'),
  pic1: (animal) => photosOf(animal)[0],
  pic2: (animal) => photosOf(animal)[1],
  pic3: (animal) => photosOf(animal)[2],
  pic4: (animal) => photosOf(animal)[3],
};
