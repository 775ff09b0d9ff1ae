import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeDatabase } from './database.ts';
import { startPetstore } from './processes.ts';
import { type Triple, triplesIn } from './request-log-slices.ts';
import { type Bench, median as medianOf } from './rounds.ts';
import type { Row } from './table.ts';
import { load } from './wrk.ts';

const root = join(import.meta.dirname, '..');
/** As `bin/petstore` starts it, but always from the sources: a module of the bundle could not be replaced. */
const fromSources = [process.execPath, '--v8-pool-size=1', '--max-semi-space-size=8'];
const inSlices = ['--import', join(import.meta.dirname, 'request-log-slices.ts')];
const warmUpSeconds = 10;

/**
 * Measures what the request log adds to the processor time of `GET /v1/pets`: docs/decisions/0059-request-log.md. One process answers one load in
 * slices of half a second, with and without the log in turn. The machine's own changes, of a third and more from one second to the next, would
 * hide the difference between two loads.
 */
export async function requestLog(bench: Bench): Promise<Row[]> {
  const { dataDir, key } = makeDatabase(bench.folder, 100_000);
  await using server = await startPetstore(dataDir, {
    program: [...fromSources, ...inSlices, join(root, 'src/main.ts')],
  });
  const get = (seconds: number) => load(bench.folder, { method: 'GET', url: `${server.origin}/v1/pets`, key }, seconds);
  await get(warmUpSeconds);
  process.kill(server.pid, 'SIGUSR2');
  await get(3 * bench.rounds * bench.seconds);
  process.kill(server.pid, 'SIGUSR2');
  while (!existsSync(triplesIn(dataDir))) await setTimeout(100);
  const triples: Triple[] = JSON.parse(readFileSync(triplesIn(dataDir), 'utf8'));

  const median = (of: (triple: Triple) => number) => medianOf(triples.map(of));
  const row = (label: string, raw: (triple: Triple) => number, ours: (triple: Triple) => number) => {
    const ratio = median((triple) => ours(triple) / raw(triple));
    const us = { raw: `${median(raw).toFixed(1)} µs`, ours: `${median(ours).toFixed(1)} µs` };
    return { row: { label, ...us, ratio: ratio.toFixed(3) }, ratio };
  };
  const cost = row(
    'GET /v1/pets, CPU without → with the request log',
    ({ without, again }) => (without + again) / 2,
    ({ logged }) => logged,
  );
  const noise = row(
    'GET /v1/pets, CPU without → without it: the noise',
    ({ without }) => without,
    ({ again }) => again,
  );
  return [
    { ...cost.row, target: '≤ 1.03', ok: cost.ratio <= 1.03 },
    { ...noise.row, target: '0.99–1.01', ok: Math.abs(noise.ratio - 1) <= 0.01 },
  ];
}
