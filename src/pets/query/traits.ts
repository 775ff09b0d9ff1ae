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
import type { Int64 } from '../../vocabulary/int64.ts';
import { DESCRIBED, facet, FIRST_YEAR, termFacet, WITH_PHOTOS, yearOf } from './facets.ts';
import type { TraitFilters } from './schema.ts';

/** Born in the first millisecond or later, and before the second. */
type Births = readonly [fromMs: number, beforeMs: number];

/** Traits that no query parameter of the API asks for. */
export interface OtherTraits {
  readonly kind?: Kind;
  readonly declawed?: true;
  /** What it must not have. */
  readonly without?: Pick<TraitFilters, 'sex' | 'age' | 'size'>;
}

/** What an animal is, by its species or, if unknown, by its category. */
export interface Kind {
  readonly species: readonly string[];
  readonly categoryIds: readonly Int64[];
  /** Whether `categoryIds` are the categories of other kinds. */
  readonly isRest: boolean;
}

/** What an animal must have to match a filter. */
export interface Trait {
  /** It has one of these, or it does not match. None if no list has all animals that match. */
  readonly facets: readonly string[];
  /** Or it is in one of these categories. */
  readonly categoryIds?: readonly Int64[];
  /** Whether only a pet with a profile can have it. */
  readonly ofProfile: boolean;
  /** Whether the pet with the id in this column has it. */
  readonly holds: (id: string) => RawBuilder<SqlBool>;
}

/** The facets of the filters that name values; one is enough. */
const FACETS = {
  species: termFacet,
  breed: termFacet,
  color: termFacet,
  sex: facet,
  size: facet,
  coat: facet,
  houseTrained: facet,
  specialNeeds: facet,
} as const;

/** The traits that the filters ask for: all of them are needed. */
export function traitsOf(filters: Omit<TraitFilters, 'near' | 'within'> & OtherTraits, nowMs: number): Trait[] {
  const { goodWith = [], age, hasPhotos, missing, kind, declawed, without = {} } = filters;
  return [
    ...(Object.keys(FACETS) as (keyof typeof FACETS)[]).flatMap((name) => {
      const wanted = filters[name];
      if (wanted === undefined) return [];
      // No animal has a facet with an email address; and an empty list would be no list in SQL.
      return oneOf([wanted].flat().map((value) => FACETS[name](name, String(value)) ?? 'none'));
    }),
    ...goodWith.map((companion) => oneOf([`goodWith.${companion}:yes`])),
    ...(age === undefined ? [] : [ofAge(age, nowMs)]),
    ...(hasPhotos === undefined ? [] : [withPhotos(hasPhotos)]),
    ...(missing === undefined ? [] : [withoutOneOf(missing)]),
    ...(kind === undefined ? [] : [ofKind(kind)]),
    ...(declawed === undefined ? [] : [isDeclawed]),
    ...Object.entries(without).flatMap(([name, values]) => traitsOf({ [name]: values }, nowMs).map(opposite)),
  ];
}

const oneOf = (facets: readonly string[]): Trait => ({ facets, ofProfile: true, holds: (id) => hasFacet(id, facets) });

/** A trait that leads to no list of animals. */
const unlisted = (holds: Trait['holds']): Trait => ({ facets: [], ofProfile: false, holds });

/** A search of the key for each row: a join may read all animals with the facet. */
const hasFacet = (id: string, facets: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`((select 1 from pet_facets as had where had.facet in (${sql.join(facets)}) and had.pet_id = ${sql.ref(id)} limit 1) = 1)`;

function withPhotos(isWanted: boolean): Trait {
  const has = (id: string) => hasFacet(id, [WITH_PHOTOS]);
  if (isWanted) return { facets: [WITH_PHOTOS], ofProfile: false, holds: has };
  return unlisted((id) => sql<SqlBool>`(${has(id)} is not true)`);
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
    return sql<SqlBool>`(${isBorn} or ${isSaid})`;
  };
  return unlisted(
    (id) =>
      sql<SqlBool>`(${sql.join(
        essentials.map((essential) => sql`${isKnown(essential, id)} is not true`),
        sql` or `,
      )})`,
  );
}

const opposite = ({ holds }: Trait): Trait => unlisted((id) => sql<SqlBool>`(${holds(id)} is not true)`);

/** The public half of a profile is JSON, in which no text has quotes that are not escaped. */
const hasMember = (id: string, json: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`((select 1 from pet_profiles as own where own.pet_id = ${sql.ref(id)} and own.shown like ${`%${json}%`}) = 1)`;

const isDeclawed: Trait = { facets: [], ofProfile: true, holds: (id) => hasMember(id, '"declawed":true') };

function ofKind({ species, categoryIds, isRest }: Kind): Trait {
  const facets = species.map((value) => termFacet('species', value) ?? 'none');
  const isAmong =
    categoryIds.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`kin.category_id in (${sql.join(categoryIds)})`;
  const byCategory = (id: string) => sql<SqlBool>`((select 1 from pets as kin where kin.id = ${sql.ref(id)}
    and ${isRest ? sql`not` : sql``} ${isAmong}) = 1 and ${hasMember(id, '"species":"')} is not true)`;
  const bySpecies = (id: string) => (facets.length === 0 ? sql<SqlBool>`1 = 0` : hasFacet(id, facets));
  // The rest is in no list. A list without animals leads to none.
  const listed = facets.length + categoryIds.length === 0 ? ['none'] : facets;
  return {
    facets: isRest ? [] : listed,
    categoryIds: isRest ? [] : categoryIds,
    ofProfile: false,
    holds: (id) => sql<SqlBool>`(${bySpecies(id)} or ${byCategory(id)})`,
  };
}

/** Of the given ages: as the profile says, or by the date of birth. The facets of the years are few, and do not change with the day. */
function ofAge(ages: readonly Age[], nowMs: number): Trait {
  const given = ages.map((age) => `age:${age}`);
  const births = ages.map((age) => birthsOf(age, nowMs));
  const years = births.flatMap(([fromMs, beforeMs]) => {
    const first = fromMs === -Infinity ? FIRST_YEAR : yearOf(fromMs);
    // A date of birth may be tomorrow, where it is tomorrow already.
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
