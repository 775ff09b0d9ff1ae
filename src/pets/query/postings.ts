import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { isPublicOrganizationFor } from '../../database/listed.ts';
import { isNear } from '../../database/near.ts';
import type { PetStatus } from '../../vocabulary/pet-lifecycle.ts';
import { isOfOrganizations, type PetFilters, storedAs } from './filters.ts';
import type { Trait } from './traits.ts';

/** Some lists of ids, each in descending order in an index: the pets with one of some values. */
export interface Postings {
  /** The facets whose lists they are. */
  readonly facets?: readonly string[];
  /** For some of the lists, the id that is `rows` below the top: below the highest of them, fewer than about `rows` pets are left out. */
  readonly nths: (rows: number, top: number) => readonly RawBuilder<number | null>[];
  /** The column `id`: the pets from `bottom` on, below `top`. */
  readonly ids: (bottom: number, top: number) => RawBuilder<unknown>;
}

export const HIGHEST_ID = Number.MAX_SAFE_INTEGER;

/** Below this number of each list, the total is hardly more than one list. */
const fewest = 3;
const ofEach = (rows: number, lists: number): number => Math.max(fewest, Math.ceil(rows / Math.max(1, lists)));

/** The lists of an index by a column and an id, one for each of the values. */
function indexed(table: string, id: string, column: string, values: readonly unknown[]): Postings {
  const [from, idColumn, by] = [sql.table(table), sql.ref(id), sql.ref(column)];
  return {
    nths: (rows, top) =>
      values.map(
        (value) => sql<number | null>`(select ${idColumn} from ${from} where ${by} = ${value} and ${idColumn} < ${top}
          order by ${idColumn} desc limit 1 offset ${ofEach(rows, values.length) - 1})`,
      ),
    ids: (bottom, top) => sql`select ${idColumn} as id from ${from}
      where ${by} in (${sql.join(values)}) and ${idColumn} >= ${bottom} and ${idColumn} < ${top}`,
  };
}

const union = (all: readonly Postings[]): Postings => ({
  nths: (rows, top) => all.flatMap(({ nths }) => nths(Math.ceil(rows / all.length), top)),
  ids: (bottom, top) =>
    sql.join(
      all.map(({ ids }) => ids(bottom, top)),
      sql` union all `,
    ),
});

/** Every pet with the trait is in one of these lists; undefined without a list, as for having no photo. */
export function postingsOf({ facets, categoryIds = [] }: Trait): Postings | undefined {
  const all = [
    ...(facets.length === 0 ? [] : [{ facets, ...indexed('pet_facets', 'pet_id', 'facet', facets) }]),
    ...(categoryIds.length === 0 ? [] : [indexed('pets', 'id', 'category_id', categoryIds)]),
  ];
  return all.length > 1 ? union(all) : all[0];
}

const everyPet: Postings = {
  nths: (rows, top) => [sql<number>`(select max(id) from pets where id < ${top}) - ${rows - 1}`],
  ids: (bottom, top) => sql`select id from pets where id >= ${bottom} and id < ${top}`,
};

const countOf = async (read: Queries, table: 'organizations' | 'pet_places', condition: RawBuilder<SqlBool>) => {
  const counted = read.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.where(condition).executeTakeFirstOrThrow()).count;
};

/** The pets of the organizations that meet the condition: the pets of others between them cost nothing, however many they are. */
async function ofOrganizations(
  read: Queries,
  condition: RawBuilder<SqlBool>,
  status: PetStatus | undefined,
): Promise<Postings> {
  const statuses = storedAs(status);
  const count = await countOf(read, 'organizations', condition);
  const nth = (each: PetStatus, top: number, offset: number) =>
    sql`select pets.id from pets where pets.organization_id = organizations.id and pets.status = ${sql.lit(each)}
      and pets.id < ${top} order by pets.id desc limit 1 offset ${offset}`;
  return {
    nths: (rows, top) =>
      statuses.map(
        (each) => sql<number | null>`(select max((${nth(each, top, ofEach(rows, count * statuses.length) - 1)}))
          from organizations where ${condition})`,
      ),
    // SQLite reads the tables of a cross join in this order.
    ids: (bottom, top) =>
      sql`select pets.id from organizations cross join pets where ${condition}
        and pets.organization_id = organizations.id and pets.status in (${sql.join(statuses)})
        and pets.id >= ${bottom} and pets.id < ${top}`,
  };
}

/** The pets of the organizations that the filters name, or of all public ones. */
export function ofOwners(
  read: Queries,
  { publicOnly = false, organizationId, organizationIds, status }: PetFilters,
): Promise<Postings> {
  const ids = organizationIds ?? (organizationId === undefined ? undefined : [organizationId]);
  const isThis = ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`organizations.id in (${sql.join(ids)})`;
  return ofOrganizations(
    read,
    publicOnly === false ? isThis : sql<SqlBool>`(${isThis} and ${isPublicOrganizationFor(publicOnly)})`,
    status,
  );
}

/** The pets at the places that meet the condition, about `pet_places`. */
async function ofPlaces(read: Queries, condition: RawBuilder<SqlBool>): Promise<Postings> {
  const count = await countOf(read, 'pet_places', condition);
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
): Promise<Postings> {
  return union(await Promise.all([ofPlaces(read, places), ofOrganizations(read, organizations, status)]));
}

/** The postings that contain every pet of a list. What is near comes first, and all pets come last. */
export async function allPostings(read: Queries, filters: PetFilters, traits: readonly Trait[]): Promise<Postings[]> {
  const { near, ids, status } = filters;
  const within = near && { places: isNear(near, 'pet_places'), organizations: isNear(near, 'organizations') };
  return [
    within === undefined ? [] : await ofPlacesAndOrganizations(read, within, status),
    ids === undefined ? [] : { ...indexed('pets', 'id', 'id', ids), nths: () => [sql<null>`null`] },
    ...traits.map((trait) => postingsOf(trait) ?? []),
    isOfOrganizations(filters) ? await ofOwners(read, filters) : [],
    status === undefined
      ? []
      : indexed(
          'pets',
          'id',
          'status',
          storedAs(status).map((each) => sql.lit(each)),
        ),
    everyPet,
  ].flat();
}
