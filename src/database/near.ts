import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A place and a distance from it. */
export interface Near {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly meters: number;
}

/** The mean radius of the Earth. */
const earthMeters = 6_371_008.8;

/** Whether the organization of a row is near, along a great circle. False for one without a location. */
export function isNear({ latitude, longitude, meters }: Near): RawBuilder<SqlBool> {
  // The haversine grows with the distance, so that comparing it needs no arcsine.
  const half = (column: string, degrees: number) => sql`sin(radians(${sql.ref(column)} - ${degrees}) / 2)`;
  const [north, east] = [half('organizations.latitude', latitude), half('organizations.longitude', longitude)];
  const cosines = sql`cos(radians(organizations.latitude)) * cos(radians(${latitude}))`;
  const most = Math.sin(Math.min(meters / (2 * earthMeters), Math.PI / 2)) ** 2;
  return sql<SqlBool>`(organizations.latitude is not null and ${north} * ${north} + ${cosines} * ${east} * ${east} <= ${most})`;
}
