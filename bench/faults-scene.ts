import { join } from 'node:path';
import { openCluster } from './cluster.ts';
import type { Server } from './processes.ts';

/** A process of the service. After a restart it has another port. */
export interface Target {
  /** The origin of the current process, or of the last one. */
  readonly origin: string;
  /** In the time of `performance.now()`; Infinity while the process is frozen. */
  readonly frozenUntilMs: number;
}

/** An outage of one part, and its end. */
export interface Fault {
  readonly label: string;
  /** @param time the number of this repetition, from 1; it selects the process */
  inject(time: number): unknown;
  readonly awayMs: number;
  /** Resolves when the part answers again. */
  repair(time: number): unknown;
}

export interface Scene extends AsyncDisposable {
  readonly targets: readonly Target[];
  readonly faults: readonly Fault[];
  /** A member's key, with limits too high to reach. */
  readonly key: string;
  readonly operatorKey: string;
  /** The file to which all processes write their errors. */
  readonly log: string;
}

const processes = 4;
const frozenMs = 3_000;
const killedMs = 1_000;

/** Starts a PostgreSQL that syncs to the disk, a Redis, and four processes of the service that share them. */
export async function openScene(folder: string): Promise<Scene> {
  await using opening = new AsyncDisposableStack();
  const cluster = opening.use(await openCluster(folder));
  const { postgres, redis } = cluster;
  const log = join(folder, 'errors.log');
  const key = cluster.makeKey();
  const operatorKey = cluster.makeKey('--email', 'operator@localhost');
  const start = () => cluster.start({ WEBHOOKS_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'error' }, log);
  const slots = await Promise.all(Array.from({ length: processes }, () => openSlot(start)));
  for (const slot of slots) opening.use(slot);
  const slotOf = (time: number) => slots[time % slots.length]!;

  const faults: Fault[] = [
    { label: 'PostgreSQL killed', inject: () => postgres.kill(), awayMs: killedMs, repair: () => postgres.start() },
    { label: 'PostgreSQL frozen', inject: () => postgres.freeze(), awayMs: frozenMs, repair: () => postgres.thaw() },
    { label: 'PostgreSQL restarted', inject: () => postgres.stop(), awayMs: 0, repair: () => postgres.start() },
    { label: 'Redis killed', inject: () => redis.kill(), awayMs: killedMs, repair: () => redis.start() },
    { label: 'Redis frozen', inject: () => redis.freeze(), awayMs: frozenMs, repair: () => redis.thaw() },
    { label: 'Redis restarted', inject: () => redis.stop(), awayMs: 0, repair: () => redis.start() },
    {
      label: 'a process killed',
      inject: (time) => slotOf(time).kill(),
      awayMs: killedMs,
      repair: (time) => slotOf(time).start(),
    },
    {
      label: 'a process frozen',
      inject: (time) => slotOf(time).freeze(),
      awayMs: frozenMs,
      repair: (time) => slotOf(time).thaw(),
    },
    {
      label: 'a process restarted',
      inject: (time) => slotOf(time).stop(),
      awayMs: 0,
      repair: (time) => slotOf(time).start(),
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
