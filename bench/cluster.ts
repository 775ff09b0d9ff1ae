import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '../test/support/postgres-server.ts';
import { startRedis } from '../test/support/redis.ts';
import type { Origin } from './calls.ts';
import { makeKey } from './database.ts';
import { BenchError } from './machine.ts';
import { petstoreEnv, type Server, startPetstore } from './processes.ts';

/** A PostgreSQL that syncs to the disk and a Redis, for processes of the service that share them. */
export async function openCluster(folder: string, postgresSettings: Readonly<Record<string, string>> = {}) {
  await using opening = new AsyncDisposableStack();
  const postgres = await startPostgres(postgresSettings);
  opening.defer(() => postgres.close());
  await postgres.run('create database bench');
  const redis = await startRedis();
  opening.defer(() => redis.close());
  const settings = { DATABASE_URL: postgres.url('bench'), REDIS_URL: redis.url };
  const opened = opening.move();
  return {
    postgres,
    redis,
    run: (sql: string) => postgres.run(sql, 'bench'),
    makeKey: (...options: string[]) => makeKey({ ...petstoreEnv(folder), ...settings }, options),
    start: (more: Readonly<Record<string, string>> = {}, log?: string): Promise<Server> =>
      startPetstore(folder, { pinned: false, settings: { ...settings, ...more }, ...(log !== undefined && { log }) }),
    /** Starts processes, which end with the cluster. */
    async startAll(count: number, more: Readonly<Record<string, string>> = {}): Promise<Server[]> {
      const servers = await Promise.all(Array.from({ length: count }, () => this.start(more)));
      for (const server of servers) opened.use(server);
      return servers;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** @returns when the process shares the limits with others again. @throws BenchError after the deadline, both by `performance.now()` */
export async function untilLimitsShared({ origin }: Origin, deadlineMs: number): Promise<number> {
  while (performance.now() < deadlineMs) {
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    if (metrics.includes('petstore_limiter_fallback{environment="production"} 0')) return performance.now();
    await setTimeout(20);
  }
  throw new BenchError('A process does not share the limits long after the end of the outage.');
}
