import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cpuOfDescendants } from './cpu.ts';
import { makeDatabase } from './database.ts';
import { quiet } from './machine.ts';
import { startPetstore } from './processes.ts';
import { type Bench, median as medianOf } from './rounds.ts';
import type { Row } from './table.ts';
import { load } from './wrk.ts';

const root = join(import.meta.dirname, '..');
/** As `bin/petstore` starts it, but always from the sources: a module of the bundle could not be replaced. */
const fromSources = [process.execPath, '--v8-pool-size=1', '--max-semi-space-size=16'];
const withSwitch = ['--import', join(import.meta.dirname, 'request-log-switch.ts')];
const warmUpSeconds = 10;
/** Until the last lines of a load are written: they are part of what it costs. */
const writtenMs = 1_100;

/** Processor time in µs per request. */
interface Round {
  readonly without: number;
  readonly again: number;
  readonly logged: number;
}

/**
 * Measures what the request log adds to the processor time of `GET /v1/pets`: docs/decisions/0059-request-log.md. One process answers with and
 * without the log in turn, so that no difference between two processes is counted. Each round has a second load without the log: how much it
 * differs from the first one is the noise.
 */
export async function requestLog(bench: Bench): Promise<Row[]> {
  const { dataDir, key } = makeDatabase(bench.folder, 100_000);
  await using server = await startPetstore(dataDir, {
    program: [...fromSources, ...withSwitch, join(root, 'src/main.ts')],
  });
  let isLogging = true;
  const cpuUs = () => cpuOfDescendants().get(server.pid)?.us ?? 0;
  /** Processor time of all threads, in µs per request. */
  async function measure(logs: boolean, seconds = bench.seconds): Promise<number> {
    if (logs !== isLogging) process.kill(server.pid, 'SIGUSR2');
    isLogging = logs;
    // What it does while it waits is not a part of the load.
    await quiet();
    const before = cpuUs();
    const { requests } = await load(bench.folder, { method: 'GET', url: `${server.origin}/v1/pets`, key }, seconds);
    await setTimeout(writtenMs);
    return (cpuUs() - before) / requests;
  }
  await measure(true, warmUpSeconds);
  await measure(false, warmUpSeconds);
  const rounds: Round[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    // The load with the log is once the first, once the second, and once the last one.
    const us: number[] = [];
    for (const place of [0, 1, 2]) us.push(await measure(place === round % 3));
    const [logged = 0] = us.splice(round % 3, 1);
    const [without = 0, again = 0] = round % 2 === 0 ? us : us.toReversed();
    rounds.push({ without, again, logged });
  }
  const median = (of: (round: Round) => number) => medianOf(rounds.map(of));
  const row = (label: string, raw: (round: Round) => number, ours: (round: Round) => number) => {
    const ratio = median((round) => ours(round) / raw(round));
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
