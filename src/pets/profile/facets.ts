import { COMPANIONS, startOfDay } from '../../vocabulary/animal-profile.ts';
import { folded } from '../../vocabulary/text/folded.ts';
import type { ShownProfile } from './row.ts';

/**
 * The values of an animal by which lists are filtered: one row each in `pet_facets`. Terms are folded, so that `golden Retriever` finds
 * `Golden retriever`. Yes and no have a row each, so that a filter tells "no" from "not known".
 *
 * An age that follows from a date of birth has none: it changes with the day. The year of birth does not.
 */
export function facetsOf(profile: ShownProfile): string[] {
  const {
    species,
    breed,
    colors = [],
    sex,
    age,
    birthDate,
    size,
    coat,
    houseTrained,
    specialNeeds,
    goodWith,
    description,
  } = profile;
  const facets = [
    termFacet('species', species),
    termFacet('breed', breed?.primary),
    termFacet('breed', breed?.secondary),
    ...colors.map((color) => termFacet('color', color)),
    facet('sex', sex),
    facet('age', age),
    facet('born', birthDate === undefined ? undefined : String(yearOf(startOfDay(birthDate)))),
    facet('size', size),
    facet('coat', coat),
    facet('houseTrained', houseTrained),
    facet('specialNeeds', specialNeeds),
    description === undefined ? undefined : DESCRIBED,
    ...(Object.keys(COMPANIONS) as (keyof typeof COMPANIONS)[]).map((companion) =>
      facet(`goodWith.${companion}`, goodWith?.[companion]),
    ),
  ];
  return [...new Set(facets.filter((found) => found !== undefined))];
}

/** The facet of animals that have a story. */
export const DESCRIBED = 'described:yes';

/** All who were born before count as born in this year, so that the facets of an age are few. */
export const FIRST_YEAR = 1980;

/** The year of a facet. */
export const yearOf = (ms: number): number => Math.max(FIRST_YEAR, new Date(ms).getUTCFullYear());

/** The text of a facet, such as `sex:male`. */
export const facet = (name: string, value: string | boolean | undefined): string | undefined =>
  value === undefined ? undefined : `${name}:${value}`;

/** The text of a facet with a folded term, such as `breed:GOLDEN RETRIEVER`. None has an email address: nobody is to be found in the facets. */
export const termFacet = (name: string, term: string | undefined): string | undefined => {
  const text = facet(name, term === undefined ? undefined : folded(term));
  return text?.includes('@') === true ? undefined : text;
};
