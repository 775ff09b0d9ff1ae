import { callerOf, timedBesideOthers, timedRow } from './calls.ts';
import { fillHistories, PERSON } from './figures-fill.ts';
import { withMillion } from './filters.ts';
import type { Server } from './processes.ts';
import type { Bench } from './rounds.ts';
import type { Row } from './table.ts';

/** With the milliseconds that an answer may take. */
const PATHS: Readonly<Record<string, readonly [path: string, targetMs: number]>> = {
  'figures of 12 months': ['statistics', 1_000],
  'figures of 60 months': ['statistics?from=2021-12&to=2026-11', 1_000],
  'figures of an organization': ['statistics?organizationId=7', 1_000],
  'Shelter Animals Count': ['statistics/shelter-animals-count', 1_000],
  'a person': [`admin/people?email=${encodeURIComponent(PERSON)}`, 2_000],
  nobody: ['admin/people?email=nobody%40example.org', 2_000],
};
const samples = 7;

/** The times of figures and of a person's data with a million animals and their histories. An animal is added before each answer. */
export const figures = (bench: Bench): Promise<Row[]> => withMillion(bench, rowsOf, fillHistories);

/** @returns undefined after a timeout */
function ifTimeout(error: unknown): undefined {
  if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
}

async function rowsOf(engine: string, server: Server, key: string): Promise<Row[]> {
  const call = callerOf(server, key);
  const startMs = performance.now();
  // It may take longer than a client waits.
  while (!(await call('GET', '/v1/statistics', undefined, { signal: AbortSignal.timeout(10_000) }).catch(ifTimeout)));
  const ours = `${((performance.now() - startMs) / 1_000).toFixed(0)} s`;
  const rows: Row[] = [
    { label: `${engine}: all animals are added up`, raw: '', ours, ratio: '', target: '', ok: true },
  ];
  for (const [label, [path, targetMs]] of Object.entries(PATHS)) {
    const times = [];
    for (let i = 0; i < samples; i += 1) times.push(await timedBesideOthers(call, () => call('GET', `/v1/${path}`)));
    rows.push(timedRow({ label: `${engine}: ${label}` }, times, targetMs, 0));
  }
  return rows;
}
