import { join } from 'node:path';
import type { Settings } from './settings.ts';
import type { Environment } from './vocabulary/environments.ts';

/** Where an environment keeps its embedded store. */
export const databaseFile = (environment: Environment, { dataDir }: Pick<Settings, 'dataDir'>): string =>
  join(dataDir, `${environment}.sqlite`);

/** The PostgreSQL database of an environment, and the setting that names it. `url` is empty where the environment has a store of its own. */
export const databaseUrlOf = (environment: Environment, { databaseUrl, stagingDatabaseUrl }: Settings) =>
  environment === 'production'
    ? { setting: 'DATABASE_URL', url: databaseUrl }
    : { setting: 'STAGING_DATABASE_URL', url: stagingDatabaseUrl };
