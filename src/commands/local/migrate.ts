import { openEnvironment } from '../../open-environment.ts';
import type { Settings } from '../../settings.ts';
import { environmentsOf } from '../../vocabulary/environments.ts';
import type { Terminal } from '../terminal.ts';

/** Opening a store brings its tables to this version. */
export async function migrate(terminal: Terminal, settings: Settings): Promise<void> {
  for (const environment of environmentsOf(settings)) {
    const { database } = await openEnvironment(environment, settings);
    await database.close();
    terminal.print(`${environment}: the tables are of this version.`);
  }
}
