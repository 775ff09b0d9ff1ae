import type { buildEnvironment } from '../../composition/environment.ts';
import { Failure } from '../../failure.ts';
import { databaseFile, type Settings, settingName, settingsOf } from '../../settings/settings.ts';
import { type Environment, environmentsOf } from '../../vocabulary/environments.ts';
import { exists } from '../files.ts';
import type { JsonOption, Terminal } from '../terminal.ts';

export interface EnvironmentOptions extends JsonOption {
  readonly environment: Environment;
}

type EnvironmentOverrides = Parameters<typeof buildEnvironment>[2];

export type OpenEnvironment = Awaited<ReturnType<typeof buildEnvironment>>;

/** How long a command waits for the engine or its disk: a request would have to be answered long before. */
const PATIENCE_MS = 60_000;

/** Opens an environment's database for the duration of `work`, and creates the database if it does not exist. */
export async function withEnvironment<T>(
  environment: Environment,
  settings: Settings,
  work: (open: OpenEnvironment) => Promise<T>,
  options?: EnvironmentOverrides,
): Promise<T> {
  // Loading the database takes most of a command's start; usage errors and calls to the API do not need it.
  const { buildEnvironment } = await import('../../composition/environment.ts');
  const open = await buildEnvironment(environment, settings, { deadlineMs: PATIENCE_MS, ...options });
  try {
    return await work(open);
  } finally {
    await open.database.close();
  }
}

/** Requires that the database exists: an empty new one would hide a wrong DATA_DIR. */
export async function withExistingEnvironment<T>(
  environment: Environment,
  settings: Settings,
  work: (open: OpenEnvironment) => Promise<T>,
  options?: EnvironmentOverrides,
): Promise<T> {
  if (settingsOf(environment, settings).databaseUrl === '') await requireDatabaseFile(environment, settings);
  return withEnvironment(environment, settings, work, options);
}

/** @throws Failure if the environment has no embedded database */
export async function requireDatabaseFile(environment: Environment, settings: Settings): Promise<string> {
  const file = databaseFile(environment, settings);
  if (await exists(file)) return file;
  throw new Failure(`There is no database ${file}. Set DATA_DIR to the service's data folder.`);
}

/** Opening a database migrates its tables. */
export async function migrate(terminal: Terminal, settings: Settings): Promise<void> {
  for (const environment of environmentsOf(settings)) {
    const { buildEnvironment } = await import('../../composition/environment.ts');
    const { database } = await buildEnvironment(environment, settings, {
      onMigration: ({ step, of, name }) => {
        if (name !== undefined) terminal.note(`${environment}: step ${step} of ${of}, ${name}`);
      },
    });
    await database.close();
    terminal.print(`${environment}: the tables are up to date.`);
  }
}

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
