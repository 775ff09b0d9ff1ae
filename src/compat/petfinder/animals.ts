import type { BoardAnimal } from '../../site/animals/animals.ts';
import { animalUrl } from '../../site/animals/head.ts';
import { AGES, COATS, type Compatibility, SEXES } from '../../vocabulary/animal-profile.ts';
import { ANIMAL_TYPES, type AnimalType } from '../../vocabulary/animals/species.ts';
import { speciesNamed } from '../../words/species-spellings.ts';
import { addressMembers, organizationPath, petfinderId, type Place } from './organizations.ts';
import { escaped, miles, petfinderTime, shortened } from './text.ts';
import { typePath } from './types.ts';

/** Petfinder's statuses. No animal that looks for a home is `found`. */
const STATUSES = { available: 'adoptable', sold: 'adopted' } as const;

/** The value shown if unknown: Petfinder's clients expect one. The filters find the animal by it. */
export const UNKNOWN = { age: 'adult', sex: 'unknown', size: 'medium' } as const;

const SIZES = { small: 'Small', medium: 'Medium', large: 'Large', xlarge: 'Extra Large' } as const;
const mostPhotos = 6;

/** An animal with every value that Petfinder shows. */
export interface ShownAnimal extends BoardAnimal {
  readonly type: AnimalType;
  readonly organization: NonNullable<BoardAnimal['organization']>;
}

/** @param meters the distance from the place that the request names */
export function animalMembers(animal: ShownAnimal, { origin, base }: Place, meters: number | undefined) {
  const { pet, profile, organization, type } = animal;
  const organizationId = petfinderId(organization);
  const { breed = {}, colors = [], goodWith = {} } = profile;
  const species = profile.species === undefined ? ANIMAL_TYPES[type] : speciesNamed(profile.species);
  return {
    id: pet.id,
    organization_id: organizationId,
    url: animalUrl(animal, origin),
    type: ANIMAL_TYPES[type],
    species,
    breeds: {
      primary: breed.primary ?? species,
      secondary: breed.secondary ?? null,
      mixed: breed.mixed === true || breed.secondary !== undefined,
      unknown: breed.unknown ?? breed.primary === undefined,
    },
    colors: { primary: colors[0] ?? null, secondary: colors[1] ?? null, tertiary: colors[2] ?? null },
    age: AGES[profile.age ?? UNKNOWN.age],
    gender: SEXES[profile.sex ?? UNKNOWN.sex],
    size: SIZES[profile.size ?? UNKNOWN.size],
    coat: profile.coat === undefined ? null : COATS[profile.coat],
    attributes: {
      spayed_neutered: profile.altered === true,
      house_trained: profile.houseTrained === true,
      declawed: type === 'cat' ? profile.declawed === true : null,
      special_needs: profile.specialNeeds === true,
      shots_current: profile.shotsCurrent === true,
    },
    environment: { children: getsOn(goodWith.children), dogs: getsOn(goodWith.dogs), cats: getsOn(goodWith.cats) },
    tags: profile.tags ?? [],
    name: pet.name,
    description: shortened(profile.description ?? profile.summary),
    organization_animal_id: profile.reference ?? null,
    photos: photosOf(animal, origin),
    primary_photo_cropped: croppedOf(animal, origin),
    videos: (profile.videos ?? []).map(({ url }) => ({ embed: embedOf(url) })),
    status: STATUSES[pet.status === 'sold' ? 'sold' : 'available'],
    status_changed_at: petfinderTime(profile.statusChangedAt ?? ''),
    published_at: petfinderTime(profile.publishedAt ?? ''),
    distance: meters === undefined ? null : miles(meters),
    contact: {
      email: organization.email ?? null,
      phone: organization.phone ?? null,
      address: addressMembers(profile.location ?? organization.address),
    },
    _links: {
      self: { href: `${base}/animals/${pet.id}` },
      type: { href: typePath(base, type) },
      organization: { href: organizationPath(base, organizationId) },
    },
  };
}

/** "With some" is neither yes nor no. */
const getsOn = (value: Compatibility | undefined): boolean | null =>
  value === undefined || value === 'selective' ? null : value === 'yes';

/** In the widths that there are: Petfinder's were 100, 300 and 600 pixels, and the image itself. */
const photosOf = ({ photos }: ShownAnimal, origin: string) =>
  photos.slice(0, mostPhotos).map(({ urls }) => ({
    small: origin + urls['300'],
    medium: origin + urls['300'],
    large: origin + urls['600'],
    full: origin + urls.share,
  }));

/** Petfinder's were 300, 450 and 600 pixels wide. */
function croppedOf({ photos: [photo] }: ShownAnimal, origin: string) {
  if (photo === undefined) return null;
  const { urls } = photo;
  return {
    small: origin + urls['300'],
    medium: origin + urls['600'],
    large: origin + urls['600'],
    full: origin + urls.share,
  };
}

const YOUTUBE =
  /^https:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|shorts\/|embed\/)|youtu\.be\/)([\w-]{11})/i;
const VIMEO = /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d+)/i;

/** The HTML that shows a video. */
function embedOf(url: string): string {
  const [, youtube] = YOUTUBE.exec(url) ?? [];
  const [, vimeo] = VIMEO.exec(url) ?? [];
  if (youtube !== undefined) return frame(`https://www.youtube.com/embed/${youtube}`);
  if (vimeo !== undefined) return frame(`https://player.vimeo.com/video/${vimeo}`);
  if (/\.(?:mp4|m4v|mov|webm|ogv)(?:[?#]|$)/i.test(url)) return `<video controls src="${escaped(url)}"></video>`;
  return frame(url);
}

const frame = (url: string): string =>
  `<iframe src="${escaped(url)}" width="560" height="315" frameborder="0" allowfullscreen></iframe>`;
