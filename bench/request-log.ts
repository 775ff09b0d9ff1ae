import { join } from 'node:path';
import { cpuOfDescendants } from './cpu.ts';
import { makeDatabase } from './database.ts';
import { startPetstore, type Server } from './processes.ts';
import { alternating, type Bench, medians } from './rounds.ts';
import type { Row } from './table.ts';
import { load } from './wrk.ts';

const root = join(import.meta.dirname, '..');
/** As `bin/petstore` starts it, but always from the sources: a module of the bundle could not be replaced. */
const fromSources = [process.execPath, '--v8-pool-size=1', '--max-semi-space-size=16'];
const main = join(root, 'src/main.ts');
const withoutLog = ['--import', join(import.meta.dirname, 'without-request-log.ts')];
const pets = 100_000;
const warmUpSeconds = 10;

/** Measures what the request log adds to the processor time of `GET /v1/pets`: docs/decisions/0059-request-log.md. */
export async function requestLog(bench: Bench): Promise<Row[]> {
  const database = makeDatabase(bench.folder, pets);
  const other = makeDatabase(bench.folder, pets);
  await using ours = await startPetstore(database.dataDir, { program: [...fromSources, main] });
  await using raw = await startPetstore(other.dataDir, { program: [...fromSources, ...withoutLog, main] });
  /** Processor time of all threads, in µs per request. */
  const measure = async ({ pid, origin }: Server, key: string, seconds = bench.seconds) => {
    const before = cpuOfDescendants().get(pid)?.us ?? 0;
    const { requests } = await load(bench.folder, { method: 'GET', url: `${origin}/v1/pets`, key }, seconds);
    return ((cpuOfDescendants().get(pid)?.us ?? 0) - before) / requests;
  };
  await measure(ours, database.key, warmUpSeconds);
  await measure(raw, other.key, warmUpSeconds);
  const pairs = await alternating(bench.rounds, {
    raw: () => measure(raw, other.key),
    ours: () => measure(ours, database.key),
  });
  const cpu = medians(pairs);
  return [
    {
      label: 'GET /v1/pets, CPU without → with the request log',
      raw: `${cpu.raw.toFixed(1)} µs`,
      ours: `${cpu.ours.toFixed(1)} µs`,
      ratio: cpu.ratio.toFixed(3),
      target: '≤ 1.03',
      ok: cpu.ratio <= 1.03,
    },
  ];
}
