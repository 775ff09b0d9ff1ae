import { Failure } from '../../failure.ts';
import { type Settings, settingName, settingsOf } from '../../settings/settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';

/** @throws Failure that names PostgreSQL's own tool if the environment uses PostgreSQL */
export function requireEmbedded(
  environment: Environment,
  settings: Settings,
  instead: (setting: string) => string,
): void {
  if (settingsOf(environment, settings).databaseUrl === '') return;
  const setting = settingName('DATABASE_URL', environment);
  throw new Failure(`The data of ${environment} is in PostgreSQL (${setting}), which has its own tool for this:`, {
    details: [instead(setting)],
  });
}
