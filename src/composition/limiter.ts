import type { Database } from '../database/database.ts';
import type { Limiter } from '../limits/limiter.ts';
import { openMemoryLimiter } from '../limits/memory.ts';
import { limitStore } from '../limits/store.ts';
import { type Settings, settingsOf } from '../settings/settings.ts';
import type { Ahead } from '../staging/clock/ahead.ts';
import type { Log } from '../telemetry/log.ts';
import type { Clock, EnvironmentMoment, Now } from '../time/clock.ts';
import type { Environment } from '../vocabulary/environments.ts';

interface LimiterParts {
  readonly database: Database;
  readonly log: Log;
  /** Unix milliseconds. Without it the limiter in Redis goes by Redis's own clock. */
  readonly now: Now | undefined;
  /** The clock of this process. */
  readonly clock: Pick<Clock<EnvironmentMoment>, 'now'>;
  /** How far that clock is ahead of the real time, and so of Redis's. */
  readonly ahead: Pick<Ahead, 'ms'>;
  /** Receives true when Redis becomes unavailable and this process limits requests by itself, false when that ends. */
  readonly onFallback: (isOn: boolean) => void;
}

/** Opens the limiter in Redis if the environment has one, otherwise the limiter in memory. */
export async function buildLimiter(
  environment: Environment,
  settings: Settings,
  parts: LimiterParts,
): Promise<Limiter> {
  const { database, log, now, clock, ahead, onFallback } = parts;
  const { redisUrl: url } = settingsOf(environment, settings);
  const store = limitStore(database);
  const onError = (err: unknown) => log.error({ err }, 'the limits could not be written; trying again');
  if (url === '') return openMemoryLimiter({ store, now: clock.now, onError });
  // The client is loaded only where it is needed: a service without Redis starts faster without it.
  const { openRedisLimiter } = await import('../limits/redis/redis.ts');
  return openRedisLimiter({
    url,
    prefix: `petstore:${environment}:`,
    store,
    now,
    clock,
    aheadMs: ahead.ms,
    log,
    onFallback,
    onError,
  });
}
