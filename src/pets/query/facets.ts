import { folded } from '../../vocabulary/text/folded.ts';

/** The values of animals that lists filter by, as texts: one row each in `pet_facets`. */

/** The facet of animals that have a photo. */
export const WITH_PHOTOS = 'photos:yes';

/** The facet of animals that have a story. */
export const DESCRIBED = 'described:yes';

/** All who were born before count as born in this year, so that the facets of an age are few. */
export const FIRST_YEAR = 1980;

/** The year of a facet. */
export const yearOf = (ms: number): number => Math.max(FIRST_YEAR, new Date(ms).getUTCFullYear());

/** The text of a facet, such as `sex:male`. */
export const facet = (name: string, value: string | boolean | undefined): string | undefined =>
  value === undefined ? undefined : `${name}:${value}`;

/**
 * The text of a facet with a folded term, such as `breed:GOLDEN RETRIEVER`, so that `golden Retriever` finds `Golden retriever`. None has an
 * email address: the facets must identify nobody.
 */
export const termFacet = (name: string, term: string | undefined): string | undefined => {
  const text = facet(name, term === undefined ? undefined : folded(term));
  return text?.includes('@') === true ? undefined : text;
};
