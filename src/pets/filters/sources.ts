import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { isPublicOrganization } from '../../database/listed.ts';
import { isNear, type Near } from '../../database/near.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import type { PetStatus } from '../../vocabulary/pet-lifecycle.ts';
import { type Among, isOfOrganizations, storedAs } from '../steps.ts';
import type { Trait } from './traits.ts';

/** Some lists of pets, each in the order of the ids in an index. A pet of a page is in one of them. */
export interface Source {
  /** The facets whose lists it is made of. */
  readonly facets?: readonly string[];
  /** For some of its lists, the id that is `rows` below the top: below the highest of them, fewer than about `rows` pets are left out. */
  readonly nths: (rows: number, top: number) => readonly RawBuilder<number | null>[];
  /** The column `id`: its pets from `bottom` on, below `top`. */
  readonly ids: (bottom: number, top: number) => RawBuilder<unknown>;
}

/** Fewer than so many of each list would be hardly more than one in total. */
const fewest = 3;
const ofEach = (rows: number, lists: number): number => Math.max(fewest, Math.ceil(rows / Math.max(1, lists)));

const ofFacets = (facets: readonly string[]): Source => ({
  facets,
  nths: (rows, top) =>
    facets.map(
      (each) => sql<number | null>`(select pet_id from pet_facets where facet = ${each} and pet_id < ${top}
        order by pet_id desc limit 1 offset ${ofEach(rows, facets.length) - 1})`,
    ),
  ids: (bottom, top) =>
    sql`select pet_id as id from pet_facets where facet in (${sql.join(facets)}) and pet_id >= ${bottom} and pet_id < ${top}`,
});

const ofCategories = (ids: readonly Int64[]): Source => ({
  nths: (rows, top) =>
    ids.map(
      (each) => sql<number | null>`(select id from pets where category_id = ${each} and id < ${top}
        order by id desc limit 1 offset ${ofEach(rows, ids.length) - 1})`,
    ),
  ids: (bottom, top) =>
    sql`select id from pets where category_id in (${sql.join(ids)}) and id >= ${bottom} and id < ${top}`,
});

/** The lists that have all pets with a trait; undefined if none have. */
export function ofTrait({ facets, categoryIds = [] }: Trait): Source | undefined {
  const sources = [
    ...(facets.length === 0 ? [] : [ofFacets(facets)]),
    ...(categoryIds.length === 0 ? [] : [ofCategories(categoryIds)]),
  ];
  return sources.length > 1 ? union(sources) : sources[0];
}

const union = (sources: readonly Source[]): Source => ({
  nths: (rows, top) => sources.flatMap(({ nths }) => nths(Math.ceil(rows / sources.length), top)),
  ids: (bottom, top) =>
    sql.join(
      sources.map(({ ids }) => ids(bottom, top)),
      sql` union all `,
    ),
});

const all: Source = {
  nths: (rows, top) => [sql<number>`(select max(id) from pets where id < ${top}) - ${rows - 1}`],
  ids: (bottom, top) => sql`select id from pets where id >= ${bottom} and id < ${top}`,
};

function ofStatus(status: PetStatus): Source {
  const statuses = storedAs(status);
  return {
    nths: (rows, top) =>
      statuses.map(
        (each) => sql<number | null>`(select id from pets where status = ${sql.lit(each)} and id < ${top}
          order by id desc limit 1 offset ${ofEach(rows, statuses.length) - 1})`,
      ),
    ids: (bottom, top) =>
      sql`select id from pets where status in (${sql.join(statuses)}) and id >= ${bottom} and id < ${top}`,
  };
}

