import type { CategoryStore } from '../categories/store.ts';
import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { type PageCacheOptions, pageCache } from '../http/page-cache.ts';
import type { Background, DueWork } from '../jobs/background.ts';
import type { CountedList } from '../pets/facet-routes.ts';
import type { PhotoStore } from '../pets/photos/store.ts';
import { type PetPage, petRoutes } from '../pets/routes.ts';
import type { PetStore, StoredPet } from '../pets/store.ts';
import type { Core } from './core.ts';

type PetCore = Pick<Core, 'settings' | 'organizations' | 'lists' | 'scans' | 'places' | 'effects' | 'now'> & {
  readonly background: Pick<Background, 'every'>;
};

interface PetParts {
  readonly pets: PetStore;
  readonly photos: PhotoStore;
  readonly categories: CategoryStore;
  readonly caching: Omit<PageCacheOptions, 'maxEntries'>;
  readonly writeExpiry: (tx: Queries, pet: StoredPet) => Promise<void>;
}

/** The operations on animals, and the job that hides and shows animals when their day has come. */
export function buildPets(core: PetCore, { pets, photos, categories, caching, writeExpiry }: PetParts) {
  const { settings, organizations, lists, scans, places, effects, now, background } = core;
  const wake = background.every(1_000, 'the hiding and showing of animals', (stop) => pets.toHide.writeDue(stop));
  return {
    hiding: { ...pets.toHide, wake } satisfies DueWork,
    addRoutes(v1: App): void {
      petRoutes(v1, {
        pets,
        pages: pageCache<PetPage>({ ...caching, maxEntries: 200 }),
        counted: pageCache<CountedList>({ ...caching, maxEntries: 20 }),
        totals: pageCache<number | undefined>({ ...caching, maxEntries: 200 }),
        organizations,
        photos,
        writeExpiry,
        categories,
        strictCategories: settings.strictCategories === 'true',
        lists,
        scans,
        places,
        effects,
        now,
      });
    },
  };
}
