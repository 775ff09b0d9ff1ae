import { setTimeout } from 'node:timers/promises';
import { makeDatabase } from './database.ts';
import { residentMb, startPetstore } from './processes.ts';
import type { Bench } from './rounds.ts';
import type { Row } from './table.ts';
import { load, type Request } from './wrk.ts';

const restMs = 3_000;
const sampleMs = 200;

/** Measures resident memory with 100,000 pets: some seconds after the start, and its maximum during reads, then writes. */
export async function memory({ folder, seconds }: Bench): Promise<Row[]> {
  const { dataDir, key } = makeDatabase(folder, 100_000);
  await using service = await startPetstore(dataDir);
  await setTimeout(restMs);
  const atRest = residentMb(service.pid);

  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMb(service.pid));
  }, sampleMs);
  const reads: Request = { method: 'GET', url: `${service.origin}/v1/pets`, key };
  await load(folder, reads, seconds * 2);
  await load(folder, { ...reads, method: 'POST', body: '{"name":"Rex","categoryId":1}' }, seconds * 2);
  clearInterval(sampling);
  return [row('resident memory at rest', atRest, 100), row('resident memory under load', most, 180)];
}

function row(label: string, mb: number, targetMb: number): Row {
  return { label, raw: '', ours: `${mb.toFixed(0)} MB`, ratio: '', target: `≤ ${targetMb} MB`, ok: mb <= targetMb };
}
