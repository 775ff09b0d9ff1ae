import type { Near } from '../../database/near.ts';
import type { Places } from '../../places/places.ts';
import { stateNamed } from '../../places/regions.ts';
import type { Directory } from './directory.ts';
import type { Reader } from './given.ts';
import type { State } from './organizations.ts';
import { metersOf } from './text.ts';

/** A place and how far around it, or a state. */
export interface Location {
  readonly near?: Near;
  /** Such as `IL`, with its country. */
  readonly state?: State;
}

export interface LocationParts {
  readonly places: Places;
  readonly directory: Directory;
}

const mostMiles = 500;
const usualMiles = 100;
const longest = 200;

/** Reads `location` and `distance`, and notes what is wrong with them. */
export async function locationOf(reader: Reader, { places }: Pick<LocationParts, 'places'>): Promise<Location> {
  const text = reader.one('location');
  const distance = reader.integer('distance', [0, mostMiles], usualMiles);
  if (text === undefined) {
    if (reader.one('distance') !== undefined) reader.refuse('distance', 'distance requires location.');
    return {};
  }
  const state = stateNamed(text);
  if (state !== undefined) return { state };
  const point = text.length > longest ? undefined : await places.find(text.replaceAll(/\s*,\s*/g, ', '));
  if (point !== undefined) return { near: { ...point, meters: metersOf(distance) } };
  reader.refuse('location', `${text} is not a valid location.`);
  return {};
}
