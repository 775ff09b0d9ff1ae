import { join } from 'node:path';
import type { Environment } from './environments.ts';
import type { Settings } from './settings.ts';

/** Where an environment keeps its embedded store. */
export const storeFile = (environment: Environment, { dataDir }: Pick<Settings, 'dataDir'>): string =>
  join(dataDir, `${environment}.sqlite`);

/** The PostgreSQL database of an environment, and the setting that names it. `url` is empty where the environment has a store of its own. */
export const databaseOf = (environment: Environment, { databaseUrl, stagingDatabaseUrl }: Settings) =>
  environment === 'production'
    ? { setting: 'DATABASE_URL', url: databaseUrl }
    : { setting: 'STAGING_DATABASE_URL', url: stagingDatabaseUrl };
