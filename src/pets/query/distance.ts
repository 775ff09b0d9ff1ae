import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isNear, metersBetween, type Near, placeIn, type Point } from '../../database/near.ts';
import type { Position } from '../../vocabulary/int64.ts';
import { ofPlaceOf, placeColumns } from './pet-places.ts';
import { type Candidate, hasAll, newest, type Plan, shortList } from './plan.ts';
import { ofPlacesAndOrganizations } from './postings.ts';

/** The places and the organizations at the same distance, in whole meters. */
interface Ring {
  readonly meters: number;
  readonly places: Point[];
  readonly organizations: number[];
}

/** The nearest come first, and of those at the same distance the newest. */
export async function* nearest(plan: Plan, near: Near, after: Position | undefined): AsyncGenerator<Candidate[]> {
  const { read, postings } = plan;
  const [meters = -1, id = 0] = (after ?? []).map(Number);
  const few = await shortList(plan);
  if (few !== undefined) {
    const found = await sorted(plan, few, near);
    yield found.filter((one) => one.meters > meters || (one.meters === meters && one.id < id)).map(candidate);
    return;
  }
  for (const ring of await rings(plan, near)) {
    if (ring.meters < meters) continue;
    const there = await ofPlacesAndOrganizations(read, conditions(ring), plan.filters.status);
    const inRing = { facets: [], ofProfile: false, holds: (column: string) => isIn(ring, column) };
    const here = { ...plan, postings: [there, ...postings], traits: [...plan.traits, inRing] };
    for await (const group of newest(here, ring.meters === meters ? id : undefined))
      yield group.map((one) => candidate({ id: one.id, meters: ring.meters }));
  }
}

const candidate = ({ id, meters }: { readonly id: number; readonly meters: number }): Candidate => ({
  id,
  position: [meters, id],
});

/** All of a few pets that are near. */
async function sorted({ read, traits, stepRows, pace }: Plan, ids: RawBuilder<unknown>, near: Near) {
  // A search of the keys for each pet: a join may read all pets.
  const { rows } = await sql<{ id: number; latitude: number | null; longitude: number | null }>`
    select distinct few.id, ${sql.join(placeColumns('few.id'))}
    from (${ids}) as few where ${hasAll(traits, 'few.id')}`.execute(read);
  await pace(stepRows.most);
  return rows
    .flatMap(({ id, ...columns }) => {
      const place = placeIn(columns);
      return place === undefined ? [] : [{ id, meters: metersBetween(near, place) }];
    })
    .toSorted((a, b) => a.meters - b.meters || b.id - a.id);
}

/** The places and organizations that are near, from the nearest on. */
async function rings({ read }: Plan, near: Near): Promise<Ring[]> {
  const [places, organizations] = await Promise.all([
    read.selectFrom('pet_places').select(['latitude', 'longitude']).where(isNear(near, 'pet_places')).execute(),
    read
      .selectFrom('organizations')
      .select(['id', sql<number>`latitude`.as('latitude'), sql<number>`longitude`.as('longitude')])
      .where(isNear(near, 'organizations'))
      .execute(),
  ]);
  const found = new Map<number, Ring>();
  const at = (point: Point): Ring => {
    const meters = metersBetween(near, point);
    const ring = found.get(meters) ?? { meters, places: [], organizations: [] };
    found.set(meters, ring);
    return ring;
  };
  for (const place of places) at(place).places.push(place);
  for (const organization of organizations) at(organization).organizations.push(organization.id);
  return [...found.values()].toSorted((a, b) => a.meters - b.meters);
}

const isOneOf = (points: readonly Point[], table: string): RawBuilder<SqlBool> =>
  points.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`(${sql.join(
        points.map(
          ({ latitude, longitude }) =>
            sql`(${sql.ref(`${table}.latitude`)} = ${latitude} and ${sql.ref(`${table}.longitude`)} = ${longitude})`,
        ),
        sql` or `,
      )})`;

const isAmong = (ids: readonly number[], column: string): RawBuilder<SqlBool> =>
  ids.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids)})`;

const conditions = ({ places, organizations }: Ring) => ({
  places: isOneOf(places, 'pet_places'),
  organizations: isAmong(organizations, 'organizations.id'),
});

/** Whether the pet with the id in this column is there. */
const isIn = ({ places, organizations }: Ring, id: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${ofPlaceOf(id, isOneOf(places, 'own'), isAmong(organizations, 'organizations.id'))} is true)`;
