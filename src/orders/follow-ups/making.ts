import type { Database, Queries } from '../../database/database.ts';
import type { FollowUpName } from '../../vocabulary/follow-ups.ts';
import { kindOf } from './mails.ts';
import type { FollowUpStore } from './store.ts';

interface MakingParts {
  readonly database: Database;
  readonly followUps: FollowUpStore;
  readonly mails: {
    add(tx: Queries, kind: ReturnType<typeof kindOf<FollowUpName>>, orderIds: readonly number[]): Promise<void>;
  };
}

/** Returns the background work that makes the mails after adoptions. Any number of processes may run it on one database. */
export const makingFollowUps =
  ({ database, followUps, mails }: MakingParts) =>
  async (stop: AbortSignal): Promise<void> => {
    // Looking first needs no write lock.
    for (const { id: organizationId } of await followUps.ready()) {
      if (stop.aborted) return;
      await database.transaction(async (tx) => {
        for (const { id, followUp } of await followUps.take(tx, organizationId))
          await mails.add(tx, kindOf(followUp), [id]);
      });
    }
  };
