import { DatabaseUnavailable } from '../../database/database.ts';
import { vacuum as vacuumFile } from '../../database/sqlite/vacuum.ts';
import { Failure, reasonOf } from '../../failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { sizeOf } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import { type EnvironmentOptions, requireDatabaseFile, requireEmbedded } from './environment.ts';

/** Removes deleted data from the file of an environment. */
export async function vacuum(
  terminal: Terminal,
  settings: Settings,
  { environment, json = false }: EnvironmentOptions,
): Promise<void> {
  requireEmbedded(environment, settings, (url) => `psql "$${url}" -c 'vacuum full'`);
  const file = await requireDatabaseFile(environment, settings);
  const sizes = await vacuumFile(file).catch((cause: unknown) => {
    if (!(cause instanceof DatabaseUnavailable)) throw cause;
    throw new Failure(`${file} cannot be rebuilt: ${reasonOf(cause.cause)}. Run the command again.`, {
      exit: 'unavailable',
      cause,
    });
  });
  if (json) return terminal.printJson({ environment, file, bytesBefore: sizes.before, bytes: sizes.after });
  terminal.print(`${terminal.paint('green', '✓')} ${file} holds no deleted data any more.`);
  terminal.print(
    terminal.paint('dim', `  ${environment}: ${sizeOf(sizes.before)} before, ${sizeOf(sizes.after)} now.`),
  );
}
