import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  AGE_BANDS,
  type Age,
  AGES,
  COMPATIBILITIES,
  type Essential,
  SEXES,
  SIZES,
} from '../../vocabulary/animal-profile.ts';
import { WITH_PHOTOS } from '../photos/facet.ts';
import { DESCRIBED, facet, FIRST_YEAR, termFacet, yearOf } from '../profile/facets.ts';
import type { TraitFilters } from './schema.ts';

/** Born in the first millisecond or later, and before the second. */
type Births = readonly [fromMs: number, beforeMs: number];

/** What an animal must have to match a filter. */
export interface Trait {
  /** It has one of these, or it does not match. None if no list has those that match. */
  readonly facets: readonly string[];
  /** Whether only a pet with a profile can have it. */
  readonly ofProfile: boolean;
  /** Whether the pet with the id in this column has it. */
  readonly holds: (id: string) => RawBuilder<SqlBool>;
}

/** The traits that the filters ask for: all of them are needed. */
export function traitsOf(filters: Omit<TraitFilters, 'near' | 'within'>, nowMs: number): Trait[] {
  const { species, breed, color, sex, age, size, coat, goodWith = [], houseTrained, specialNeeds } = filters;
  const { hasPhotos, missing } = filters;
  return [
    ...oneOf(species, (value) => termFacet('species', value)),
    ...oneOf(breed, (value) => termFacet('breed', value)),
    ...oneOf(color, (value) => termFacet('color', value)),
    ...oneOf(sex, (value) => facet('sex', value)),
    ...oneOf(size, (value) => facet('size', value)),
    ...oneOf(coat, (value) => facet('coat', value)),
    ...goodWith.flatMap((companion) => oneOf([companion], (value) => facet(`goodWith.${value}`, 'yes'))),
    ...oneOf(houseTrained === undefined ? undefined : [houseTrained], (value) => facet('houseTrained', value)),
    ...oneOf(specialNeeds === undefined ? undefined : [specialNeeds], (value) => facet('specialNeeds', value)),
    ...(age === undefined ? [] : [ofAge(age, nowMs)]),
    ...(hasPhotos === undefined ? [] : [withPhotos(hasPhotos)]),
    ...(missing === undefined ? [] : [withoutOneOf(missing)]),
  ];
}

function oneOf<Value>(values: readonly Value[] | undefined, facetOf: (value: Value) => string | undefined): Trait[] {
  if (values === undefined) return [];
  // No animal has a facet with an email address; and an empty list would be no list in SQL.
  const facets = values.map((value) => facetOf(value) ?? 'none');
  return [{ facets, ofProfile: true, holds: (id) => hasFacet(id, facets) }];
}

/** A search of the key for each row: a join may read all animals with the facet. */
const hasFacet = (id: string, facets: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`((select 1 from pet_facets as had where had.facet in (${sql.join(facets)}) and had.pet_id = ${sql.ref(id)} limit 1) = 1)`;

function withPhotos(isWanted: boolean): Trait {
  const has = (id: string) => hasFacet(id, [WITH_PHOTOS]);
  if (isWanted) return { facets: [WITH_PHOTOS], ofProfile: false, holds: has };
  return { facets: [], ofProfile: false, holds: (id) => sql<SqlBool>`(${has(id)} is not true)` };
}

/** An animal has one of these facets if it is known of it; or a date of birth, which tells the age. */
const KNOWN: Readonly<Record<Essential, readonly string[]>> = {
  photos: [WITH_PHOTOS],
  description: [DESCRIBED],
  age: Object.keys(AGES).map((age) => `age:${age}`),
  sex: Object.keys(SEXES).map((sex) => `sex:${sex}`),
  size: Object.keys(SIZES).map((size) => `size:${size}`),
  children: Object.keys(COMPATIBILITIES).map((answer) => `goodWith.children:${answer}`),
};

function withoutOneOf(essentials: readonly Essential[]): Trait {
  const isKnown = (essential: Essential, id: string): RawBuilder<SqlBool> => {
    const isSaid = hasFacet(id, KNOWN[essential]);
    if (essential !== 'age') return isSaid;
    const isBorn = sql`(select 1 from pet_profiles as own where own.pet_id = ${sql.ref(id)} and own.birth_date is not null) = 1`;
    return sql<SqlBool>`(${isSaid} or ${isBorn})`;
  };
  return {
    facets: [],
    ofProfile: false,
    holds: (id) =>
      sql<SqlBool>`(${sql.join(
        essentials.map((essential) => sql`${isKnown(essential, id)} is not true`),
        sql` or `,
      )})`,
  };
}

/** Of the given ages: as the profile says, or by the date of birth. The facets of the years are few, and do not change with the day. */
function ofAge(ages: readonly Age[], nowMs: number): Trait {
  const given = ages.map((age) => `age:${age}`);
  const births = ages.map((age) => birthsOf(age, nowMs));
  const years = births.flatMap(([fromMs, beforeMs]) => {
    const first = fromMs === -Infinity ? FIRST_YEAR : yearOf(fromMs);
    // A date of birth may be that of tomorrow, where it is tomorrow already.
    const last = yearOf(Math.min(beforeMs, nowMs + 2 * dayMs) - 1);
    return Array.from({ length: last - first + 1 }, (_, i) => `born:${first + i}`);
  });
  return {
    facets: [...new Set([...given, ...years])],
    ofProfile: true,
    holds: (id) => {
      const isBornThen = births.map(
        ([fromMs, beforeMs]) => sql`(own.birth_date >= ${bounded(fromMs)} and own.birth_date < ${bounded(beforeMs)})`,
      );
      const isBorn = sql`(select 1 from pet_profiles as own where own.pet_id = ${sql.ref(id)} and (${sql.join(isBornThen, sql` or `)})) = 1`;
      return sql<SqlBool>`(${isBorn} or ${hasFacet(id, given)})`;
    },
  };
}

const dayMs = 86_400_000;
const bounded = (ms: number): number => Math.max(-Number.MAX_SAFE_INTEGER, Math.min(ms, Number.MAX_SAFE_INTEGER));

/** When animals of an age were born: see `ageOf`. */
function birthsOf(age: Age, nowMs: number): Births {
  const ages = Object.keys(AGES) as Age[];
  const younger = ages[ages.indexOf(age) - 1];
  const tomorrow = Math.floor(nowMs / dayMs) + 1;
  const bornSince = (band: Age) => (band === 'senior' ? -Infinity : (tomorrow - AGE_BANDS[band]) * dayMs);
  return [bornSince(age), younger === undefined ? Infinity : bornSince(younger)];
}
