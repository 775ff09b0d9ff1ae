import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openEnvironment } from '../../src/open-environment.ts';
import { requestsOf, Row } from '../../src/request-log/row.ts';
import { type FoundRequest, positionOf, type RequestFilter, requestLogStore } from '../../src/request-log/store.ts';
import { waitingRows } from '../../src/request-log/waiting-rows.ts';
import type { Position } from '../../src/vocabulary/int64.ts';
import { BACKENDS, patientMs, type TestService } from '../support/service.ts';

const startMs = Date.UTC(2026, 10, 21, 9);
const request = {
  keyId: 1,
  method: 'GET',
  status: 200,
  code: '',
  operation: 'listPets',
  path: '/v1/pets',
  idStart: 'at-',
};

describe.each(BACKENDS)('the rows of the request log on %s', (_, start) => {
  let service: TestService;
  let database: Database;
  let accountId: number;

  beforeAll(async () => {
    service = await start();
    ({ accountId } = await service.newAccount());
    ({ database } = await openEnvironment('production', service.settings, { deadlineMs: patientMs }));
  });
  afterAll(async () => {
    await database.close();
    await service.close();
  });

  const store = () => requestLogStore(database, () => 0);
  /** Writes requests that ended at these times, with these statuses, as one process collects them. */
  async function write(requests: readonly { readonly atMs: number; readonly status: number }[]): Promise<void> {
    const rows = waitingRows();
    for (const { atMs, status } of requests) {
      const common = { ...request, code: status === 404 ? 'pet_not_found' : '', status };
      rows.next(accountId, atMs)!.add(atMs, 1.5, String(atMs), common);
    }
    await database.transaction((tx) => store().add(tx, rows.take()));
  }
  const clear = () => database.transaction((tx) => tx.deleteFrom('request_log').execute());
  async function walk(filter: RequestFilter, pageSize: number, nowMs: number): Promise<FoundRequest[]> {
    const found: FoundRequest[] = [];
    for (let after: Position | undefined; ;) {
      const page = await store().list(accountId, filter, nowMs, pageSize, after);
      found.push(...page);
      if (page.length < pageSize) return found;
      after = positionOf(page.at(-1)!);
    }
  }

  test('pages merge what several processes wrote, by time, without a repetition or a gap', async () => {
    const second = fc.array(fc.record({ after: fc.nat(2_000), status: fc.constantFrom(200, 404, 429) }), {
      minLength: 1,
      maxLength: 12,
    });
    const processes = fc.array(fc.record({ startMs: fc.nat(3_000), requests: second }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        processes,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom({}, { status: '4xx' }, { status: '404' }, { sinceMs: startMs + 2_500 }),
        async (rows, pageSize, filter: RequestFilter) => {
          await clear();
          const written = rows.map((row) =>
            row.requests
              .map(({ after, status }) => ({ atMs: startMs + row.startMs + after, status }))
              .toSorted((a, b) => a.atMs - b.atMs),
          );
          for (const row of written) await write(row);
          const expected = written
            .flat()
            .filter(({ atMs }) => atMs >= (filter.sinceMs ?? 0))
            .filter(
              ({ status }) => filter.status === undefined || (filter.status === '404' ? status === 404 : status >= 400),
            );
          const found = await walk(filter, pageSize, startMs + 10_000);
          expect(found.map(({ atMs }) => atMs)).toEqual(expected.map(({ atMs }) => atMs).toSorted((a, b) => b - a));
          expect(new Set(found.map(({ rowId, index }) => `${rowId}-${index}`)).size).toBe(expected.length);
          expect(found.every(({ atMs, requestId }) => requestId === `at-${atMs}`)).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('the oldest rows go as soon as there are more than 10,000 requests', async () => {
    await clear();
    const requests = (from: number, count: number) =>
      Array.from({ length: count }, (_each, i) => ({ atMs: startMs + from + i, status: 200 }));
    await write(requests(0, 6_000));
    await write(requests(6_000, 4_500));
    const rows = await database.read.selectFrom('request_log').select(['count', 'first_at']).execute();
    const kept = rows.reduce((sum, { count }) => sum + count, 0);
    expect(kept).toBeLessThanOrEqual(10_000);
    expect(kept).toBeGreaterThan(9_744);
    expect(Math.min(...rows.map(({ first_at: at }) => at))).toBe(startMs + 10_500 - kept);
    // A search of all of them is a few steps.
    expect(await walk({ status: '404' }, 20, startMs)).toEqual([]);
  });
});

describe('requests that wait', () => {
  test('are bounded; those beyond are counted as lost', () => {
    const rows = waitingRows();
    for (let i = 0; i < 20_000; i += 1) rows.next(i % 50, startMs)!.add(startMs, 1, '', request);
    expect(rows.next(1, startMs)).toBeUndefined();
    const taken = rows.take();
    expect(Math.max(...taken.map(({ count }) => count))).toBe(256);
    rows.putBack(taken);
    expect(rows.next(1, startMs), 'what could not be written still waits').toBeUndefined();
    expect(rows.takeLost()).toBe(2);
    rows.written(rows.take());
    expect(rows.next(1, startMs)).toBeDefined();
    expect(rows.takeLost()).toBe(0);
  });

  test('are as they were when they are read again, and what they share is written once', () => {
    const row = new Row(1, startMs);
    const other = { ...request, status: 404, code: 'pet_not_found', path: '/v1/pets/7', idStart: '' };
    row.add(startMs, 1.26, 'a', request);
    row.add(startMs + 900, 0, 'b', { ...request });
    row.add(startMs + 950, 12_345.6, '', other);
    // The clock was set back.
    row.add(startMs - 60_000, 1, 'mine', other);
    expect(row).toMatchObject({ firstMs: startMs, lastMs: startMs + 950, count: 4 });
    expect(row.text().match(/listPets/g)).toHaveLength(2);
    const { idStart: _, ...logged } = request;
    const { idStart: __, ...otherLogged } = other;
    expect(requestsOf(startMs, row.text())).toEqual([
      { ...logged, atMs: startMs, durationMs: 1.3, requestId: 'at-a' },
      { ...logged, atMs: startMs + 900, durationMs: 0, requestId: 'at-b' },
      { ...otherLogged, atMs: startMs + 950, durationMs: 12_345.6, requestId: '' },
      { ...otherLogged, atMs: startMs, durationMs: 1, requestId: 'mine' },
    ]);
  });
});
