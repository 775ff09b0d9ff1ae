import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** In degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A place and a distance from it. */
export interface Near extends Point {
  readonly meters: number;
}

/** The mean radius of the Earth. */
const earthMeters = 6_371_008.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Whether a row is near, along a great circle. False for one without a place. @param table has columns `latitude` and `longitude` */
export function isNear({ latitude, longitude, meters }: Near, table: string): RawBuilder<SqlBool> {
  const [north, east] = [sql.ref(`${table}.latitude`), sql.ref(`${table}.longitude`)];
  // Most rows are too far north or south, which takes no sine; an index may know them.
  const degrees = (meters / earthMeters / Math.PI) * 180 + 0.000_001;
  const isOnBelt = sql`${north} >= ${latitude - degrees} and ${north} <= ${latitude + degrees}`;
  // The haversine grows with the distance, so that comparing it needs no arcsine.
  const half = (column: RawBuilder<unknown>, from: number) => sql`sin(radians(${column} - ${from}) / 2)`;
  const [up, along] = [half(north, latitude), half(east, longitude)];
  const cosines = sql`cos(radians(${north})) * cos(radians(${latitude}))`;
  const most = Math.sin(Math.min(meters / (2 * earthMeters), Math.PI / 2)) ** 2;
  return sql<SqlBool>`(${isOnBelt} and ${up} * ${up} + ${cosines} * ${along} * ${along} <= ${most})`;
}

/** The place in the columns of a row; undefined if it is not known. */
export const placeIn = ({ latitude, longitude }: Readonly<Record<keyof Point, number | null>>): Point | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

/** Along a great circle, in whole meters. */
export function metersBetween(from: Point, to: Point): number {
  const up = Math.sin(radians(to.latitude - from.latitude) / 2);
  const along = Math.sin(radians(to.longitude - from.longitude) / 2);
  const cosines = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude));
  return Math.round(2 * earthMeters * Math.asin(Math.min(1, Math.sqrt(up * up + cosines * along * along))));
}
