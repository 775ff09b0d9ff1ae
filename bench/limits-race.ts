import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startPostgres } from '../test/support/postgres-server.ts';
import { startRedis, type TestRedis } from '../test/support/redis.ts';
import { barrage, connectionsEach, type Tally } from './barrage.ts';
import { runWithNumbers } from './command.ts';
import { petstore, petstoreEnv, startPetstore } from './processes.ts';
import { temporaryFolder } from './store.ts';
import { table } from './table.ts';

const HELP = `npm run bench:limits -- [--processes N] [--requests N]

Several processes with one PostgreSQL and one Redis, and one account that sends twice what it may, to all of them at once:
how many requests were let through, with Redis there all the time, and with Redis away in the middle.
`;

const TITLES = {
  what: 'what',
  limit: 'limit',
  sent: 'sent',
  admitted: 'admitted',
  reach: 'reach',
  refused: '429',
  other: 'other',
  bare: 'no headers',
  slowest: 'slowest ms',
  rate: 'per second',
  ok: 'ok?',
};

interface Race {
  readonly what: string;
  readonly perMinute: number;
  readonly perDay: number;
  readonly requests: number;
  /** How many may be let through in addition. */
  readonly inAddition: number;
  /** Comes when as many answers are there as half of the limit. */
  readonly during?: (redis: TestRedis) => Promise<void>;
}

await runWithNumbers('bench:limits', HELP, { processes: 4, requests: 200_000 }, race);

async function race({
  processes,
  requests,
}: {
  readonly processes: number;
  readonly requests: number;
}): Promise<boolean> {
  await using cleanup = new AsyncDisposableStack();
  const folder = temporaryFolder();
  const postgres = await startPostgres();
  cleanup.defer(() => postgres.close());
  const redis = await startRedis();
  cleanup.defer(() => redis.close());
  await postgres.run('create database race');
  const settings = { DATABASE_URL: postgres.url('race'), REDIS_URL: redis.url };
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startPetstore(folder, { pinned: false, settings })),
  );
  for (const server of servers) cleanup.use(server);
  const origins = servers.map(({ origin }) => origin);

  const half = requests / 2;
  /** Few enough for one minute. */
  const minuteHalf = Math.min(half, 20_000);
  /** So few that there are more requests than all processes together may let through. */
  const share = Math.floor(requests / (2 * (processes + 1)));
  const races: Race[] = [
    { what: 'the day’s limit', perMinute: 1e9, perDay: half, requests, inAddition: 0 },
    { what: 'the minute’s limit', perMinute: minuteHalf, perDay: 1e9, requests: 2 * minuteHalf, inAddition: 0 },
    {
      what: 'Redis killed, back after 3 s',
      perMinute: 1e9,
      perDay: share,
      requests,
      inAddition: processes * share,
      during: async (redis) => {
        await redis.kill();
        await setTimeout(3_000);
        await redis.start();
      },
    },
    {
      what: 'Redis frozen for 3 s',
      perMinute: 1e9,
      perDay: share,
      requests,
      inAddition: processes * share,
      during: async (redis) => {
        redis.freeze();
        await setTimeout(3_000);
        redis.thaw();
      },
    },
    { what: 'the day’s limit, once more', perMinute: 1e9, perDay: half, requests, inAddition: 0 },
  ];
  const rows: Record<keyof typeof TITLES, string>[] = [];
  for (const race of races) {
    const key = await newKey(folder, settings, race);
    let outage = Promise.resolve();
    const tally = await barrage(origins, key, race.requests, (answers) => {
      if (answers === Math.floor(race.perDay / 2)) outage = race.during?.(redis) ?? outage;
    });
    await outage;
    rows.push(rowOf(race, tally));
    await untilExact(origins);
  }
  process.stdout.write(
    `${processes} processes, ${processes * connectionsEach} connections\n\n${table(TITLES, rows)}\n`,
  );
  return rows.every(({ ok }) => ok === 'yes');
}

function rowOf({ what, perMinute, perDay, requests, inAddition }: Race, tally: Tally) {
  const limit = Math.min(perMinute, perDay);
  const admitted = tally.statuses.get(200) ?? 0;
  const refused = tally.statuses.get(429) ?? 0;
  const other = requests - admitted - refused;
  const most = limit + inAddition;
  const kept = admitted >= limit && admitted <= most && other === 0 && tally.bare === 0 && tally.slowestMs < 2_000;
  return {
    what,
    limit: limit.toLocaleString('en'),
    sent: requests.toLocaleString('en'),
    admitted: admitted.toLocaleString('en'),
    reach: inAddition === 0 ? 'the limit' : `to ${most.toLocaleString('en')}`,
    refused: refused.toLocaleString('en'),
    other: String(other),
    bare: String(tally.bare),
    slowest: tally.slowestMs.toFixed(0),
    rate: Math.round((requests / tally.totalMs) * 1_000).toLocaleString('en'),
    ok: kept ? 'yes' : 'NO',
  };
}

async function newKey(folder: string, settings: Record<string, string>, { perMinute, perDay }: Race): Promise<string> {
  const args = ['keys', 'create', '--plan', 'enterprise', '--json'];
  const limits = ['--per-minute', String(perMinute), '--per-day', String(perDay)];
  const env = { ...petstoreEnv(folder), ...settings };
  const { stdout } = await promisify(execFile)(petstore, [...args, ...limits], { env });
  return (JSON.parse(stdout) as { key: string }).key;
}

/** Until no process limits by itself any more; at most 5 s. */
async function untilExact(origins: readonly string[]): Promise<void> {
  const deadline = performance.now() + 5_000;
  const isExact = async (origin: string) =>
    (await (await fetch(`${origin}/metrics`)).text()).includes('petstore_limiter_fallback{environment="production"} 0');
  while (!(await Promise.all(origins.map(isExact))).every(Boolean)) {
    if (performance.now() > deadline)
      throw new Error('A process still limits by itself 5 s after the return of Redis.');
    await setTimeout(50);
  }
}
