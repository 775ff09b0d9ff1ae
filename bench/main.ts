import { parseArgs } from 'node:util';
import { runCommand, wholeNumber } from './command.ts';
import { listing } from './listing.ts';
import { BenchError, machine, pinToLoadCore, requireTools } from './machine.ts';
import { memory } from './memory.ts';
import type { Bench } from './rounds.ts';
import { scale } from './scale.ts';
import { start } from './start.ts';
import { temporaryFolder } from './store.ts';
import { benchTable, type Row } from './table.ts';
import { get, mixed, post } from './throughput.ts';

const MEASUREMENTS: Readonly<Record<string, (bench: Bench) => Promise<Row[]>>> = {
  get,
  post,
  mixed,
  listing,
  start,
  memory,
};
const NAMES = Object.keys(MEASUREMENTS);

const HELP = `npm run bench -- [--seconds N] [--rounds N] [--only ${NAMES.join(',')}] [--full] [--scale]

The service beside a bare node:http server, in one run. --full lists ten million pets too. --scale compares one, two and four
processes on PostgreSQL and Redis with one on the embedded store instead.
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: NAMES.join(',') },
      full: { type: 'boolean', default: false },
      scale: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const only = values.only.split(',');
  const unknown = only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new BenchError(`--only knows ${NAMES.join(', ')}, but not ${unknown}.`);
  return {
    ...values,
    only,
    seconds: wholeNumber('--seconds', values.seconds, 1),
    rounds: wholeNumber('--rounds', values.rounds, 3),
  };
}

async function main(): Promise<void> {
  const { only, help, scale: isScale, ...options } = readOptions();
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  requireTools();
  if (isScale) {
    process.stdout.write(await scale({ ...options, folder: temporaryFolder() }));
    return;
  }
  const ground = machine();
  pinToLoadCore();
  const bench = { ...options, folder: temporaryFolder() };
  const rows: Row[] = [];
  for (const name of NAMES.filter((name) => only.includes(name))) {
    process.stderr.write(`measuring ${name} …\n`);
    rows.push(...(await MEASUREMENTS[name]!(bench)));
  }
  const rounds = `medians of ${bench.rounds} rounds of ${bench.seconds} s, 64 connections; a ratio is the median of the rounds' ratios`;
  process.stdout.write(`\nPetstore beside a bare node:http server\n${ground}\n${rounds}\n\n${benchTable(rows)}\n`);
}

await runCommand('bench', main);
