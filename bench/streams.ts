import { setTimeout } from 'node:timers/promises';
import { runWithNumbers } from './command.ts';
import { makeDatabase, temporaryFolder } from './database.ts';
import { type Followers, followEvents } from './followers.ts';
import { BenchError, machine, pinToLoadCore, requireTools } from './machine.ts';
import { residentMb, type Server, startPetstore } from './processes.ts';
import { median, percentile } from './rounds.ts';
import { table } from './table.ts';
import { load } from './wrk.ts';

const HELP = `npm run bench:streams -- [--streams N] [--seconds N] [--rounds N]

Measures the API with and without live event streams, and the time until all streams receive a change.
`;

const getsPerSecond = 200;
const postsPerSecond = 20;
const newPet = JSON.stringify({ name: 'Rex', categoryId: 1 });

interface Round {
  readonly getP50: number;
  readonly getP99: number;
  readonly postP50: number;
  readonly postP99: number;
  /** From the response to a POST, which follows its commit, to the receipt by the last stream. */
  readonly receivedMs: readonly number[];
  readonly getsPerSecond: number;
  readonly residentMb: number;
}

/** Sends a steady trickle of reads and writes, like those of a busy shelter. Returns the time that each took. */
async function trickle(server: Server, key: string, seconds: number, followers: Followers | undefined) {
  const gets: number[] = [];
  const posts: number[] = [];
  const receipts: Promise<number>[] = [];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const timed = async (into: number[], init: RequestInit): Promise<string> => {
    const since = performance.now();
    const answer = await fetch(`${server.origin}/v1/pets`, { headers, ...init });
    const text = await answer.text();
    if (!answer.ok) throw new BenchError(`${init.method ?? 'GET'} /v1/pets answered ${answer.status}.`);
    into.push(performance.now() - since);
    return text;
  };
  const add = async () => {
    const { id } = JSON.parse(await timed(posts, { method: 'POST', body: newPet })) as { id: number };
    const committedMs = performance.timeOrigin + performance.now();
    if (followers !== undefined) receipts.push(followers.received(id).then((atMs) => Math.max(0, atMs - committedMs)));
  };
  const pending: Promise<unknown>[] = [];
  const startMs = performance.now();
  for (let i = 0; i < seconds * getsPerSecond; i++) {
    await setTimeout(Math.max(0, startMs + (i * 1_000) / getsPerSecond - performance.now()));
    pending.push(timed(gets, {}));
    if (i % (getsPerSecond / postsPerSecond) === 0) pending.push(add());
  }
  await Promise.all(pending);
  return { gets, posts, receivedMs: await Promise.all(receipts) };
}

async function measure(folder: string, streams: number, seconds: number): Promise<Round> {
  const { dataDir, key } = makeDatabase(folder, 10_000);
  await using server = await startPetstore(dataDir);
  const request = { method: 'GET', url: `${server.origin}/v1/pets`, key } as const;
  await load(folder, request, 2);
  await using followers = streams === 0 ? undefined : await followEvents(server.origin, key, streams);
  const { gets, posts, receivedMs } = await trickle(server, key, seconds, followers);
  const full = await load(folder, request, seconds);
  return {
    getP50: percentile(gets, 0.5),
    getP99: percentile(gets, 0.99),
    postP50: percentile(posts, 0.5),
    postP99: percentile(posts, 0.99),
    receivedMs,
    getsPerSecond: full.perSecond,
    residentMb: residentMb(server.pid),
  };
}

function report(streams: number, without: readonly Round[], beside: readonly Round[]): string {
  const line = (label: string, value: (round: Round) => number, unit: string, digits: number) => {
    const [bare, full] = [median(without.map(value)), median(beside.map(value))];
    const shown = (number: number) =>
      `${number.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })}${unit}`;
    return { label, without: shown(bare), beside: shown(full), ratio: (full / bare).toFixed(2) };
  };
  const rows = [
    line(`GET /v1/pets p50, ${getsPerSecond}/s`, ({ getP50 }) => getP50, ' ms', 2),
    line('  its p99', ({ getP99 }) => getP99, ' ms', 2),
    line(`POST /v1/pets p50, ${postsPerSecond}/s`, ({ postP50 }) => postP50, ' ms', 2),
    line('  its p99', ({ postP99 }) => postP99, ' ms', 2),
    line('GET /v1/pets at full speed, no events', (round) => round.getsPerSecond, '/s', 0),
    line('memory of the service', (round) => round.residentMb, ' MB', 0),
  ];
  const receivedMs = beside.flatMap(({ receivedMs }) => receivedMs);
  const ms = (part: number) => `${percentile(receivedMs, part).toFixed(0)} ms`;
  return `${table({ label: 'measurement', without: 'no streams', beside: `${streams} streams`, ratio: 'ratio' }, rows)}

From a commit to its receipt by the last of ${streams} streams: p50 ${ms(0.5)}, p99 ${ms(0.99)}, longest ${ms(1)}.
Every stream received every event exactly once.`;
}

await runWithNumbers('bench:streams', HELP, { streams: 1_000, seconds: 5, rounds: 3 }, async (numbers) => {
  const { streams, seconds, rounds } = numbers;
  requireTools();
  const machineLine = machine();
  pinToLoadCore();
  const folder = temporaryFolder();
  const without: Round[] = [];
  const beside: Round[] = [];
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`round ${round} of ${rounds} …\n`);
    without.push(await measure(folder, 0, seconds));
    beside.push(await measure(folder, streams, seconds));
  }
  process.stdout.write(
    `\n${machineLine}\nmedians of ${rounds} rounds of ${seconds} s\n\n${report(streams, without, beside)}\n`,
  );
});
