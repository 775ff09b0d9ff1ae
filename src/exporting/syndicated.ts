import type { PetProfile } from '../pets/profile/schema.ts';
import type { Pet } from '../pets/schema.ts';
import { type Age, type AGE_BANDS, ageOf, AGES, type Size } from '../vocabulary/animal-profile.ts';
import { BREEDS } from '../vocabulary/animals/breeds.ts';
import type { HidingReason } from '../vocabulary/animals/hiding.ts';
import type { AnimalType } from '../vocabulary/animals/species.ts';
import type { WhyNotListed } from '../vocabulary/listing-sites.ts';
import { speciesNamed, typeOfSpecies } from '../words/species-spellings.ts';

/** An animal as it is exported. */
export interface ExportedPet extends Pet {
  readonly profile?: PetProfile;
  readonly photos?: readonly { readonly urls: { readonly share: string } }[];
}

/** What is the same for all animals of a file. */
export interface FileFacts {
  readonly nowMs: number;
  /** Where the sites fetch the photos. */
  readonly origin: string;
  /** The name of a category. */
  readonly categoryName: (id: Pet['categoryId']) => string | undefined;
  /** A text for the time that the site has the animal without a break. Petfinder reads no address twice, even if the animal was away in between. */
  readonly periodOf?: (petId: number) => string | undefined;
}

/** What a site that lists animals takes. */
export interface ListingSite {
  /** The columns of its file in order, and what each of them holds. */
  readonly columns: Readonly<Record<string, (animal: Animal) => string | number | undefined>>;
  /** The columns that may not be empty, and why an animal cannot be listed without. */
  readonly required: Readonly<Record<string, WhyNotListed | ((animal: Animal) => WhyNotListed | undefined)>>;
}

/** An animal with what several columns need, and without what is for staff. */
export interface Animal {
  readonly pet: Pet;
  readonly profile: Omit<PetProfile, 'staff'>;
  readonly photos: NonNullable<ExportedPet['photos']>;
  readonly facts: FileFacts;
  readonly species: string;
  readonly type: AnimalType | undefined;
  readonly hiddenBecause: HidingReason | undefined;
}

export function animalOf({ profile: shown = {}, photos = [], ...pet }: ExportedPet, facts: FileFacts): Animal {
  const { staff, ...profile } = shown;
  const species = speciesNamed(profile.species ?? facts.categoryName(pet.categoryId) ?? '');
  const hiddenBecause = staff?.hiddenBecause ?? (profile.comingSoon === true ? 'hold' : undefined);
  return { pet, profile, photos, facts, species, type: typeOfSpecies(species), hiddenBecause };
}

/** The first breed. The species is one where the vocabulary has it among the breeds, such as a hamster. */
export const firstBreed = ({ profile, species, type }: Animal): string | undefined =>
  profile.breed?.primary ?? (type !== undefined && BREEDS[type].includes(species) ? species : undefined);

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

const YOUTUBE = /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/watch\?(?:.*&)?v=|youtu\.be\/)([\w-]+)/;

/** The first video at YouTube, by the only form of its address that some sites take. */
export function youTubeOf({ profile: { videos = [] } }: Animal): string | undefined {
  const id = videos.map(({ url }) => YOUTUBE.exec(url)?.[1]).find((found) => found !== undefined);
  return id === undefined ? undefined : `https://www.youtube.com/watch?v=${id}`;
}

/** The addresses of the photos, as JPEG. Each photo has its own, and another one in each period, for sites that read an address once. */
export function photosOf({ pet, photos, facts: { origin, periodOf } }: Animal): readonly string[] {
  const period = periodOf?.(pet.id);
  return photos.map(({ urls }) => new URL(urls.share, origin).href + (period === undefined ? '' : `?listed=${period}`));
}

/** A fee that adopters may know, in the smallest unit. */
export const feeOf = ({ profile: { adoptionFee } }: Animal): number | undefined =>
  adoptionFee?.display === false ? undefined : adoptionFee?.amount;
