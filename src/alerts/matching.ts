import type { Database } from '../database/database.ts';
import type { PetStore } from '../pets/store.ts';
import { nearOf } from '../places/near.ts';
import type { Places } from '../places/places.ts';
import type { Now } from '../time/clock.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { AlertStore, StoredAlert } from './store.ts';

const pageSize = 50;
/** More than a mail names: some are not available any more when it is written. */
const mostFound = 50;
/** Changing many animals must not cost every alert a long search: only the newest are searched. */
const mostPages = 40;
/** Longer than a transaction lasts: younger animals may still be unseen when later ones are seen already. */
const settledMs = 10_000;

/**
 * Returns the background work that looks for animals that have become available and match an alert: once an hour for each, and once a day
 * after something was found. Any number of processes may run this on one database.
 */
export function openMatching(parts: {
  readonly database: Database;
  readonly alerts: AlertStore;
  readonly pets: Pick<PetStore, 'list'>;
  readonly places: Places;
  readonly now: Now;
}): (stop: AbortSignal) => Promise<void> {
  const { database, alerts, pets, places, now } = parts;

  async function foundBy({ alert, sinceMs }: StoredAlert, untilMs: number): Promise<number[]> {
    const { near: _, within: __, ...others } = alert.filters;
    const near = await nearOf(places, alert.filters);
    const updatedSince = timestamp(sinceMs);
    const filters = {
      ...others,
      ...(near !== undefined && { near }),
      status: 'available',
      updatedSince,
      publicOnly: true,
    } as const;
    const found: number[] = [];
    let before: number | undefined;
    for (let pages = 0; pages < mostPages && found.length < mostFound; pages += 1) {
      const changed = await pets.list(filters, { count: pageSize, after: before === undefined ? undefined : [before] });
      const ids = changed.map(({ id }) => id);
      found.push(...(await alerts.availableIn(ids, sinceMs, untilMs)));
      before = ids.at(-1);
      if (ids.length < pageSize) break;
    }
    return found;
  }

  return async (stop) => {
    // Looking first needs no write lock. One at a time: a search that fails must not keep others waiting for an hour.
    while (!stop.aborted && (await alerts.hasDue())) {
      const claimed = await database.transaction((tx) => alerts.claim(tx));
      if (claimed === undefined) continue;
      const untilMs = Math.max(claimed.sinceMs, now() - settledMs);
      const found = await foundBy(claimed, untilMs);
      await database.transaction((tx) => alerts.note(tx, claimed, found, untilMs));
    }
  };
}
