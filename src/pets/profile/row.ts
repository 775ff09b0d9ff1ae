import { isDeepStrictEqual } from 'node:util';
import { locatedOf } from '../../database/located.ts';
import { ageOf, COMPANIONS, startOfDay } from '../../vocabulary/animal-profile.ts';
import { merged } from '../../vocabulary/merge-patch.ts';
import { DESCRIBED, facet, termFacet, yearOf } from '../query/facets.ts';
import type { NewPetProfile } from './schema.ts';

/** What everybody may know. */
export type ShownProfile = Omit<NewPetProfile, 'staff'>;

/** The columns of `pet_profiles` that follow from the profile. */
export function columnsOf({ staff, ...shown }: NewPetProfile) {
  const intake = staff?.intake?.date;
  return {
    birth_date: shown.birthDate === undefined ? null : startOfDay(shown.birthDate),
    waiting_since: intake === undefined ? null : startOfDay(intake),
    latitude: coarse(shown.location?.latitude),
    longitude: coarse(shown.location?.longitude),
    located: locatedOf(shown.location),
    shown: JSON.stringify(shown),
    staff: staff === undefined ? null : JSON.stringify(staff),
  };
}

/** To a kilometer, about: animals of a town share their place, and lists have few of them. */
const coarse = (degrees: number | undefined): number | null =>
  degrees === undefined ? null : Math.round(degrees * 100) / 100;

export function profileOf({ shown, staff }: { readonly shown: string; readonly staff: string | null }): NewPetProfile {
  const profile = JSON.parse(shown) as ShownProfile;
  return staff === null ? profile : { ...profile, staff: JSON.parse(staff) as NonNullable<NewPetProfile['staff']> };
}

/**
 * The values of an animal that lists filter by: one row each in `pet_facets`. Yes and no have a row each, so that a filter tells "no"
 * from "not known". An age that follows from a date of birth has none: it changes with the day. The year of birth does not.
 */
export function facetsOf(profile: ShownProfile): string[] {
  const { species, breed, colors = [], birthDate, goodWith, description } = profile;
  const facets = [
    termFacet('species', species),
    termFacet('breed', breed?.primary),
    termFacet('breed', breed?.secondary),
    ...colors.map((color) => termFacet('color', color)),
    ...(['sex', 'age', 'size', 'coat', 'houseTrained', 'specialNeeds'] as const).map((name) =>
      facet(name, profile[name]),
    ),
    facet('born', birthDate === undefined ? undefined : String(yearOf(startOfDay(birthDate)))),
    description === undefined ? undefined : DESCRIBED,
    ...(Object.keys(COMPANIONS) as (keyof typeof COMPANIONS)[]).map((companion) =>
      facet(`goodWith.${companion}`, goodWith?.[companion]),
    ),
  ];
  return [...new Set(facets.filter((found) => found !== undefined))];
}

/** As it is stored: without empty objects and repeated values, and with what follows from other members. */
export function normalized(given: NewPetProfile): NewPetProfile {
  const profile: NewPetProfile = merged({}, given);
  for (const list of ['tags', 'colors', 'bondedWith'] as const) {
    const items = profile[list];
    if (items !== undefined) Object.assign(profile, { [list]: [...new Set<unknown>(items)] });
  }
  // The age follows from the date on each read.
  if (profile.birthDate !== undefined) delete profile.age;
  if (profile.staff?.microchip?.number !== undefined) profile.microchipped = true;
  const { latitude, longitude } = profile.location ?? {};
  if (latitude !== undefined && longitude !== undefined)
    profile.location = { ...profile.location, latitude: rounded(latitude), longitude: rounded(longitude) };
  return profile;
}

/** The names of members of a profile, such as `profile.breed`, in order. */
export interface ChangedMembers {
  /** What everybody sees. */
  readonly shown: string[];
  /** What only the animal's own people see, such as `profile.staff.notes`. */
  readonly staff: string[];
}

/** The names of the members that differ. */
export function changedMembers(before: NewPetProfile, after: NewPetProfile, nowMs: number): ChangedMembers {
  const seen = ({ staff, ...shown }: NewPetProfile): object => ({
    ...shown,
    age: shown.birthDate === undefined ? shown.age : ageOf(shown.birthDate, nowMs),
    waitingSince: staff?.intake?.date,
  });
  return {
    shown: differences(seen(before), seen(after), 'profile.'),
    staff: differences(before.staff ?? {}, after.staff ?? {}, 'profile.staff.'),
  };
}

function differences(before: object, after: object, prefix: string): string[] {
  const [old, now]: Readonly<Record<string, unknown>>[] = [{ ...before }, { ...after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isDeepStrictEqual(old?.[name], now?.[name]))
    .toSorted()
    .map((name) => prefix + name);
}

/** Two decimals are about a kilometer: they show a town, not a house. */
const rounded = (degrees: number): number => Math.round(degrees * 100) / 100;
