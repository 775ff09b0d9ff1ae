import type { Database } from '../../database/database.ts';
import { SERVICE } from '../../vocabulary/actors.ts';
import type { ApplicationStore } from './store.ts';

/** Applications per transaction: more could exceed the database's deadline. */
const closedAtOnce = 200;

/** Returns the job that closes the applications for animals that were removed or given away, however that was done: triggers note them. */
export const closingOfRemoved =
  (database: Database, applications: Pick<ApplicationStore, 'ofRemovedPets' | 'closeAll'>) =>
  async (stop: AbortSignal): Promise<void> => {
    // Looking first needs no write lock.
    while (!stop.aborted && (await applications.ofRemovedPets(1)).length > 0)
      await database.transaction(async (tx) => {
        const found = await applications.ofRemovedPets(closedAtOnce, tx);
        await applications.closeAll({ tx, by: SERVICE }, found, undefined);
      });
  };