/** The pets of the organizations that meet the condition. */
async function ofOrganizations(
  read: Queries,
  condition: RawBuilder<SqlBool>,
  status: PetStatus | undefined,
): Promise<Source> {
  const statuses = storedAs(status);
  const { count } = await read
    .selectFrom('organizations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(condition)
    .executeTakeFirstOrThrow();
  const inTurn = (each: PetStatus, top: number, offset: number) =>
    sql`select pets.id from pets where pets.organization_id = organizations.id and pets.status = ${sql.lit(each)}
      and pets.id < ${top} order by pets.id desc limit 1 offset ${offset}`;
  return {
    nths: (rows, top) =>
      statuses.map(
        (each) => sql<number | null>`(select max((${inTurn(each, top, ofEach(rows, count * statuses.length) - 1)}))
          from organizations where ${condition})`,
      ),
    // SQLite reads the tables of a cross join in this order.
    ids: (bottom, top) =>
      sql`select pets.id from organizations cross join pets where ${condition}
        and pets.organization_id = organizations.id and pets.status in (${sql.join(statuses)})
        and pets.id >= ${bottom} and pets.id < ${top}`,
  };
}

const ofThese = (read: Queries, { publicOnly, organizationId, organizationIds, status }: Among): Promise<Source> => {
  const ids = organizationIds ?? (organizationId === undefined ? undefined : [organizationId]);
  const isThis = ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`organizations.id in (${sql.join(ids)})`;
  return ofOrganizations(read, publicOnly ? sql<SqlBool>`(${isThis} and ${isPublicOrganization})` : isThis, status);
};

/** Pets whose own place meets the condition, about `pet_places`. */
async function ofPlaces(read: Queries, condition: RawBuilder<SqlBool>): Promise<Source> {
  const { count } = await read
    .selectFrom('pet_places')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(condition)
    .executeTakeFirstOrThrow();
  const isThere = sql`own.latitude = pet_places.latitude and own.longitude = pet_places.longitude`;
  return {
    nths: (rows, top) => [
      sql<
        number | null
      >`(select max((select own.pet_id from pet_profiles as own where ${isThere} and own.pet_id < ${top}
        order by own.pet_id desc limit 1 offset ${ofEach(rows, count) - 1})) from pet_places where ${condition})`,
    ],
    ids: (bottom, top) =>
      sql`select own.pet_id as id from pet_places cross join pet_profiles as own
        where ${condition} and ${isThere} and own.pet_id >= ${bottom} and own.pet_id < ${top}`,
  };
}

/** The places and the organizations that meet the conditions; also pets of such an organization that are elsewhere. */
export async function ofPlacesAndOrganizations(
  read: Queries,
  { places, organizations }: { readonly places: RawBuilder<SqlBool>; readonly organizations: RawBuilder<SqlBool> },
  status: PetStatus | undefined,
): Promise<Source> {
  return union(await Promise.all([ofPlaces(read, places), ofOrganizations(read, organizations, status)]));
}

const ofNear = (read: Queries, near: Near, status: PetStatus | undefined): Promise<Source> =>
  ofPlacesAndOrganizations(
    read,
    { places: isNear(near, 'pet_places'), organizations: isNear(near, 'organizations') },
    status,
  );

const ofIds = (ids: readonly Int64[]): Source => ({
  nths: () => [sql<null>`null`],
  ids: (bottom, top) => sql`select id from pets where id in (${sql.join(ids)}) and id >= ${bottom} and id < ${top}`,
});

/** The sources of any list: of those, one with the fewest pets leads. What is near comes first, and all pets come last. */
export async function sourcesOf(
  read: Queries,
  among: Among & { readonly near?: Near | undefined; readonly ids?: readonly Int64[] | undefined },
  traits: readonly Trait[],
): Promise<Source[]> {
  const [near, organizations] = await Promise.all([
    among.near === undefined ? [] : ofNear(read, among.near, among.status),
    isOfOrganizations(among) ? ofThese(read, among) : [],
  ]);
  return [
    near,
    among.ids === undefined ? [] : ofIds(among.ids),
    ...traits.map((trait) => ofTrait(trait) ?? []),
    organizations,
    among.status === undefined ? [] : ofStatus(among.status),
    all,
  ].flat();
}
