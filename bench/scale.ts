import { loadavg } from 'node:os';
import { startPostgres } from '../test/support/postgres-server.ts';
import { startRedis } from '../test/support/redis.ts';
import { type Cpu, cpuBetween, cpuOfDescendants } from './cpu.ts';
import { makeKey, makeDatabase } from './database.ts';
import { requireTools } from './machine.ts';
import { petstoreEnv, startPetstore } from './processes.ts';
import { type Bench, median } from './rounds.ts';
import { table } from './table.ts';
import { type Load, loadAll, type Request } from './wrk.ts';

const pets = 100_000;
const warmUpSeconds = 2;
const counts = [1, 2, 4];

const TITLES = {
  label: 'service',
  get: 'GET /v1/pets',
  getRatio: 'of embedded',
  getP99: 'p99',
  getCpu: 'CPU µs',
  post: 'POST /v1/pets',
  postRatio: 'of embedded',
  postP99: 'p99',
  postCpu: 'CPU µs',
};

/** Processes that serve the same data. */
interface Side {
  readonly label: string;
  readonly ports: readonly string[];
  readonly key: string;
}

interface LoadAndCpu extends Load {
  /** Per request. */
  readonly cpu: Cpu;
}

interface Measured {
  readonly get: LoadAndCpu;
  readonly post: LoadAndCpu;
}

/** Compares the throughput of several processes on PostgreSQL and Redis with one on the embedded database. Returns a printable report. */
export async function scale(bench: Bench): Promise<string> {
  requireTools();
  const machineLine = `load average at the start ${loadavg()[0]?.toFixed(2)}`;
  await using opened = new AsyncDisposableStack();
  const sides = await openSides(bench.folder, opened);
  for (const side of sides) await measure(bench.folder, side, warmUpSeconds);

  const rounds: Measured[][] = [];
  for (let round = 0; round < bench.rounds; round++) {
    process.stderr.write(`round ${round + 1} of ${bench.rounds} …\n`);
    const measured: Measured[] = [];
    // Each is first in turn, so that a temporary slowdown of the machine affects all.
    for (let i = 0; i < sides.length; i++) {
      const at = (i + round) % sides.length;
      measured[at] = await measure(bench.folder, sides[at]!, bench.seconds);
    }
    rounds.push(measured);
  }

  return `
One process on the embedded database, and several on PostgreSQL and Redis, ${pets.toLocaleString('en')} pets each
Two cores, shared by the processes, PostgreSQL, Redis and the load, without pinning; ${machineLine}
medians of ${bench.rounds} rounds of ${bench.seconds} s, 64 connections of one wrk, shared equally among the processes; each 201 after fsync
CPU µs per request of all processes but the load's: sum (node + PostgreSQL + Redis)

${table(
  TITLES,
  sides.map(({ label }, i) => rowOf(label, rounds, i)),
)}
`;
}

async function openSides(folder: string, opened: AsyncDisposableStack): Promise<Side[]> {
  const database = makeDatabase(folder, pets);
  const embedded = opened.use(await startPetstore(database.dataDir, { pinned: false }));

  const postgres = await startPostgres({ shared_buffers: '256MB' });
  opened.defer(() => postgres.close());
  await postgres.run('create database scale');
  const redis = await startRedis();
  opened.defer(() => redis.close());
  const settings = { DATABASE_URL: postgres.url('scale'), REDIS_URL: redis.url };
  const key = makeKey({ ...petstoreEnv(folder), ...settings });
  await postgres.run(fill, 'scale');
  await postgres.run('vacuum analyze', 'scale');
  const servers = await Promise.all(
    Array.from({ length: Math.max(...counts) }, () => startPetstore(folder, { pinned: false, settings })),
  );
  for (const server of servers) opened.use(server);

  const portOf = ({ origin }: { readonly origin: string }) => new URL(origin).port;
  return [
    { label: 'embedded database, 1 process', ports: [portOf(embedded)], key: database.key },
    ...counts.map((count) => ({
      label: `PostgreSQL and Redis, ${count} process${count === 1 ? '' : 'es'}`,
      ports: servers.slice(0, count).map(portOf),
      key,
    })),
  ];
}

/** The same animals as in the embedded database. */
const fill = `
  insert into pets (account_id, name, name_folded, category_id, status, version, created_at, updated_at)
  select (select max(id) from accounts), 'Rex ' || i, 'REX ' || i, i % 7 + 1,
         case i % 3 when 0 then 'sold' when 1 then 'pending' else 'available' end, 1,
         extract(epoch from now()) * 1000, extract(epoch from now()) * 1000
  from generate_series(1, ${pets}) as n(i)`;

async function measure(folder: string, { ports, key }: Side, seconds: number): Promise<Measured> {
  const get: Request = { method: 'GET', url: `http://127.0.0.1:${ports[0]}/v1/pets`, key };
  const post: Request = { ...get, method: 'POST', body: JSON.stringify({ name: 'Rex', categoryId: 1 }) };
  const withCpu = async (request: Request): Promise<LoadAndCpu> => {
    const before = cpuOfDescendants();
    const load = await loadAll(folder, request, seconds, ports);
    const { node, postgres, redis } = cpuBetween(before, cpuOfDescendants());
    const each = (us: number) => us / load.requests;
    return { ...load, cpu: { node: each(node), postgres: each(postgres), redis: each(redis) } };
  };
  return { get: await withCpu(get), post: await withCpu(post) };
}

function rowOf(label: string, rounds: readonly Measured[][], side: number): Record<keyof typeof TITLES, string> {
  const of = (value: (measured: Measured, embedded: Measured) => number) =>
    median(rounds.map((measured) => value(measured[side]!, measured[0]!)));
  const rate = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en')}/s`;
  const cpu = (value: (measured: Measured) => Cpu) => {
    const parts = (['node', 'postgres', 'redis'] as const).map((program) =>
      Math.round(of((measured) => value(measured)[program])),
    );
    return `${parts.reduce((sum, us) => sum + us, 0)} (${parts.join(' + ')})`;
  };
  return {
    label,
    get: rate(of(({ get }) => get.perSecond)),
    getRatio: of(({ get }, embedded) => get.perSecond / embedded.get.perSecond).toFixed(2),
    getP99: `${of(({ get }) => get.p99Ms).toFixed(1)} ms`,
    getCpu: cpu(({ get }) => get.cpu),
    post: rate(of(({ post }) => post.perSecond)),
    postRatio: of(({ post }, embedded) => post.perSecond / embedded.post.perSecond).toFixed(2),
    postP99: `${of(({ post }) => post.p99Ms).toFixed(1)} ms`,
    postCpu: cpu(({ post }) => post.cpu),
  };
}
