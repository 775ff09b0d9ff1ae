import type { PetProfile } from '../pets/profile/schema.ts';
import type { Pet } from '../pets/schema.ts';
import { type Age, type AGE_BANDS, ageOf, AGES, type Size } from '../vocabulary/animal-profile.ts';
import type { AnimalType } from '../vocabulary/animals/species.ts';
import { typeOfSpecies } from '../words/species-spellings.ts';

/** An animal as it is exported. */
export interface ExportedPet extends Pet {
  readonly profile?: PetProfile;
  readonly photos?: readonly { readonly urls: { readonly share: string } }[];
}

/** What is the same for all animals of a file. */
export interface FileFacts {
  readonly nowMs: number;
  /** The organization's id at the site that reads the file; empty if none was given. */
  readonly shelterId: string;
  /** Where the sites fetch the photos. */
  readonly origin: string;
  /** The name of a category. */
  readonly categoryName: (id: Pet['categoryId']) => string | undefined;
}

/** A file for a site that lists animals: its columns in order, and what each of them holds. */
export type Columns = Readonly<Record<string, (animal: Animal) => string | number | undefined>>;

/** An animal with what several columns need. */
export interface Animal {
  readonly pet: ExportedPet;
  readonly profile: PetProfile;
  readonly facts: FileFacts;
  readonly species: string;
  readonly type: AnimalType | undefined;
}

export function animalOf(pet: ExportedPet, facts: FileFacts): Animal {
  const { profile = {} } = pet;
  const species = profile.species ?? facts.categoryName(pet.categoryId)?.replace(/s$/, '') ?? '';
  return { pet, profile, facts, species, type: typeOfSpecies(species) };
}

/** Adopted animals are reported so long, so that the sites can say so; later ones are left out, which removes them. */
const ADOPTED_MS = 30 * 24 * 60 * 60 * 1_000;

export const isListed = ({ pet: { status }, profile: { statusChangedAt, staff }, facts: { nowMs } }: Animal): boolean =>
  staff?.hiddenBecause === undefined &&
  (status !== 'sold' || (statusChangedAt !== undefined && nowMs - Date.parse(statusChangedAt) < ADOPTED_MS));

/** The organization's own number for the animal. */
export const referenceOf = ({ pet, profile }: Animal): string => profile.reference ?? String(pet.id);

/** The species as Petfinder's files name it, which Adopt-a-Pet reads too. Source: sheltermanager/asm3, `PETFINDER_SPECIES`. */
export const petfinderType = ({ species, type }: Animal): string =>
  species === 'Pig' || type === undefined ? species : PETFINDER_TYPES[type];

const PETFINDER_TYPES: Readonly<Record<AnimalType, string>> = {
  dog: 'Dog',
  cat: 'Cat',
  rabbit: 'Rabbit',
  'small-furry': 'Small&Furry',
  horse: 'Horse',
  bird: 'Bird',
  'scales-fins-other': 'Reptile',
  barnyard: 'Barnyard',
};

/** The bands of Adopt-a-Pet and RescueGroups: half a year, two and nine years. */
export const OTHER_BANDS: typeof AGE_BANDS = { baby: 182.5, young: 2 * 365, adult: 9 * 365 };

/** The name of the age, by the bands of the site. */
export function ageName({ profile: { birthDate, age }, facts }: Animal, bands: typeof AGE_BANDS): string {
  const is: Age | undefined = birthDate === undefined ? age : ageOf(birthDate, facts.nowMs, bands);
  return is === undefined ? '' : AGES[is];
}

const SIZE_LETTERS: Readonly<Record<Size, string>> = { small: 'S', medium: 'M', large: 'L', xlarge: 'XL' };
export const sizeLetter = (size: Size | undefined): string => (size === undefined ? '' : SIZE_LETTERS[size]);

export const sexLetter = ({ profile: { sex } }: Animal): string => (sex === 'male' ? 'M' : sex === 'female' ? 'F' : '');

/** `1` for yes, and nothing otherwise. */
export const one = (is: boolean | undefined): string => (is === true ? '1' : '');

/** Yes, no, or nothing where it is not known. */
export const either = (is: boolean | undefined, yes: string, no: string): string =>
  is === undefined ? '' : is ? yes : no;

/** Whether it gets on with somebody; "with some" is neither yes nor no. */
export const getsOn = (value: 'yes' | 'no' | 'selective' | undefined): boolean | undefined =>
  value === undefined || value === 'selective' ? undefined : value === 'yes';

const VIDEO = /^https:\/\/(?:www\.|m\.|player\.)?(?:youtube\.com|youtu\.be|youtube-nocookie\.com|vimeo\.com)\//i;

/** The first video at YouTube or Vimeo. */
export const videoOf = ({ profile: { videos = [] } }: Animal): string | undefined =>
  videos.map(({ url }) => url).find((url) => VIDEO.test(url));

/** The addresses of the photos, as JPEG. Each photo has an address of its own, so that a site that fetches each address once has the current photo. */
export const photosOf = ({ pet: { photos = [] }, facts: { origin } }: Animal): readonly string[] =>
  photos.map(({ urls }) => new URL(urls.share, origin).href);

/** A fee that adopters may know, in the smallest unit. */
export const feeOf = ({ profile: { adoptionFee } }: Animal): number | undefined =>
  adoptionFee?.display === false ? undefined : adoptionFee?.amount;
