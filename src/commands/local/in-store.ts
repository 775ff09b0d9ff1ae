import type { openEnvironment } from '../../open-environment.ts';
import type { Settings } from '../../settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { databaseSetting, requireStore } from './place.ts';

export type Store = Awaited<ReturnType<typeof openEnvironment>>;

/** Does its work in the store itself, which is made where there is none. */
export async function inStore<T>(
  environment: Environment,
  settings: Settings,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  // Who is refused before, or calls the API, need not wait until the database is loaded.
  const { openEnvironment } = await import('../../open-environment.ts');
  const store = await openEnvironment(environment, settings);
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
