import type { Environment } from '../environments.ts';
import type { Settings } from '../settings.ts';
import type { openStore } from '../store.ts';
import { databaseSetting, requireStore } from './place.ts';

export type Store = Awaited<ReturnType<typeof openStore>>;

/** Does its work in the store itself, which is made where there is none. */
export async function inStore<T>(
  environment: Environment,
  settings: Settings,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  // Who is refused before, or calls the API, need not wait until the database is loaded.
  const { openStore } = await import('../store.ts');
  const store = await openStore(environment, settings);
  try {
    return await work(store);
  } finally {
    await store.database.close();
  }
}

/** Does its work in a store that is there: to look into a new one would only hide that DATA_DIR is another folder. */
export async function inExistingStore<T>(
  environment: Environment,
  settings: Settings,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  if (databaseSetting(environment, settings) === undefined) await requireStore(environment, settings);
  return inStore(environment, settings, work);
}
