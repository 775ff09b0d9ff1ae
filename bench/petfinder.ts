import { petfinderPair } from '../src/secrets/api-key.ts';
import { withMillion } from './filters.ts';
import { BenchError } from './machine.ts';
import type { Server } from './processes.ts';
import { type Bench, median } from './rounds.ts';
import type { Row } from './table.ts';

/** With the milliseconds that a page may take; the first and the last page of a list, and one in the middle. */
const PATHS: Readonly<Record<string, readonly [path: string, targetMs: number]>> = {
  'dogs within 50 miles, by distance': ['animals?type=dog&location=62701&distance=50&sort=distance&limit=20', 40],
  'dogs near another place': ['animals?type=dog&location=Denver,+CO&distance=50&sort=distance&limit=20', 40],
  'first page': ['animals', 100],
  'middle page': ['animals?page=MIDDLE', 400],
  'last page': ['animals?page=LAST', 100],
  'last page of the dogs': ['animals?type=dog&page=7000', 100],
  'an organization': ['animals?organization=ps7&sort=random', 100],
};
const samples = 15;

/** The times of Petfinder's clients with a million animals. An animal is added before each page. */
export const petfinder = (bench: Bench): Promise<Row[]> => withMillion(bench, rowsOf);

async function rowsOf(engine: string, { origin }: Server, key: string): Promise<Row[]> {
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(origin + path, init);
    const text = await answer.text();
    if (!answer.ok) throw new BenchError(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text === '' ? '{}' : text);
  };
  const { clientId, clientSecret } = petfinderPair(key);
  const { access_token: token } = await call('/v2/oauth2/token', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  const headers = { authorization: `Bearer ${token}` };
  const { pagination } = await call('/v2/animals', { headers });
  const last = pagination.total_pages - 1;

  /** Pings show how long others wait meanwhile. */
  const time = async (path: string) => {
    await call('/v1/pets', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"name":"Tom","categoryId":2}',
    });
    const over = new AbortController();
    let heldMs = 0;
    const pings = (async () => {
      while (!over.signal.aborted) {
        const startMs = performance.now();
        await call('/healthz');
        heldMs = Math.max(heldMs, performance.now() - startMs);
      }
    })();
    try {
      const startMs = performance.now();
      const found = await call(`/v2/${path}`, { headers });
      return { ms: performance.now() - startMs, heldMs, total: found.pagination.total_count };
    } finally {
      over.abort();
      await pings;
    }
  };
  const rows: Row[] = [];
  for (const [label, [path, targetMs]] of Object.entries(PATHS)) {
    // Another page each time: none continues where another one ended.
    const at = (i: number) =>
      path.replace('MIDDLE', String(Math.floor(last / 2) + 50 * i)).replace('LAST', String(last - 2 * i));
    const first = await time(at(0));
    const times = [];
    for (let i = 1; i <= samples; i += 1) times.push(await time(at(i)));
    const ms = median(times.map((one) => one.ms));
    const heldMs = Math.max(first.heldMs, ...times.map((one) => one.heldMs));
    rows.push({
      label: `${engine}: ${label}`,
      raw: `${first.total} found, first ${first.ms.toFixed(0)} ms`,
      ours: `${ms.toFixed(1)} ms`,
      ratio: `others ≤ ${heldMs.toFixed(0)} ms`,
      target: `≤ ${targetMs} ms`,
      ok: ms <= targetMs,
    });
  }
  return rows;
}
