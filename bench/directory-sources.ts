import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A process that answers for many services, each at a loopback address of its own: `node bench/directory-sources.ts SOURCES ANIMALS`. It says
 * what a directory asks for. The parent sends how many animals change in a second, and receives the requests of each source since then. The
 * name of an animal that has changed ends with the time, in Unix milliseconds.
 */

const [count = 0, animals = 0] = process.argv.slice(2).map(Number);
const perHost = 250;
const mostItems = 100;
const story = 'She walks nicely on a leash, loves long hikes, and sleeps at your feet. '.repeat(6);

interface Source {
  readonly changedAt: Map<number, number>;
  /** The ids of animals that have changed. */
  readonly events: number[];
  requests: number;
}
const sources = Array.from({ length: count }, (): Source => ({ changedAt: new Map(), events: [], requests: 0 }));
let changed = 0;

const animalOf = (source: number, { changedAt }: Source, id: number) => ({
  id,
  name: `Pet ${id}${changedAt.has(id) ? ` ${changedAt.get(id)}` : ''}`,
  categoryId: (id % 5) + 1,
  status: id % 7 === 0 ? 'pending' : 'available',
  owner: { organization: { id: 1, name: `Shelter ${source}` } },
  profile: {
    species: id % 2 === 0 ? 'Dog' : 'Cat',
    breed: { primary: `Breed ${id % 90}`, mixed: true },
    colors: ['Black'],
    sex: id % 2 === 0 ? 'female' : 'male',
    size: 'medium',
    birthDate: `202${id % 6}-05-12`,
    goodWith: { children: true, dogs: id % 3 === 0 },
    summary: 'Likes walks.',
    description: story,
    waitingSince: '2026-10-01',
  },
});

const server = createServer((request, response) => {
  const [, third = 0, fourth = 0] = /^127\.0\.(\d+)\.(\d+)/.exec(request.headers.host ?? '')?.map(Number) ?? [];
  const index = third * perHost + fourth - 1;
  const source = sources[index];
  const url = new URL(request.url ?? '', 'http://source');
  response.setHeader('content-type', 'application/json').setHeader('x-service-id', `bench-${index}`);
  if (source === undefined) return response.writeHead(404).end('{}');
  source.requests += 1;
  return answer(response, url, index, source);
});

function answer(response: ServerResponse, { pathname, searchParams: query }: URL, index: number, source: Source) {
  const send = (body: unknown, next?: string) => {
    if (next !== undefined) response.setHeader('link', `<${pathname}?${next}>; rel="next"`);
    response.end(JSON.stringify(body));
  };
  const organization = { id: 1, name: `Shelter ${index}`, email: 'hello@shelter.example' };
  if (pathname === '/v1/organizations') return send([organization]);
  if (pathname === '/v1/organizations/1') return send(organization);
  if (pathname.startsWith('/v1/categories/')) {
    const id = Number(pathname.slice('/v1/categories/'.length));
    return send({ id, name: `Category ${id}` });
  }
  if (pathname === '/v1/events') {
    const position = query.get('position') ?? 'now';
    const after = position === 'now' ? source.events.length : Number.parseInt(position, 10);
    const ids = source.events.slice(after, after + mostItems);
    const items = ids.map((id) => ({ type: 'pet.updated', data: { id } }));
    return send(items, `position=${after + ids.length}-00000000&limit=${mostItems}`);
  }
  const before = Number(query.get('cursor') ?? animals + 1);
  const asked = query.get('ids')?.split(',').map(Number);
  const ids = asked ?? Array.from({ length: Math.min(mostItems, before - 1) }, (_, i) => before - 1 - i);
  query.set('cursor', String(ids.at(-1)));
  const hasNext = asked === undefined && ids.length > 0 && ids.at(-1) !== 1;
  return send(
    ids.map((id) => animalOf(index, source, id)),
    hasNext ? query.toString() : undefined,
  );
}

let changing: NodeJS.Timeout | undefined;
process.on('message', ({ perSecond }: { perSecond: number }) => {
  clearInterval(changing);
  process.send?.({ requests: sources.map(({ requests }) => requests), changed });
  for (const source of sources) source.requests = 0;
  if (perSecond === 0) return;
  changing = setInterval(() => {
    const source = sources[Math.floor(Math.random() * count)] as Source;
    const id = 1 + Math.floor(Math.random() * animals);
    source.changedAt.set(id, Date.now());
    source.events.push(id);
    changed += 1;
  }, 1_000 / perSecond);
});
process.on('disconnect', () => process.exit());

server.listen(0, () => {
  const { port } = server.address() as AddressInfo;
  const urls = sources.map((_, i) => `http://127.0.${Math.floor(i / perHost)}.${(i % perHost) + 1}:${port}`);
  process.send?.({ urls });
});
