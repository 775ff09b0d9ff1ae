import * as fc from 'fast-check';
import type { NewPetProfile } from '../../../src/pets/profile/schema.ts';
import type { PetFilters } from '../../../src/pets/query/filters.ts';
import type { Pet } from '../../../src/pets/schema.ts';
import {
  AGES,
  COATS,
  COMPANIONS,
  type Essential,
  ESSENTIALS,
  SEXES,
  SIZES,
} from '../../../src/vocabulary/animal-profile.ts';

/** A plain model of the lists of animals. */
export interface Animal {
  readonly pet: Pet;
  readonly organizationId: number | undefined;
  readonly profile: NewPetProfile | undefined;
  readonly createdMs: number;
  readonly hasPhoto: boolean;
}

/** By id. Organization 3 is not listed, and nobody knows where 4 is. */
export const ORGANIZATIONS = [
  { id: 1, listed_at: 1, latitude: 39.8, longitude: -89.65 },
  { id: 2, listed_at: 1, latitude: 40.7, longitude: -89.6 },
  { id: 3, listed_at: null, latitude: 39.8, longitude: -89.65 },
  { id: 4, listed_at: 1, latitude: null, longitude: null },
] as const;

const dayMs = 86_400_000;
export const todayMs = Date.UTC(2026, 10, 22);
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const names = <Word extends string>(words: Readonly<Record<Word, string>>) => Object.keys(words) as Word[];
const some = <Value>(...values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
/** Each age, and the days on which it changes. */
const birth = some(0, 364, 365, 366, 1_094, 1_095, 1_096, 2_919, 2_920, 2_921, 5_000, 40_000).map((days) =>
  days === undefined ? undefined : day(todayMs - days * dayMs),
);
const place = some(
  { latitude: 39.8, longitude: -89.65 },
  { latitude: 39.801, longitude: -89.652 },
  { latitude: 41.9, longitude: -87.6 },
  { latitude: -39.8, longitude: 90.35 },
);

/** The members that are undefined are left out. */
const known = <Members extends object>(members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Members;

export const profile: fc.Arbitrary<NewPetProfile | undefined> = fc.option(
  fc
    .record({
      species: some('dog', 'Dog', 'Cat'),
      primary: some('Beagle', 'Poodle', 'Straße'),
      secondary: some('beagle', 'Corgi'),
      colors: fc.uniqueArray(fc.constantFrom('Black', 'White', 'tan'), { maxLength: 3 }),
      sex: some(...names(SEXES)),
      age: some(...names(AGES)),
      birthDate: birth,
      size: some(...names(SIZES)),
      coat: some(...names(COATS)),
      children: some('yes', 'no', 'selective'),
      dogs: some('yes', 'yes', 'no'),
      houseTrained: some(true, false),
      specialNeeds: some(true, false),
      description: some('Likes people.'),
      location: place,
      intake: some(3, 3, 40, 41, 500),
    })
    .map(({ primary, secondary, children, dogs, intake, ...rest }) =>
      known<NewPetProfile>({
        ...rest,
        breed: known({ primary, secondary }),
        goodWith: known({ children, dogs }),
        staff: intake === undefined ? {} : { intake: { date: day(todayMs - intake * dayMs) } },
      } as NewPetProfile),
    ),
  { freq: 4, nil: undefined },
);

const list = <Value>(...values: readonly Value[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 1 });
const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

export const filters: fc.Arbitrary<PetFilters> = fc
  .record({
    species: rarely(list('DOG', 'cat', 'parrot')),
    breed: rarely(list('BEAGLE', 'corgi', 'strasse')),
    color: rarely(list('black', 'Tan')),
    sex: rarely(list(...names(SEXES))),
    age: rarely(list(...names(AGES))),
    size: rarely(list(...names(SIZES))),
    coat: rarely(list(...names(COATS))),
    goodWith: rarely(list(...names(COMPANIONS).slice(0, 2))),
    houseTrained: rarely(fc.boolean()),
    specialNeeds: rarely(fc.boolean()),
    hasPhotos: rarely(fc.boolean()),
    missing: rarely(list(...names(ESSENTIALS))),
    status: rarely(fc.constantFrom('available' as const, 'pending' as const, 'sold' as const)),
    categoryId: rarely(fc.constantFrom(1, 2)),
    organizationId: rarely(fc.constantFrom(1, 2, 3)),
    q: rarely(fc.constantFrom('e', 'rex')),
    near: fc.option(
      fc.record({
        latitude: fc.constant(39.8),
        longitude: fc.constantFrom(-89.65, -89.6),
        meters: fc.constantFrom(300, 110_000, 500_000),
      }),
      { nil: undefined, freq: 1 },
    ),
    sort: rarely(fc.constantFrom('newest' as const, 'longest_waiting' as const, 'distance' as const)),
  })
  .map(({ near, sort, ...rest }) => {
    const place = near === undefined ? {} : { near };
    return known({
      ...rest,
      ...place,
      sort: sort === 'distance' && near === undefined ? 'newest' : sort,
    }) as PetFilters;
  });

const folded = (text: string): string => text.toUpperCase();
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function meters(from: { latitude: number; longitude: number }, to: { latitude: number; longitude: number }): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const cosine =
    Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(radians(to.longitude - from.longitude));
  return Math.round(6_371_008.8 * Math.acos(Math.min(1, cosine)));
}

/** Where an animal is. */
function placeOf({ profile, organizationId }: Animal): { latitude: number; longitude: number } | undefined {
  const { latitude, longitude } = profile?.location ?? {};
  const rounded = (degrees: number) => Math.round(degrees * 100) / 100;
  if (latitude !== undefined && longitude !== undefined)
    return { latitude: rounded(latitude), longitude: rounded(longitude) };
  const organization = ORGANIZATIONS.find(({ id }) => id === organizationId);
  return organization === undefined || organization.latitude === null ? undefined : organization;
}

function ageOf({ birthDate, age }: NewPetProfile): string | undefined {
  if (birthDate === undefined) return age;
  const days = (todayMs - Date.parse(birthDate)) / dayMs;
  return days < 365 ? 'baby' : days < 1_095 ? 'young' : days < 2_920 ? 'adult' : 'senior';
}

function isKnown({ profile = {}, hasPhoto }: Animal, essential: Essential): boolean {
  if (essential === 'photos') return hasPhoto;
  if (essential === 'children') return profile.goodWith?.children !== undefined;
  return (essential === 'age' ? ageOf(profile) : profile[essential]) !== undefined;
}

function isOne(wanted: readonly string[] | undefined, ...values: readonly (string | undefined)[]): boolean {
  const accepted = wanted?.map((value) => folded(value));
  return accepted === undefined || values.some((value) => value !== undefined && accepted.includes(folded(value)));
}

function matches(animal: Animal, wanted: PetFilters): boolean {
  const { pet, organizationId, profile = {} } = animal;
  const place = placeOf(animal);
  return (
    isOne(wanted.species, profile.species) &&
    isOne(wanted.breed, profile.breed?.primary, profile.breed?.secondary) &&
    isOne(wanted.color, ...(profile.colors ?? [])) &&
    isOne(wanted.sex, profile.sex) &&
    isOne(wanted.age, ageOf(profile)) &&
    isOne(wanted.size, profile.size) &&
    isOne(wanted.coat, profile.coat) &&
    (wanted.goodWith ?? []).every((companion) => profile.goodWith?.[companion] === 'yes') &&
    [undefined, profile.houseTrained].includes(wanted.houseTrained) &&
    [undefined, profile.specialNeeds].includes(wanted.specialNeeds) &&
    [undefined, animal.hasPhoto].includes(wanted.hasPhotos) &&
    (wanted.missing === undefined || wanted.missing.some((essential) => !isKnown(animal, essential))) &&
    [undefined, pet.status].includes(wanted.status) &&
    [undefined, pet.categoryId].includes(wanted.categoryId) &&
    [undefined, organizationId].includes(wanted.organizationId as number | undefined) &&
    (wanted.q === undefined || folded(pet.name).includes(folded(wanted.q))) &&
    (wanted.near === undefined || (place !== undefined && meters(wanted.near, place) <= wanted.near.meters))
  );
}

/** Animals without a profile come last. */
const waitsSince = ({ profile, createdMs }: Animal): number =>
  profile === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(profile.staff?.intake?.date ?? day(createdMs));

/** The list that the filters ask for. */
export function listed(animals: readonly Animal[], wanted: PetFilters, publicOnly: boolean): Animal[] {
  const isPublic = ({ organizationId }: Animal) => [1, 2, 4].includes(organizationId ?? 0);
  const { sort, near } = wanted;
  return animals
    .filter((animal) => matches(animal, wanted) && (!publicOnly || isPublic(animal)))
    .toSorted((a, b) => {
      if (sort === 'longest_waiting') return waitsSince(a) - waitsSince(b) || a.pet.id - b.pet.id;
      const metersOf = (animal: Animal) => (sort === 'distance' ? meters(near!, placeOf(animal)!) : 0);
      return metersOf(a) - metersOf(b) || b.pet.id - a.pet.id;
    });
}
