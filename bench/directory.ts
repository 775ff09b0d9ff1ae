import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { allItems, callerOf, nextIn, senderOf } from './calls.ts';
import { openCluster } from './cluster.ts';
import { runWithNumbers } from './command.ts';
import { cpuBetween, cpuOfDescendants } from './cpu.ts';
import { makeKey, temporaryFolder } from './database.ts';
import { machine } from './machine.ts';
import { petstoreEnv, processorMs, residentMb, type Server, startPetstore } from './processes.ts';
import { median, percentile } from './rounds.ts';
import { table } from './table.ts';

const HELP = `npm run bench:directory -- [--sources N] [--animals N] [--rate N] [--seconds N]

Adds simulated services, with so many animals in all, to a directory on each engine. Measures how long it takes until all are read, what
the directory costs at rest, and how late it shows the changes of \`rate\` animals a second.
`;

const defaults = { sources: 1_000, animals: 300_000, rate: 50, seconds: 60 };
const settings = { WEBHOOKS_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'error' };
const partnerKey = `ptk_live_${'0'.repeat(38)}`;
/** Longer than a change may take. */
const settleMs = 15_000;

interface Directory {
  readonly engine: string;
  readonly server: Server;
  readonly key: string;
  readonly databaseMb: () => Promise<number>;
}

type Options = typeof defaults;

async function openSources({ sources, animals }: Options) {
  const program = join(import.meta.dirname, 'directory-sources.ts');
  const child = fork(program, [String(sources), String(Math.round(animals / sources))]);
  const [{ urls }] = (await once(child, 'message')) as [{ urls: string[] }];
  return {
    urls,
    /** Changes so many animals a second from now on. @returns the requests of each source since the last call, and all changes until now */
    async change(perSecond: number): Promise<{ readonly requests: number[]; readonly changed: number }> {
      child.send({ perSecond });
      return ((await once(child, 'message')) as [{ requests: number[]; changed: number }])[0];
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

async function measure({ engine, server, key, databaseMb }: Directory, options: Options) {
  using simulated = await openSources(options);
  const call = callerOf(server, key);
  const cpu = async (work: () => Promise<unknown>): Promise<string> => {
    const [nodeMs, before] = [processorMs(server.pid), cpuOfDescendants()];
    await work();
    const { postgres } = cpuBetween(before, cpuOfDescendants());
    return `${((processorMs(server.pid) - nodeMs) / 1e3).toFixed(1)} + ${(postgres / 1e6).toFixed(1)} s`;
  };

  const isRead = async () => {
    const counts = await call<Record<string, number>>('GET', '/v1/store/inventory');
    const count = Object.values(counts).reduce((sum, each) => sum + each, 0);
    return count >= options.sources * Math.round(options.animals / options.sources);
  };
  const sinceMs = performance.now();
  const cpuOfReading = await cpu(async () => {
    for (const url of simulated.urls) await call('POST', '/v1/admin/directory', { url, key: partnerKey });
    while (!(await isRead())) await setTimeout(2_000);
  });
  const readSeconds = (performance.now() - sinceMs) / 1_000;

  await setTimeout(settleMs);
  await simulated.change(0);
  const cpuAtRest = await cpu(() => setTimeout(60_000));
  const { requests, changed } = await simulated.change(options.rate);
  const now = await senderOf(server, key)('GET', '/v1/events?position=now');
  const cpuOfChanges = await cpu(() => setTimeout(options.seconds * 1_000));
  const wanted = (await simulated.change(0)).changed - changed;
  await setTimeout(settleMs);
  const since = nextIn(now.headers.get('link')) ?? '';
  const events = await allItems<{ type: string; timestamp: string; data: { name?: string } }>(server, key, since);
  const lags = events
    .filter(({ type }) => type === 'pet.updated')
    .map(({ timestamp, data }) => Date.parse(timestamp) - Number(data.name?.split(' ')[2]));
  const seconds = (part: number) => `${(percentile(lags, part) / 1_000).toFixed(1)} s`;
  return {
    engine,
    'all is read': `${readSeconds.toFixed(0)} s`,
    'CPU of that': cpuOfReading,
    'requests/min at rest': `${median(requests)} / ${Math.max(...requests)}`,
    'CPU of 60 s at rest': cpuAtRest,
    'lag p50 / p99 / most': `${seconds(0.5)} / ${seconds(0.99)} / ${seconds(1)}`,
    'changes shown': `${lags.length} of ${wanted}`,
    'CPU of changes': cpuOfChanges,
    memory: `${residentMb(server.pid).toFixed(0)} MB`,
    database: `${(await databaseMb()).toFixed(0)} MB`,
  };
}

async function onSqlite(folder: string, options: Options) {
  await using server = await startPetstore(folder, { pinned: false, settings });
  const key = makeKey(petstoreEnv(folder), ['--email', 'operator@localhost']);
  const databaseMb = async () => statSync(join(folder, 'production.sqlite')).size / 1e6;
  return await measure({ engine: 'SQLite', server, key, databaseMb }, options);
}

async function onPostgres(folder: string, options: Options) {
  await using cluster = await openCluster(folder, { shared_buffers: '256MB' });
  const key = cluster.makeKey('--email', 'operator@localhost');
  await using server = await cluster.start(settings);
  const databaseMb = async () => {
    const [row] = (await cluster.run(`select pg_database_size('bench') as size`)) as { size: string }[];
    return Number(row?.size) / 1e6;
  };
  return await measure({ engine: 'PostgreSQL', server, key, databaseMb }, options);
}

await runWithNumbers('bench:directory', HELP, defaults, async (options) => {
  const rows: Record<string, string>[] = [];
  for (const run of [onSqlite, onPostgres]) {
    rows.push(await run(temporaryFolder(), options));
    const titles = Object.fromEntries(Object.keys(rows[0] ?? {}).map((title) => [title, title]));
    process.stdout.write(
      `${machine().split('\n')[0]}, load average ${loadavg()[0]?.toFixed(1)}\nCPU: node + PostgreSQL\n${table(titles, rows)}\n`,
    );
  }
});
