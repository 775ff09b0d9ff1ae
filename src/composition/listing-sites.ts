import type { CategoryStore } from '../categories/store.ts';
import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { listingAnimals } from '../listing-sites/animals.ts';
import { openFtp } from '../listing-sites/ftp.ts';
import { listingSiteRoutes } from '../listing-sites/routes.ts';
import { listingRun } from '../listing-sites/run.ts';
import { openListingRuns } from '../listing-sites/runs.ts';
import { listingSiteStore } from '../listing-sites/store.ts';
import type { NotificationStore } from '../notifications/store.ts';
import type { PhotoStore } from '../pets/photos/store.ts';
import type { PetStore } from '../pets/store.ts';
import type { Core } from './core.ts';

interface ListingSiteRooms {
  readonly pets: PetStore;
  readonly photos: PhotoStore;
  readonly categories: CategoryStore;
  readonly notices: Pick<NotificationStore, 'noteListing'>;
}

/** How often a run is looked for that is due. */
const lookMs = 5_000;

/** The sites that list the animals of organizations: what is sent there, and when. */
export function buildListingSites(core: Core, { pets, photos, categories, notices }: ListingSiteRooms) {
  const { environment, database, now, realNow, secrets, network, background, organizations, log } = core;
  const { lists, effects, publicUrl } = core;
  const sites = listingSiteStore(database, { now, publicUrl, ...secrets });
  const animals = listingAnimals({ pets, photos, categories, now, publicUrl });
  const ftp = openFtp({ network });
  const run = listingRun({
    database,
    sites,
    animals,
    ftp,
    tell: (tx, kind, { organizationId, site }) => notices.noteListing(tx, organizationId, kind, site),
    now,
    log,
  });
  const runs = openListingRuns({ database, sites, run, realNow, log, wake: () => wake() });
  const wake = background.every(lookMs, 'the listing sites', () => runs.look());
  return {
    sites,
    due: runs.due(wake),
    sweep: (tx: Queries, nowMs: number): Promise<boolean> => sites.sweep(tx, nowMs),
    addRoutes: (v1: App): void =>
      listingSiteRoutes(v1, { sites, organizations, pets, animals, ftp, network, environment, lists, effects, wake }),
    close: (): Promise<void> => runs.close(),
  };
}
