import { htmlOfText } from '../importing/profile/html.ts';
import { COATS } from '../vocabulary/animal-profile.ts';
import { SPECIES } from '../vocabulary/animals/species.ts';
import {
  ageName,
  either,
  firstBreed,
  getsOn,
  type ListingSite,
  OTHER_BANDS,
  photosOf,
  youTubeOf,
} from './syndicated.ts';

const STATUSES = { available: 'Available', pending: 'Pending', sold: 'Adopted' } as const;
const SEXES = { female: 'Female', male: 'Male', unknown: '' } as const;
const SIZES = { small: 'Small', medium: 'Medium', large: 'Large', xlarge: 'X-Large' } as const;

const yesNo = (is: boolean | undefined): string => either(is, 'Yes', 'No');

/** What the site has room for. */
const upTo50 = (text = ''): string => (text.length > 50 ? '' : text);

/** RescueGroups' own form. Source: https://userguide.rescuegroups.org/display/DMG/Supported+animal+import+fields. */
export const rescuegroups: ListingSite = {
  columns: {
    externalID: ({ pet }) => String(pet.id),
    internalID: ({ profile }) => upTo50(profile.reference),
    name: ({ pet }) => upTo50(pet.name),
    status: ({ pet }) => STATUSES[pet.status],
    type: ({ species, type }) => type && SPECIES[type].find((name) => name === species),
    priBreed: firstBreed,
    secBreed: ({ profile }) => profile.breed?.secondary,
    mix: ({ profile }) => yesNo(profile.breed?.mixed),
    sex: ({ profile: { sex } }) => sex && SEXES[sex],
    age: (animal) => ageName(animal, OTHER_BANDS),
    okwithdogs: ({ profile }) => yesNo(getsOn(profile.goodWith?.dogs)),
    okwithcats: ({ profile }) => yesNo(getsOn(profile.goodWith?.cats)),
    okwithkids: ({ profile }) => yesNo(getsOn(profile.goodWith?.children)),
    declawed: ({ profile }) => yesNo(profile.declawed),
    housebroken: ({ profile }) => yesNo(profile.houseTrained),
    specialNeeds: ({ profile }) => yesNo(profile.specialNeeds),
    altered: ({ profile }) => yesNo(profile.altered),
    size: ({ profile: { size } }) => size && SIZES[size],
    uptodate: ({ profile }) => yesNo(profile.shotsCurrent),
    color: ({ profile }) => profile.colors?.[0],
    pattern: () => undefined,
    coatLength: ({ profile: { coat } }) =>
      coat === 'short' || coat === 'medium' || coat === 'long' ? COATS[coat] : '',
    courtesy: ({ profile }) => (profile.courtesyListing === true ? 'Yes' : ''),
    dsc: ({ profile: { description = '' } }) => htmlOfText(description, '<br>'),
    photo1: (animal) => photosOf(animal)[0],
    photo2: (animal) => photosOf(animal)[1],
    photo3: (animal) => photosOf(animal)[2],
    photo4: (animal) => photosOf(animal)[3],
    videoUrl: youTubeOf,
  },
  required: {
    type: 'species',
    priBreed: ({ type }) => (type === 'dog' ? undefined : 'breed'),
    name: 'name',
  },
};
