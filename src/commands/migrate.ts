import { ENVIRONMENTS } from '../environments.ts';
import { openStore } from '../service.ts';
import type { Settings } from '../settings.ts';

/** Opening a store brings its tables to this version. */
export async function migrate(settings: Settings): Promise<void> {
  for (const environment of ENVIRONMENTS.filter(
    (name) => settings.environment === 'both' || settings.environment === name,
  )) {
    const { database } = await openStore(environment, settings);
    await database.close();
    process.stdout.write(`${environment}: the tables are of this version.\n`);
  }
}
