import { databaseUrlOf, databaseFile } from '../../database-location.ts';
import { Failure } from '../../failure.ts';
import type { Settings } from '../../settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { isThere } from '../files.ts';

/** The setting that says in which database an environment is, if it is in no store of its own. */
export function databaseSetting(environment: Environment, settings: Settings): string | undefined {
  const { setting, url } = databaseUrlOf(environment, settings);
  return url === '' ? undefined : setting;
}

/** @throws Failure where there is none */
export async function requireStore(environment: Environment, settings: Settings): Promise<string> {
  const file = databaseFile(environment, settings);
  if (await isThere(file)) return file;
  throw new Failure(`There is no store ${file}. Set DATA_DIR to the folder that the service has its data in.`);
}
