import { setImmediate, setTimeout } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { type Address, LOCATED, NOT_LOCATED } from '../database/located.ts';
import { placeNames } from '../vocabulary/text/place-names.ts';
import type { Places, Point } from './places.ts';

/** An address, or a profile with one. */
type Stored = Address & { readonly location?: Address };

/** What may have an address, and the column with its JSON. */
const TABLES = [
  { table: 'organizations', key: 'id', json: 'address', addressOf: (address: Stored) => address },
  {
    table: 'pet_profiles',
    key: 'pet_id',
    json: 'shown',
    addressOf: (profile: Stored) => profile.location,
  },
] as const;

interface Row {
  readonly id: number;
  readonly version: number;
  readonly json: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Rows per transaction. */
const batch = 50;
/** Between two of them. A million addresses take an hour, which nobody notices. */
const pauseMs = 100;

/**
 * Looks up the addresses of organizations and animals that have no coordinates. Nobody waits for that while writing, and a service without such
 * addresses never reads the file of places.
 */
export async function locateAddresses(database: Database, places: Places, stop?: AbortSignal): Promise<void> {
  for (const { table, key, json, addressOf } of TABLES) {
    const next = sql<Row>`select ${sql.ref(key)} as id, version, ${sql.ref(json)} as json, latitude, longitude
      from ${sql.table(table)} where located = 0 limit ${batch}`;
    for (;;) {
      const { rows } = await next.execute(database.read);
      if (rows.length === 0) break;
      if (stop?.aborted === true) return;
      const updates: RawBuilder<unknown>[] = [];
      for (const { id, version, json: text, latitude, longitude } of rows) {
        // A search reads a part of the file of places, and a profile may be long: requests come in between.
        await setImmediate();
        const address = text === null ? undefined : addressOf(JSON.parse(text) as Stored);
        const isKnown = latitude !== null || address === undefined;
        const found = isKnown ? undefined : await pointOf(places, address);
        const point = found === undefined ? { latitude, longitude } : coarse(found);
        const located = found === undefined ? NOT_LOCATED : LOCATED;
        // One that has changed meanwhile is looked up again.
        updates.push(sql`update ${sql.table(table)} set latitude = ${point.latitude}, longitude = ${point.longitude},
          located = ${located} where ${sql.ref(key)} = ${id} and version = ${version} and located = 0`);
      }
      await database.transaction(async (tx) => {
        for (const update of updates) await update.execute(tx);
      });
      if (rows.length < batch) break;
      await setTimeout(pauseMs);
    }
  }
}

async function pointOf(places: Places, address: Address): Promise<Point | undefined> {
  for (const name of placeNames(address)) {
    const found = await places.find(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** To a kilometer, about, as the coordinates of animals. */
const coarse = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 100) / 100,
  longitude: Math.round(longitude * 100) / 100,
});
