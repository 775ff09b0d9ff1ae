import { setTimeout } from 'node:timers/promises';
import type { TestRedis } from '../test/support/redis.ts';
import { barrage, connectionsEach, type Tally } from './barrage.ts';
import { openCluster, untilLimitsShared } from './cluster.ts';
import { runWithNumbers } from './command.ts';
import { temporaryFolder } from './database.ts';
import { table } from './table.ts';

const HELP = `npm run bench:limits -- [--processes N] [--requests N]

Several processes share one PostgreSQL and one Redis. One account sends twice as many requests as its limit, to all of
them at once. Counts the admitted requests, with Redis available all the time, and with an outage of Redis in the middle.
`;

const TITLES = {
  label: 'race',
  limit: 'limit',
  sent: 'sent',
  admitted: 'admitted',
  target: 'target',
  refused: '429',
  other: 'other',
  withoutHeaders: 'no headers',
  slowest: 'slowest ms',
  rate: 'per second',
  ok: 'ok?',
};

interface Race {
  readonly label: string;
  readonly perMinute: number;
  readonly perDay: number;
  readonly requests: number;
  /** How many requests may be admitted above the limit. */
  readonly tolerance: number;
  /** Runs when half of the limit's requests have responses. */
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
  await using cluster = await openCluster(temporaryFolder());
  const servers = await cluster.startAll(processes);
  const origins = servers.map(({ origin }) => origin);

  const half = requests / 2;
  /** Few enough to be sent within one minute. */
  const minuteHalf = Math.min(half, 20_000);
  /** So few that the account sends more requests than all processes together may admit during an outage. */
  const share = Math.floor(requests / (2 * (processes + 1)));
  const races: Race[] = [
    { label: 'day limit', perMinute: 1e9, perDay: half, requests, tolerance: 0 },
    { label: 'minute limit', perMinute: minuteHalf, perDay: 1e9, requests: 2 * minuteHalf, tolerance: 0 },
    {
      label: 'Redis killed, restarted after 3 s',
      perMinute: 1e9,
      perDay: share,
      requests,
      tolerance: processes * share,
      during: async (redis) => {
        await redis.kill();
        await setTimeout(3_000);
        await redis.start();
      },
    },
    {
      label: 'Redis frozen for 3 s',
      perMinute: 1e9,
      perDay: share,
      requests,
      tolerance: processes * share,
      during: async (redis) => {
        redis.freeze();
        await setTimeout(3_000);
        redis.thaw();
      },
    },
    { label: 'day limit, again', perMinute: 1e9, perDay: half, requests, tolerance: 0 },
  ];
  const rows: Record<keyof typeof TITLES, string>[] = [];
  for (const race of races) {
    const key = cluster.makeKey('--per-minute', String(race.perMinute), '--per-day', String(race.perDay));
    let outage = Promise.resolve();
    const tally = await barrage(origins, key, race.requests, (answers) => {
      if (answers === Math.floor(race.perDay / 2)) outage = race.during?.(cluster.redis) ?? outage;
    });
    await outage;
    rows.push(rowOf(race, tally));
    await Promise.all(servers.map((server) => untilLimitsShared(server, performance.now() + 5_000)));
  }
  process.stdout.write(
    `${processes} processes, ${processes * connectionsEach} connections\n\n${table(TITLES, rows)}\n`,
  );
  return rows.every(({ ok }) => ok === 'yes');
}

function rowOf({ label, perMinute, perDay, requests, tolerance }: Race, tally: Tally) {
  const limit = Math.min(perMinute, perDay);
  const admitted = tally.statuses.get(200) ?? 0;
  const refused = tally.statuses.get(429) ?? 0;
  const other = requests - admitted - refused;
  const most = limit + tolerance;
  const isOk =
    admitted >= limit && admitted <= most && other === 0 && tally.withoutHeaders === 0 && tally.slowestMs < 2_000;
  return {
    label,
    limit: limit.toLocaleString('en'),
    sent: requests.toLocaleString('en'),
    admitted: admitted.toLocaleString('en'),
    target: tolerance === 0 ? 'the limit' : `to ${most.toLocaleString('en')}`,
    refused: refused.toLocaleString('en'),
    other: String(other),
    withoutHeaders: String(tally.withoutHeaders),
    slowest: tally.slowestMs.toFixed(0),
    rate: Math.round((requests / tally.totalMs) * 1_000).toLocaleString('en'),
    ok: isOk ? 'yes' : 'NO',
  };
}
