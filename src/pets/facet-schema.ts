import { type Static, Type } from 'typebox';
import { Text } from '../http/shapes.ts';
import { MOST_COUNTED_ANIMALS } from '../vocabulary/pet-lifecycle.ts';
import { PetFilters } from './query/schema.ts';

/** The values of a filter with the most animals. */
export const MOST_VALUES = 100;

const PetFacet = Type.Object(
  {
    value: Text('The value, as the query parameter takes it. Names are spelled as by the newest animal.'),
    count: Type.Integer({ minimum: 1, description: 'How many animals have it.' }),
  },
  { title: 'PetFacet', description: 'A value of a filter.', examples: [{ value: 'Beagle', count: 3 }] },
);

const facets = (name: string, what = '') =>
  Type.Optional(Type.Array(PetFacet, { maxItems: MOST_VALUES, description: `Values of \`${name}\`.${what}` }));

/** What is counted, by the names of the query parameters. */
export const PetFacets = Type.Object(
  {
    total: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: `How many animals match every filter. Absent if there are more than ${MOST_COUNTED_ANIMALS.toLocaleString('en')} and other filters are given than \`status\` and \`organizationId\`.`,
      }),
    ),
    species: facets('species'),
    breed: facets('breed', ' An animal of two breeds counts for both.'),
    color: facets('color', ' An animal of several colors counts for each.'),
    sex: facets('sex'),
    age: facets('age'),
    size: facets('size'),
    coat: facets('coat'),
    goodWith: facets('goodWith', ' Animals that have all values that are chosen already.'),
    houseTrained: facets('houseTrained'),
    specialNeeds: facets('specialNeeds'),
    hasPhotos: facets('hasPhotos'),
    missing: facets('missing', ' An animal counts for each.'),
  },
  {
    title: 'PetFacets',
    description: 'How many animals a list has with each value of its filters; the most frequent values first.',
    examples: [{ total: 4, species: [{ value: 'Dog', count: 4 }], sex: [{ value: 'female', count: 3 }] }],
  },
);
export type PetFacets = Static<typeof PetFacets>;

const { sort: _, ...filters } = PetFilters.properties;

/** The filters of a list, which has no order here. */
export const FacetsQuery = Type.Object(filters);
export type FacetsQuery = Static<typeof FacetsQuery>;
