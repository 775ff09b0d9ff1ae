import { fillHistories, PERSON } from './figures-fill.ts';
import { withMillion } from './filters.ts';
import { BenchError } from './machine.ts';
import type { Server } from './processes.ts';
import { type Bench, median } from './rounds.ts';
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

/** @returns 0 after a timeout */
function isTimeout(error: unknown): number {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 0;
  throw error;
}

async function rowsOf(engine: string, { origin }: Server, key: string): Promise<Row[]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async (path: string, init: RequestInit = {}): Promise<number> => {
    const startMs = performance.now();
    const answer = await fetch(origin + path, { headers, ...init });
    const text = await answer.text();
    if (!answer.ok) throw new BenchError(`${path} answered ${answer.status}: ${text}`);
    return performance.now() - startMs;
  };
  /** Pings show how long others wait meanwhile. */
  const time = async (path: string) => {
    await call('/v1/pets', { method: 'POST', body: '{"name":"Tom","categoryId":2}' });
    const over = new AbortController();
    let heldMs = 0;
    const pings = (async () => {
      while (!over.signal.aborted) heldMs = Math.max(heldMs, await call('/healthz'));
    })();
    const ms = await call(`/v1/${path}`).finally(() => over.abort());
    await pings;
    return { ms, heldMs };
  };
  const row = (label: string, times: readonly { ms: number; heldMs: number }[], targetMs: number): Row => {
    const ms = median(times.map((one) => one.ms));
    return {
      label: `${engine}: ${label}`,
      raw: '',
      ours: `${ms.toFixed(0)} ms`,
      ratio: `others ≤ ${Math.max(...times.map((one) => one.heldMs)).toFixed(0)} ms`,
      target: `≤ ${targetMs} ms`,
      ok: ms <= targetMs,
    };
  };
  const startMs = performance.now();
  // It may take longer than a client waits.
  while (!(await call('/v1/statistics', { signal: AbortSignal.timeout(10_000) }).catch(isTimeout)));
  const ours = `${((performance.now() - startMs) / 1_000).toFixed(0)} s`;
  const rows: Row[] = [
    { label: `${engine}: all animals are added up`, raw: '', ours, ratio: '', target: '', ok: true },
  ];
  for (const [label, [path, targetMs]] of Object.entries(PATHS)) {
    const times = [];
    for (let i = 0; i < samples; i += 1) times.push(await time(path));
    rows.push(row(label, times, targetMs));
  }
  return rows;
}
