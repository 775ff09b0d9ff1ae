import type { Database } from '../../database/database.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { testClockStore } from './store.ts';

/** How far this process's clock is ahead of the real time: docs/decisions/0058-test-clock.md. */
export interface Ahead {
  /** Milliseconds. Always 0 in production. */
  readonly ms: () => number;
  /** Follows the stored clock, which only goes forward. */
  readonly follow: (aheadMs: number) => void;
}

/** Staging's is as the database says. Production's database is not asked. */
export async function openAhead(environment: Environment, database: Database): Promise<Ahead> {
  let ms = environment === 'staging' ? (await testClockStore(database).find()).aheadMs : 0;
  return {
    ms: () => ms,
    follow: (aheadMs) => {
      ms = Math.max(ms, aheadMs);
    },
  };
}
