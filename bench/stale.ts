import { randomInt } from 'node:crypto';
import { type Call, callerOf, publishableKey } from './calls.ts';
import { openCluster } from './cluster.ts';
import { runWithNumbers } from './command.ts';
import { temporaryFolder } from './database.ts';
import { BenchError } from './machine.ts';
import { table } from './table.ts';

const HELP = `npm run bench:stale -- [--pairs N] [--processes N]

Several processes share one PostgreSQL and one Redis. Clients change animals at one process and list them at another as
soon as the change is acknowledged, N times (10,000). Counts the lists that do not show it.
`;

/** They write and read at the same time, so that most lists are already in the memory of the process when a change drops them. */
const clients = 8;
/** The lists show the newest first: no other client pushes an animal off the page. */
const page = 'limit=100';

const TITLES = { label: 'change, and who must show it', pairs: 'pairs', stale: 'stale', ok: 'ok?' };

interface Pet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
}

/** A change of an animal, and a list that must show it. */
interface Pair {
  readonly label: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly body?: object;
  readonly reader: 'member' | 'visitor';
  readonly list: string;
  readonly isShown: (listed: Pet | undefined) => boolean;
}

/** What happens to each animal, in order. */
function pairsOf(name: string, categoryId: number): Pair[] {
  const renamed = `${name} II`;
  const ofCategory = `categoryId=${categoryId}&${page}`;
  const add = { label: 'added: the list', method: 'POST', body: { name, categoryId } } as const;
  const rename = { label: 'renamed: a list with a filter', method: 'PATCH', body: { name: renamed } } as const;
  const sell = { label: 'sold: a list with filters', method: 'PATCH', body: { status: 'sold' } } as const;
  const offer = {
    label: 'available again: the visitors’ list',
    method: 'PATCH',
    body: { status: 'available' },
  } as const;
  const remove = { label: 'deleted: the visitors’ list with a filter', method: 'DELETE' } as const;
  return [
    { ...add, reader: 'member', list: page, isShown: (pet) => pet?.name === name },
    { ...rename, reader: 'member', list: ofCategory, isShown: (pet) => pet?.name === renamed },
    { ...sell, reader: 'member', list: `status=available&${ofCategory}`, isShown: (pet) => pet === undefined },
    { ...offer, reader: 'visitor', list: page, isShown: (pet) => pet?.name === renamed },
    { ...remove, reader: 'visitor', list: ofCategory, isShown: (pet) => pet === undefined },
  ];
}

await runWithNumbers('bench:stale', HELP, { pairs: 10_000, processes: 2 }, async ({ pairs, processes }) => {
  if (processes < 2) throw new BenchError('--processes must be at least 2: one that writes, and one that reads.');
  await using cluster = await openCluster(temporaryFolder());
  // Visitors see the animals of the operator's organization.
  const key = cluster.makeKey('--email', 'operator@localhost');
  // Each visitor's address may read 300 times a minute: they come through a proxy, from many addresses.
  const servers = await cluster.startAll(processes, { TRUSTED_PROXIES: '127.0.0.1' });
  const through =
    (call: Call): Call =>
    (method, path, body) =>
      call(method, path, body, { headers: { 'x-forwarded-for': `198.51.100.${randomInt(256)}` } });
  const members = servers.map((server) => through(callerOf(server, key)));
  const visitorKey = await publishableKey(members[0]!);
  const visitors = servers.map((server) => through(callerOf(server, visitorKey)));

  const results = new Map<string, { count: number; stale: number }>();
  let left = pairs;
  const startMs = performance.now();
  const live = async (client: number): Promise<void> => {
    for (let life = 0; left > 0; life += 1) {
      let path = '/v1/pets';
      for (const pair of pairsOf(`Rex ${client}-${life}`, (client % 3) + 1)) {
        if (left === 0) return;
        left -= 1;
        const writer = randomInt(processes);
        const reader = (writer + 1 + randomInt(processes - 1)) % processes;
        const changed = await members[writer]!<Pet | undefined>(pair.method, path, pair.body);
        if (pair.method === 'POST') path = `/v1/pets/${changed?.id}`;
        const list = (pair.reader === 'member' ? members : visitors)[reader]!;
        const listed = await list<Pet[]>('GET', `/v1/pets?${pair.list}`);
        const isShown = pair.isShown(listed.find(({ id }) => path.endsWith(`/${id}`)));
        if (!isShown) process.stdout.write(`stale: ${pair.label}, ${path}\n`);
        const result = results.get(pair.label) ?? { count: 0, stale: 0 };
        results.set(pair.label, { count: result.count + 1, stale: result.stale + Number(!isShown) });
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => live(client)));

  const rows = [...results].map(([label, { count, stale }]) => rowOf(label, count, stale));
  const sum = (of: (result: { count: number; stale: number }) => number) =>
    [...results.values()].reduce((all, result) => all + of(result), 0);
  const stale = sum((result) => result.stale);
  rows.push(
    rowOf(
      'all',
      sum(({ count }) => count),
      stale,
    ),
  );
  const seconds = (performance.now() - startMs) / 1_000;
  process.stdout.write(`
${processes} processes, PostgreSQL and Redis on one machine; ${clients} clients, each of which changes an animal at one process and then lists at another
${seconds.toFixed(0)} s

${table(TITLES, rows)}
`);
  return stale === 0;
});

function rowOf(label: string, count: number, stale: number): Record<keyof typeof TITLES, string> {
  return { label, pairs: count.toLocaleString('en'), stale: String(stale), ok: stale === 0 ? 'yes' : 'NO' };
}
