import { onTestFinished } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Caller, Decision } from '../../src/limits/limiter.ts';
import { openRedisLimiter } from '../../src/limits/redis/redis.ts';
import { limitStore } from '../../src/limits/store.ts';
import type { TestNow } from '../support/service.ts';

/** Opens the limiter of one process, on Redis's own clock unless `now` replaces it. It closes when the test ends. */
export async function openProcess(database: Database, options: { url: string; prefix?: string; now?: TestNow }) {
  const reported: { fallback: boolean[]; log: string[] } = { fallback: [], log: [] };
  const write = (level: string) => (line: object | string, text?: string) => {
    reported.log.push(`${level} ${typeof line === 'string' ? line : `${JSON.stringify(line)} ${text}`}`);
  };
  const limiter = await openRedisLimiter({
    prefix: 'petstore:production:',
    store: limitStore(database),
    log: { warn: write('warn'), info: write('info') },
    onFallback: (on) => reported.fallback.push(on),
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  onTestFinished(() => limiter.close());
  /** Sends requests one after another. */
  async function take(caller: Caller, times = 1): Promise<[Decision, ...Decision[]]> {
    const decisions: [Decision, ...Decision[]] = [await limiter.take(caller, 1)];
    for (let taken = 1; taken < times; taken += 1) decisions.push(await limiter.take(caller, 1));
    return decisions;
  }
  const takeAtOnce = (caller: Caller, times: number): Promise<Decision[]> =>
    Promise.all(Array.from({ length: times }, async () => limiter.take(caller, 1)));
  return { limiter, reported, take, takeAtOnce };
}

export const admittedOf = (decisions: readonly Decision[]): number =>
  decisions.filter(({ refusedBy }) => refusedBy === undefined).length;
