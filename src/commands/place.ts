import type { Environment } from '../environments.ts';
import type { Settings } from '../settings.ts';
import { storeFile } from '../store-file.ts';
import { Failure } from './failure.ts';
import { isThere } from './files.ts';

/** The setting that says in which database an environment is, if it is in no store of its own. */
export function databaseSetting(environment: Environment, settings: Settings): string | undefined {
  const isProduction = environment === 'production';
  const url = isProduction ? settings.databaseUrl : settings.stagingDatabaseUrl;
  if (url === '') return undefined;
  return isProduction ? 'DATABASE_URL' : 'STAGING_DATABASE_URL';
}

/** @throws Failure where there is none */
export async function requireStore(environment: Environment, settings: Settings): Promise<string> {
  const file = storeFile(environment, settings);
  if (await isThere(file)) return file;
  throw new Failure(`There is no store ${file}. Set DATA_DIR to the folder that the service has its data in.`);
}

/** Where a service with these settings would be reached from this machine. */
export function addressOf({ host, port, stagingPort }: Settings, environment: Environment): string {
  const anywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]', localhost: '127.0.0.1' };
  const named = anywhere[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${named}:${environment === 'production' ? port : stagingPort}`;
}
