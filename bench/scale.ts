import { loadavg } from 'node:os';
import { openCluster } from './cluster.ts';
import { type Cpu, cpuBetween, cpuOfDescendants } from './cpu.ts';
import { makeDatabase } from './database.ts';
import { requireTools } from './machine.ts';
import { installPeers, startExpress, startFastify } from './peers.ts';
import { startPetstore, startRaw } from './processes.ts';
import { type Bench, median } from './rounds.ts';
import { table } from './table.ts';
import { pageBytes } from './throughput.ts';
import { type Load, loadAll, type Request } from './wrk.ts';

const pets = 100_000;
const warmUpSeconds = 2;
const counts = [1, 2, 4];

const LOADS = ['GET', 'POST', 'MIXED'] as const;
const NAMES = {
  GET: 'GET /v1/pets',
  POST: 'POST /v1/pets, each 201 after fsync',
  MIXED: '90 % GET, 10 % POST',
};

const TITLES = {
  label: 'service',
  rate: 'per second',
  ratio: 'of embedded',
  p99: 'p99',
  cpu: 'CPU µs',
  node: 'node',
  postgres: 'PostgreSQL',
  redis: 'Redis',
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

type Measured = Readonly<Record<(typeof LOADS)[number], LoadAndCpu>>;

/**
 * Compares the throughput of several processes on PostgreSQL and Redis with one on the embedded database, with a bare node:http server, and
 * with what others would write instead. Returns a printable report.
 */
export async function scale(bench: Bench): Promise<string> {
  requireTools();
  installPeers();
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

  const tables = LOADS.map((load) => {
    const rows = sides.map(({ label }, side) =>
      rowOf(
        label,
        rounds.map((measured) => ({ own: measured[side]![load], embedded: measured[0]![load] })),
      ),
    );
    return `${NAMES[load]}\n\n${table(TITLES, rows)}\n`;
  });
  return `
One process on the embedded database, several on PostgreSQL and Redis, and peers, ${pets.toLocaleString('en')} pets each
Two cores, shared by the processes, PostgreSQL, Redis and the load, without pinning; ${machineLine}
medians of ${bench.rounds} rounds of ${bench.seconds} s, 64 connections of one wrk, shared equally among the processes
CPU µs per request of all processes but the load's, and of each program's

${tables.join('\n\n')}`;
}

async function openSides(folder: string, opened: AsyncDisposableStack): Promise<Side[]> {
  const database = makeDatabase(folder, pets);
  const embedded = opened.use(await startPetstore(database.dataDir, { pinned: false }));

  const cluster = opened.use(await openCluster(folder, { shared_buffers: '256MB' }));
  const key = cluster.makeKey();
  await cluster.run(fill);
  await cluster.run('vacuum analyze');
  const servers = await cluster.startAll(Math.max(...counts));

  const peers = [
    await startExpress(cluster.postgres, cluster.redis, pets),
    await startFastify(database.dataDir, pets),
    {
      label: 'bare node:http server',
      server: await startRaw(await pageBytes(embedded, database.key), { pinned: false }),
      key,
    },
  ];
  for (const { server } of peers) opened.use(server);

  const portOf = ({ origin }: { readonly origin: string }) => new URL(origin).port;
  return [
    { label: 'embedded database, 1 process', ports: [portOf(embedded)], key: database.key },
    ...counts.map((count) => ({
      label: `PostgreSQL and Redis, ${count} process${count === 1 ? '' : 'es'}`,
      ports: servers.slice(0, count).map(portOf),
      key,
    })),
    ...peers.map(({ server, ...peer }) => ({ ...peer, ports: [portOf(server)] })),
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
  const url = `http://127.0.0.1:${ports[0]}/v1/pets`;
  const body = JSON.stringify({ name: 'Rex', categoryId: 1 });
  const withCpu = async (method: (typeof LOADS)[number]): Promise<LoadAndCpu> => {
    const request: Request = { method, url, key, ...(method === 'GET' ? {} : { body }) };
    const before = cpuOfDescendants();
    const load = await loadAll(folder, request, seconds, ports);
    const { node, postgres, redis } = cpuBetween(before, cpuOfDescendants());
    const each = (us: number) => us / load.requests;
    return { ...load, cpu: { node: each(node), postgres: each(postgres), redis: each(redis) } };
  };
  return { GET: await withCpu('GET'), POST: await withCpu('POST'), MIXED: await withCpu('MIXED') };
}

/** A line of one load's table, from its rounds. */
function rowOf(
  label: string,
  rounds: readonly { readonly own: LoadAndCpu; readonly embedded: LoadAndCpu }[],
): Record<keyof typeof TITLES, string> {
  const of = (value: (own: LoadAndCpu, embedded: LoadAndCpu) => number) =>
    median(rounds.map(({ own, embedded }) => value(own, embedded)));
  const us = (value: (cpu: Cpu) => number) => of(({ cpu }) => value(cpu)).toFixed(0);
  return {
    label,
    rate: Math.round(of(({ perSecond }) => perSecond)).toLocaleString('en'),
    ratio: of((own, embedded) => own.perSecond / embedded.perSecond).toFixed(2),
    p99: `${of(({ p99Ms }) => p99Ms).toFixed(1)} ms`,
    cpu: us(({ node, postgres, redis }) => node + postgres + redis),
    node: us(({ node }) => node),
    postgres: us(({ postgres }) => postgres),
    redis: us(({ redis }) => redis),
  };
}
