import { parseArgs } from 'node:util';
import { runCommand, wholeNumber } from './command.ts';
import { temporaryFolder } from './database.ts';
import { figures } from './figures.ts';
import { filters } from './filters.ts';
import { importing } from './importing.ts';
import { listing } from './listing.ts';
import { BenchError, machine, pinToLoadCore, requireTools } from './machine.ts';
import { memory } from './memory.ts';
import { petfinder } from './petfinder.ts';
import type { Bench } from './rounds.ts';
import { scale } from './scale.ts';
import { start } from './start.ts';
import { benchTable, type Row } from './table.ts';
import { get, mixed, post } from './throughput.ts';

const MEASUREMENTS: Readonly<Record<string, (bench: Bench) => Promise<Row[]>>> = {
  get,
  post,
  mixed,
  listing,
  filters,
  petfinder,
  figures,
  start,
  memory,
  import: importing,
};
const NAMES = Object.keys(MEASUREMENTS);

const HELP = `npm run bench -- [--seconds N] [--rounds N] [--only ${NAMES.join(',')}] [--full] [--scale]

Compares the service with a bare node:http server. --full also lists ten million pets. --scale instead compares one, two
and four processes on PostgreSQL and Redis with one process on the embedded database, and with peers: Express, pg and
Redis; Fastify and better-sqlite3; a bare node:http server. It installs what the peers need.
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
  if (unknown !== undefined)
    throw new BenchError(`${unknown} is not a measurement. --only accepts ${NAMES.join(', ')}.`);
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
  const machineLine = machine();
  pinToLoadCore();
  const bench = { ...options, folder: temporaryFolder() };
  const rows: Row[] = [];
  for (const name of NAMES.filter((name) => only.includes(name))) {
    process.stderr.write(`measuring ${name} …\n`);
    rows.push(...(await MEASUREMENTS[name]!(bench)));
  }
  const rounds = `medians of ${bench.rounds} rounds of ${bench.seconds} s, 64 connections; each ratio is the median of the rounds' ratios`;
  process.stdout.write(
    `\nPetstore compared with a bare node:http server\n${machineLine}\n${rounds}\n\n${benchTable(rows)}\n`,
  );
}

await runCommand('bench', main);
