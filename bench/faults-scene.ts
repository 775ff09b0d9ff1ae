import { join } from 'node:path';
import { startPostgres } from '../test/support/postgres-server.ts';
import { startRedis } from '../test/support/redis.ts';
import { petstoreEnv, type Server, startPetstore } from './processes.ts';
import { makeKey } from './store.ts';

/** A process of the service, which comes again at another port. */
export interface Target {
  /** Of the one that runs, or ran last. */
  readonly origin: string;
  /** By `performance.now()`; Infinity while it is frozen. */
  readonly frozenUntilMs: number;
}

/** Something goes away, and comes back after a while. */
export interface Fault {
  readonly what: string;
  /** @param time counts from 1 how often it has happened: each process has its turn. */
  strike(time: number): unknown;
  readonly awayMs: number;
  /** Resolves when it answers again. */
  mend(time: number): unknown;
}

export interface Scene extends AsyncDisposable {
  readonly targets: readonly Target[];
  readonly faults: readonly Fault[];
  /** The member's, whom no limit stops. */
  readonly key: string;
  readonly operatorKey: string;
  /** Where all processes write their errors. */
  readonly log: string;
}

const processes = 4;
const frozenMs = 3_000;
const killedMs = 1_000;

/** A PostgreSQL that writes through to the disk, a Redis, and four processes of the service that share them. */
export async function openScene(folder: string): Promise<Scene> {
  await using opening = new AsyncDisposableStack();
  const postgres = await startPostgres();
  opening.defer(() => postgres.close());
  await postgres.run('create database faults');
  const redis = await startRedis();
  opening.defer(() => redis.close());

  const log = join(folder, 'errors.log');
  const settings = { DATABASE_URL: postgres.url('faults'), REDIS_URL: redis.url };
  const env = { ...petstoreEnv(folder), ...settings };
  const key = makeKey(env);
  const operatorKey = makeKey(env, ['--email', 'operator@localhost']);
  const told = { ...settings, WEBHOOKS_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'error' };
  const start = () => startPetstore(folder, { pinned: false, settings: told, log });
  const slots = await Promise.all(Array.from({ length: processes }, () => openSlot(start)));
  for (const slot of slots) opening.use(slot);
  const slotOf = (time: number) => slots[time % slots.length]!;

  const faults: Fault[] = [
    { what: 'PostgreSQL killed', strike: () => postgres.kill(), awayMs: killedMs, mend: () => postgres.start() },
    { what: 'PostgreSQL frozen', strike: () => postgres.freeze(), awayMs: frozenMs, mend: () => postgres.thaw() },
    { what: 'PostgreSQL restarted', strike: () => postgres.stop(), awayMs: 0, mend: () => postgres.start() },
    { what: 'Redis killed', strike: () => redis.kill(), awayMs: killedMs, mend: () => redis.start() },
    { what: 'Redis frozen', strike: () => redis.freeze(), awayMs: frozenMs, mend: () => redis.thaw() },
    { what: 'Redis restarted', strike: () => redis.stop(), awayMs: 0, mend: () => redis.start() },
    {
      what: 'a process killed',
      strike: (time) => slotOf(time).kill(),
      awayMs: killedMs,
      mend: (time) => slotOf(time).start(),
    },
    {
      what: 'a process frozen',
      strike: (time) => slotOf(time).freeze(),
      awayMs: frozenMs,
      mend: (time) => slotOf(time).thaw(),
    },
    {
      what: 'a process restarted',
      strike: (time) => slotOf(time).stop(),
      awayMs: 0,
      mend: (time) => slotOf(time).start(),
    },
  ];
  const opened = opening.move();
  return {
    targets: slots,
    faults,
    key,
    operatorKey,
    log,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function openSlot(begin: () => Promise<Server>) {
  let server = await begin();
  let frozenUntilMs = 0;
  return {
    get origin() {
      return server.origin;
    },
    get frozenUntilMs() {
      return frozenUntilMs;
    },
    kill: () => server.kill(),
    stop: () => server.stop(),
    async start() {
      server = await begin();
    },
    freeze() {
      frozenUntilMs = Infinity;
      process.kill(server.pid, 'SIGSTOP');
    },
    thaw() {
      process.kill(server.pid, 'SIGCONT');
      frozenUntilMs = performance.now();
    },
    [Symbol.asyncDispose]: () => server.kill(),
  };
}
