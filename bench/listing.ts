import { Agent } from 'node:http';
import { nextIn } from './calls.ts';
import { makeDatabase } from './database.ts';
import { BenchError } from './machine.ts';
import { type Server, startPetstore } from './processes.ts';
import { exchange } from './requests.ts';
import { type Bench, median } from './rounds.ts';
import type { Row } from './table.ts';

const samples = 300;
/** One more than 1,000, so that page 1,000 is not the last of the pages with one pet each. */
const few = 1_001;

interface Client {
  /** Returns the milliseconds from the first byte sent to the last byte received, and the path of the next page. */
  get(path: string): Promise<{ ms: number; next: string | undefined }>;
  add(): Promise<unknown>;
}

/** Compares the times of the first page and of page 1,000 between many pets and 1,000 pets. */
export async function listing(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const many of bench.full ? [1_000_000, 10_000_000] : [1_000_000]) rows.push(...(await compare(bench, many)));
  return rows;
}

async function compare({ folder, rounds }: Bench, many: number): Promise<Row[]> {
  const databases = [makeDatabase(folder, few), makeDatabase(folder, many)] as const;
  await using small = await startPetstore(databases[0].dataDir);
  await using large = await startPetstore(databases[1].dataDir);
  const clients = [clientOf(small, databases[0].key), clientOf(large, databases[1].key)] as const;
  const size = many.toLocaleString('en');
  const deep = await Promise.all(clients.map(pathOfPage1000));
  return [
    await row(`first page of ${size} pets against 1,000`, rounds, clients, ['/v1/pets', '/v1/pets']),
    await row(`page 1,000 of ${size} pets against 1,000`, rounds, clients, [deep[0]!, deep[1]!]),
  ];
}

async function row(
  label: string,
  rounds: number,
  clients: readonly [Client, Client],
  paths: readonly [string, string],
): Promise<Row> {
  const times: { small: number; large: number }[] = [];
  for (let round = 0; round <= rounds; round++) times.push(await time(clients, paths));
  const warm = times.slice(1);
  const ratio = median(warm.map(({ small, large }) => large / small));
  const shown = (which: 'small' | 'large') => median(warm.map((round) => round[which])).toFixed(3);
  return {
    label,
    raw: '',
    ours: `${shown('small')} → ${shown('large')} ms`,
    ratio: ratio.toFixed(2),
    target: '≤ 1.10',
    ok: ratio <= 1.1,
  };
}

/** Adds a pet before each page, so that the page is read from the database and not from a cache. */
async function time([small, large]: readonly [Client, Client], [smallPath, largePath]: readonly [string, string]) {
  const times: { small: number[]; large: number[] } = { small: [], large: [] };
  for (let i = 0; i < samples; i++) {
    await small.add();
    times.small.push((await small.get(smallPath)).ms);
    await large.add();
    times.large.push((await large.get(largePath)).ms);
  }
  return { small: median(times.small), large: median(times.large) };
}

/** Follows the cursors with one pet per page. */
async function pathOfPage1000(client: Client): Promise<string> {
  let path = '/v1/pets?limit=1';
  for (let page = 1; page < 1_000; page++) {
    const { next } = await client.get(path);
    if (next === undefined) throw new BenchError(`Page ${page} of ${path} is the last.`);
    path = next;
  }
  return path;
}

/** A client with one connection. */
function clientOf(server: Server, key: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

  const call = (method: string, path: string, body?: string) =>
    exchange(server.origin + path, { agent, method, headers }, body);

  return {
    async get(path) {
      const startMs = performance.now();
      const answer = await call('GET', path);
      const ms = performance.now() - startMs;
      if (answer.statusCode !== 200) throw new BenchError(`GET ${path} answered ${answer.statusCode}.`);
      return { ms, next: nextIn(answer.headers['link']) };
    },
    add: () => call('POST', '/v1/pets', '{"name":"Tom","categoryId":2}'),
  };
}
