import { senderOf } from './calls.ts';
import { makeDatabase, openFile, type BenchDatabase } from './database.ts';
import { BenchError } from './machine.ts';
import { type Server, startPetstore, startRaw } from './processes.ts';
import { alternating, type Bench, median, medians, type Pair } from './rounds.ts';
import type { Row } from './table.ts';
import { load, type Load, type Request } from './wrk.ts';

const pets = 100_000;
/** The service has more code to compile than the raw server: its rate grows for about eight seconds. */
const warmUpSeconds = 10;
const newPet = JSON.stringify({ name: 'Rex', categoryId: 1, status: 'available' });

const getOf = (server: Server, key: string): Request => ({ method: 'GET', url: `${server.origin}/v1/pets`, key });
const postOf = (server: Server, key: string): Request => ({ ...getOf(server, key), method: 'POST', body: newPet });

/** Starts the service with 100,000 pets and the raw server, and warms both up. */
async function openScene(bench: Bench) {
  await using opened = new AsyncDisposableStack();
  const database = makeDatabase(bench.folder, pets);
  const ours = opened.use(await startPetstore(database.dataDir));
  const raw = opened.use(await startRaw(await pageBytes(ours, database.key)));
  const send = (request: Request, seconds = bench.seconds) => load(bench.folder, request, seconds);
  for (const server of [ours, raw]) {
    await send(getOf(server, database.key), warmUpSeconds);
    await send(postOf(server, database.key), warmUpSeconds);
  }
  const servers = opened.move();
  return { database, ours, raw, send, [Symbol.asyncDispose]: () => servers.disposeAsync() };
}

/** The size of the first page of animals. */
export const pageBytes = async (server: Server, key: string): Promise<number> =>
  (await (await senderOf(server, key)('GET', '/v1/pets')).arrayBuffer()).byteLength;

export async function get(bench: Bench): Promise<Row[]> {
  await using scene = await openScene(bench);
  const measure = (server: Server) => scene.send(getOf(server, scene.database.key));
  const pairs = await alternating(bench.rounds, { raw: () => measure(scene.raw), ours: () => measure(scene.ours) });
  return rateRows('GET /v1/pets, 20 of 100,000', pairs, 0.8);
}

export async function post(bench: Bench): Promise<Row[]> {
  await using scene = await openScene(bench);
  const measure = (server: Server) => scene.send(postOf(server, scene.database.key));
  const stored = count(scene.database);
  const pairs = await alternating(bench.rounds, { raw: () => measure(scene.raw), ours: () => measure(scene.ours) });
  const acknowledged = pairs.reduce((sum, { ours }) => sum + ours.requests, 0);
  if (count(scene.database) - stored < acknowledged)
    throw new BenchError('There were more 201 responses than stored pets.');
  return rateRows('POST /v1/pets, each 201 after fsync', pairs, 0.6);
}

function rateRows(label: string, pairs: readonly Pair<Load>[], target: number): Row[] {
  const of = (value: (load: Load) => number) =>
    medians(pairs.map(({ raw, ours }) => ({ raw: value(raw), ours: value(ours) })));
  const rate = of(({ perSecond }) => perSecond);
  const p99 = of(({ p99Ms }) => p99Ms);
  return [
    {
      label,
      raw: `${Math.round(rate.raw).toLocaleString('en')}/s`,
      ours: `${Math.round(rate.ours).toLocaleString('en')}/s`,
      ratio: rate.ratio.toFixed(2),
      target: `≥ ${target.toFixed(2)}`,
      ok: rate.ratio >= target,
    },
    {
      label: '  its p99 at 64 connections',
      raw: `${p99.raw.toFixed(2)} ms`,
      ours: `${p99.ours.toFixed(2)} ms`,
      ratio: p99.ratio.toFixed(2),
      target: '≤ 2.00',
      ok: p99.ratio <= 2,
    },
  ];
}

/** Measures the p99 of reads alone, and during writes at full speed on 64 other connections. */
export async function mixed(bench: Bench): Promise<Row[]> {
  await using scene = await openScene(bench);
  const measure = async (server: Server) => {
    const reads = getOf(server, scene.database.key);
    const alone = await scene.send(reads);
    const [beside] = await Promise.all([scene.send(reads), scene.send(postOf(server, scene.database.key))]);
    return { alone: alone.p99Ms, beside: beside.p99Ms };
  };
  const pairs = await alternating(bench.rounds, { raw: () => measure(scene.raw), ours: () => measure(scene.ours) });
  const shown = (which: keyof Pair<unknown>) => {
    const alone = median(pairs.map((pair) => pair[which].alone));
    const beside = median(pairs.map((pair) => pair[which].beside));
    return `${alone.toFixed(1)} → ${beside.toFixed(1)} ms`;
  };
  const ratio = median(pairs.map(({ ours }) => ours.beside / ours.alone));
  return [
    {
      label: "GET's p99 → with POSTs at full speed",
      raw: shown('raw'),
      ours: shown('ours'),
      ratio: ratio.toFixed(2),
      target: '≤ 2.00',
      ok: ratio <= 2,
    },
  ];
}

function count({ dataDir }: BenchDatabase): number {
  const file = openFile(dataDir);
  const pets = file.prepare<[], number>('select count(*) from pets').pluck().get();
  file.close();
  return pets ?? 0;
}
