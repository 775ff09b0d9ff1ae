import { join } from 'node:path';
import type { Environment } from './environments.ts';

/** Where an environment keeps its embedded store. */
export const storeFile = (environment: Environment, { dataDir }: { readonly dataDir: string }): string =>
  join(dataDir, `${environment}.sqlite`);
