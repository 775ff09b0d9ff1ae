import { startPostgres } from '../test/support/postgres-server.ts';
import { callerOf, timedBesideOthers, timedRow } from './calls.ts';
import { makeDatabase, makeKey, openFile } from './database.ts';
import { fill } from './filters-fill.ts';
import { petstoreEnv, type Server, startPetstore } from './processes.ts';
import type { Bench } from './rounds.ts';
import type { Row } from './table.ts';

const PATHS: Readonly<Record<string, string>> = {
  'no filter': '',
  species: 'species=dog',
  'a frequent breed': 'breed=breed+2',
  'a rare breed': 'breed=breed+299',
  sex: 'sex=female',
  'age=senior': 'age=senior',
  'age=baby': 'age=baby',
  size: 'size=small',
  coat: 'coat=curly',
  color: 'color=tortoiseshell',
  goodWith: 'goodWith=children,dogs,cats',
  houseTrained: 'houseTrained=true',
  specialNeeds: 'specialNeeds=true',
  'without a photo': 'missing=photos',
  'near, 100 miles': 'near=62701',
  'near, 500 miles': 'near=Springfield,+IL&within=500mi',
  'by distance': 'near=62701&sort=distance',
  'longest waiting': 'sort=longest_waiting',
  'available, longest waiting': 'status=available&sort=longest_waiting',
  'dogs, available, longest waiting': 'species=dog&status=available&sort=longest_waiting',
  'babies, available, longest waiting': 'age=baby&status=available&sort=longest_waiting',
  'seven filters':
    'status=available&species=dog&sex=female&size=large&goodWith=children&houseTrained=true&age=adult,young',
  'seven filters, near':
    'status=available&species=dog&sex=female&size=large&goodWith=children&houseTrained=true&near=62701',
  'dogs by distance': 'species=dog&status=available&near=62701&sort=distance',
  'cats of one organization': 'species=cat&organizationId=7&status=available',
};

/** Nothing matches: all that might is read. */
const NOTHING: Readonly<Record<string, string>> = {
  'none of 500,000 dogs': 'species=dog&q=nobody',
  'none of a breed': 'breed=breed+7&species=dog&color=nothing',
  'no such size and coat':
    'size=xlarge&coat=curly&specialNeeds=true&goodWith=children&color=tortoiseshell&species=horse',
  'none near': 'near=0,0&species=dog',
  'none of unknown sex, size or age': 'missing=sex,size,age',
  'no baby has waited so long': 'age=baby&species=horse&specialNeeds=true&status=available&sort=longest_waiting',
};

const pets = 1_000_000;
const samples = 21;

/** The times of a page of 20 of a million animals with profiles, for each filter, on both engines. */
export const filters = (bench: Bench): Promise<Row[]> => withMillion(bench, rowsOf);

/** Measures a service with a million animals, on each engine. */
export async function withMillion(
  { folder }: Bench,
  measure: (engine: string, server: Server, key: string) => Promise<Row[]>,
  more: typeof fill = () => [],
): Promise<Row[]> {
  const nowMs = Date.now();
  const database = makeDatabase(folder, 0);
  const file = openFile(database.dataDir);
  file.pragma('synchronous = off');
  const numbers = `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${pets}) select i from n) as n`;
  const statements = (table: string) => [...fill(table, pets, nowMs), ...more(table, pets, nowMs)];
  for (const statement of statements(numbers)) file.exec(statement);
  file.exec('analyze');
  file.close();
  await using embedded = await startPetstore(database.dataDir);
  const rows = await measure('SQLite', embedded, database.key);
  await embedded.stop();

  const postgres = await startPostgres({ shared_buffers: '512MB', fsync: 'off', max_wal_size: '8GB' });
  try {
    await postgres.run('create database filters');
    const settings = { DATABASE_URL: postgres.url('filters') };
    const key = makeKey({ ...petstoreEnv(folder), ...settings });
    const series = `generate_series(1::bigint, ${pets}) as n(i)`;
    for (const statement of statements(series)) await postgres.run(statement, 'filters');
    await postgres.run('vacuum analyze', 'filters');
    await using server = await startPetstore(folder, { settings });
    rows.push(...(await measure('PostgreSQL', server, key)));
    await server.stop();
  } finally {
    await postgres.close();
  }
  return rows;
}

async function rowsOf(engine: string, server: Server, key: string): Promise<Row[]> {
  const call = callerOf(server, key);
  const time = (query: string) => timedBesideOthers(call, () => call<unknown[]>('GET', `/v1/pets?${query}`));
  const row = async ([label, query]: [string, string], count: number, targetMs: number): Promise<Row> => {
    await time(query);
    const times = [];
    for (let i = 0; i < count; i += 1) times.push(await time(query));
    return timedRow({ label: `${engine}: ${label}`, raw: `${times[0]?.result.length} found` }, times, targetMs);
  };
  const rows: Row[] = [];
  for (const entry of Object.entries(PATHS)) rows.push(await row(entry, samples, 25));
  for (const entry of Object.entries(NOTHING)) rows.push(await row(entry, 3, Infinity));
  return rows;
}
