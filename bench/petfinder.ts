import { petfinderPair } from '../src/secrets/api-key.ts';
import { callerOf, timedBesideOthers, timedRow } from './calls.ts';
import { withMillion } from './filters.ts';
import type { Server } from './processes.ts';
import type { Bench } from './rounds.ts';
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

interface Page {
  readonly pagination: { readonly total_pages: number; readonly total_count: number };
}

async function rowsOf(engine: string, server: Server, key: string): Promise<Row[]> {
  const call = callerOf(server, key);
  const { clientId, clientSecret } = petfinderPair(key);
  const client = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { access_token: token } = await call<{ access_token: string }>('POST', '/v2/oauth2/token', client);
  const asClient = callerOf(server, token);
  const { pagination } = await asClient<Page>('GET', '/v2/animals');
  const last = pagination.total_pages - 1;
  const time = (path: string) => timedBesideOthers(call, () => asClient<Page>('GET', `/v2/${path}`));
  const rows: Row[] = [];
  for (const [label, [path, targetMs]] of Object.entries(PATHS)) {
    // Another page each time: none continues where another one ended.
    const at = (i: number) =>
      path.replace('MIDDLE', String(Math.floor(last / 2) + 50 * i)).replace('LAST', String(last - 2 * i));
    const first = await time(at(0));
    const times = [];
    for (let i = 1; i <= samples; i += 1) times.push(await time(at(i)));
    const raw = `${first.result.pagination.total_count} found, first ${first.ms.toFixed(0)} ms`;
    rows.push(timedRow({ label: `${engine}: ${label}`, raw }, times, targetMs));
  }
  return rows;
}
