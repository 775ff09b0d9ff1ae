import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError, serverCore } from './machine.ts';
import { petstore, petstoreEnv } from './processes.ts';
import { alternating, type Bench, median, medians } from './rounds.ts';
import type { Row } from './table.ts';

const starts = 10;
const targetMs = 300;

/** Measures the time from the command to the first 200 with an empty database, beyond the time that Node takes to run an empty script. */
export async function start({ folder }: Bench): Promise<Row[]> {
  const pairs = await alternating(starts, { raw: startNode, ours: () => startService(folder) });
  const { raw, ours } = medians(pairs);
  const overMs = median(pairs.map((pair) => pair.ours - pair.raw));
  return [
    {
      label: 'start to first 200, empty database',
      raw: `${raw.toFixed(0)} ms`,
      ours: `${ours.toFixed(0)} ms`,
      ratio: `+${overMs.toFixed(0)} ms`,
      target: `≤ +${targetMs} ms`,
      ok: overMs <= targetMs,
    },
  ];
}

async function startNode(): Promise<number> {
  const startMs = performance.now();
  const node = spawn('taskset', ['-c', String(serverCore), process.execPath, '-e', '0'], { stdio: 'ignore' });
  await once(node, 'exit');
  return performance.now() - startMs;
}

/** Reads the address and the first key from the service's output. */
async function startService(folder: string): Promise<number> {
  const env = petstoreEnv(mkdtempSync(join(folder, 'start-')));
  const startMs = performance.now();
  const service = spawn('taskset', ['-c', String(serverCore), petstore, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of service.stdout) {
    printed += String(chunk);
    const address = /(http:\S+)\/v1$/m.exec(printed)?.[1];
    const key = /psk_live_\w{38}/.exec(printed)?.[0];
    if (address === undefined || key === undefined) continue;
    const answer = await fetch(`${address}/v1/pets`, { headers: { authorization: `Bearer ${key}` } });
    const tookMs = performance.now() - startMs;
    await answer.text();
    if (answer.status !== 200) throw new BenchError(`The first GET /v1/pets answered ${answer.status}.`);
    service.kill('SIGTERM');
    await once(service, 'exit');
    return tookMs;
  }
  throw new BenchError('The service did not print an address and a key.');
}
