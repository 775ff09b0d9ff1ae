import { join } from 'node:path';
import type { Settings } from './settings.ts';
import type { Environment } from './vocabulary/environments.ts';

/** The file of an environment's embedded database. */
export const databaseFile = (environment: Environment, { dataDir }: Pick<Settings, 'dataDir'>): string =>
  join(dataDir, `${environment}.sqlite`);

/** The setting that names an environment's PostgreSQL database. `url` is empty if the environment uses the embedded database. */
export const databaseUrlOf = (environment: Environment, { databaseUrl, stagingDatabaseUrl }: Settings) =>
  environment === 'production'
    ? { setting: 'DATABASE_URL', url: databaseUrl }
    : { setting: 'STAGING_DATABASE_URL', url: stagingDatabaseUrl };
