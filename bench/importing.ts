import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDatabase, openFile } from './database.ts';
import { BenchError } from './machine.ts';
import { petstore, petstoreEnv, processorMs, residentMb } from './processes.ts';
import { alternating, type Bench, median, medians } from './rounds.ts';
import type { Row } from './table.ts';

const rows = 20_000;
const sampleMs = 50;
const targetCpuMs = 400;
const targetMb = 300;

const story = 'She walks nicely on a leash, loves long hikes, and sleeps at your feet. '.repeat(6);
const PLAIN = (i: number) => `r${i},Rex ${i},1,available`;
const PROFILE = (i: number) =>
  `${PLAIN(i)},Lab / Boxer mix,Black,female,M,2023-05-12,${20 + (i % 60)} lb,yes,yes,yes,no,125.00,"${story}",${985_112_000_000_000 + i},2026-03-03`;
const COLUMNS = 'reference,name,category,status';
const PROFILE_COLUMNS =
  'breed,color,sex,size,dob,weight,neutered,house-trained,good with dogs,good with cats,fee,description,microchip,intake date';

/** Measures imports into the database: of four columns, and of profiles with 14 more. */
export async function importing({ folder, rounds }: Bench): Promise<Row[]> {
  const plain = fileOf(folder, 'plain.csv', COLUMNS, PLAIN);
  const profiles = fileOf(folder, 'profiles.csv', `${COLUMNS},${PROFILE_COLUMNS}`, PROFILE);
  const memory: number[] = [];
  const pairs = await alternating(rounds, {
    raw: async () => (await importOf(folder, plain)).cpuMs,
    ours: async () => {
      const { cpuMs, mostMb } = await importOf(folder, profiles);
      memory.push(mostMb);
      return cpuMs;
    },
  });
  const { raw, ours, ratio } = medians(pairs);
  const mb = median(memory);
  const perThousand = (cpuMs: number) => `${((cpuMs / rows) * 1_000).toFixed(0)} ms`;
  return [
    {
      label: 'CPU of 1,000 imported rows; raw: without profiles',
      raw: perThousand(raw),
      ours: perThousand(ours),
      ratio: ratio.toFixed(1),
      target: `≤ ${targetCpuMs} ms`,
      ok: (ours / rows) * 1_000 <= targetCpuMs,
    },
    {
      label: 'resident memory of that import',
      raw: '',
      ours: `${mb.toFixed(0)} MB`,
      ratio: '',
      target: `≤ ${targetMb} MB`,
      ok: mb <= targetMb,
    },
  ];
}

function fileOf(folder: string, name: string, columns: string, row: (i: number) => string): string {
  const file = join(folder, name);
  writeFileSync(file, [columns, ...Array.from({ length: rows }, (_, i) => row(i))].join('\n'));
  return file;
}

/** The processor time and the most memory of the command, start included. */
async function importOf(folder: string, file: string): Promise<{ readonly cpuMs: number; readonly mostMb: number }> {
  const { dataDir } = makeDatabase(folder, 0);
  const database = openFile(dataDir);
  const account = database.prepare<[], number>('select max(id) from accounts').pluck().get();
  database.close();
  const command = spawn(petstore, ['import', 'pets', file, '--direct', '--account', String(account)], {
    env: petstoreEnv(dataDir),
    stdio: 'ignore',
  });
  const { pid = 0 } = command;
  let cpuMs = 0;
  let mostMb = 0;
  const sampling = setInterval(() => {
    if (command.exitCode !== null) return;
    cpuMs = processorMs(pid);
    mostMb = Math.max(mostMb, residentMb(pid));
  }, sampleMs);
  const [code] = (await once(command, 'exit')) as [number | null];
  clearInterval(sampling);
  if (code !== 0) throw new BenchError(`The import ended with exit code ${code}.`);
  return { cpuMs, mostMb };
}
