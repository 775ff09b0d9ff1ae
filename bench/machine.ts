import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';

/** A missing requirement, or a failure during the run. The message is one sentence; the run exits with status 1. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
}

export const serverCore = 0;
export const loadCore = 1;

/** @throws BenchError if a tool or a core is missing */
export function requireTools(): void {
  for (const [tool, flag] of [
    ['wrk', '-v'],
    ['taskset', '-V'],
  ] as const) {
    if (spawnSync(tool, [flag]).error !== undefined) {
      throw new BenchError(`${tool} is missing: install it with the system's package manager, then run this again.`);
    }
  }
  if (availableParallelism() < 2) {
    throw new BenchError('Two cores are needed: one for the server, one for the load.');
  }
}

/** Moves this process to the load's core, so that its own timing code takes no time from the server. */
export function pinToLoadCore(): void {
  spawnSync('taskset', ['-a', '-c', '-p', String(loadCore), String(process.pid)]);
}

/** Describes the machine on which the figures were measured. */
export function machine(): string {
  const sqlite = new SqliteDatabase(':memory:').prepare<[], string>('select sqlite_version()').pluck().get();
  return [
    `Node.js ${process.version}, SQLite ${sqlite}, ${cpus()[0]?.model}, ${cpus().length} cores`,
    `server on core ${serverCore}, load on core ${loadCore}, load average at the start ${loadavg()[0]?.toFixed(2)}`,
  ].join('\n');
}

const quietMs = 200;
/** For all waits of a run together: on a machine that is never quiet, a run of many measurements must end. */
let patienceMs = 60_000;

/** Waits until both cores have been nearly idle for a moment: other processes may share the machine. */
export async function quiet(): Promise<void> {
  const began = performance.now();
  const deadline = began + Math.min(patienceMs, 20_000);
  for (let idle = 0; idle < 0.9 && performance.now() < deadline;) {
    const before = coreTimes();
    await setTimeout(quietMs);
    const after = coreTimes();
    idle = Math.min(...after.map(({ idle, all }, i) => (idle - before[i]!.idle) / (all - before[i]!.all)));
  }
  patienceMs -= performance.now() - began;
}

function coreTimes(): { idle: number; all: number }[] {
  return [serverCore, loadCore].map((core) => {
    const { user, nice, sys, idle, irq } = cpus()[core]!.times;
    return { idle, all: user + nice + sys + idle + irq };
  });
}
