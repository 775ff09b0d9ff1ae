import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { requestsOf, Row } from '../../src/request-log/row.ts';
import {
  type FoundRequest,
  keptRequests,
  positionOf,
  type RequestFilter,
  requestLogStore,
} from '../../src/request-log/store.ts';
import { waitingRows } from '../../src/request-log/waiting-rows.ts';
import type { Position } from '../../src/vocabulary/int64.ts';
import { BACKENDS, type TestService } from '../support/service.ts';

const startMs = Date.UTC(2026, 10, 21, 9);
const request = {
  keyId: 1,
  method: 'GET',
  status: 200,
  code: '',
  operation: 'listPets',
  path: '/v1/pets',
  idStart: 'at-',
  ignored: '',
};

describe.each(BACKENDS)('the rows of the request log on %s', (_, start) => {
  let service: TestService;
  let database: Database;
  let accountId: number;

  beforeAll(async () => {
    service = await start();
    ({ accountId } = await service.newAccount());
    ({ database } = await service.beside());
  });
  afterAll(async () => {
    await database.close();
    await service.close();
  });

  const store = () => requestLogStore(database, () => 0);
  /** Writes requests that ended at these times, with these statuses, as one process collects them. */
  async function write(requests: readonly { readonly atMs: number; readonly status: number }[]): Promise<void> {
    const rows = waitingRows(keptRequests);
    for (const { atMs, status } of requests) {
      const common = { ...request, code: status === 404 ? 'pet_not_found' : '', status };
      rows.next(accountId, atMs)!.add(atMs, 1.5, String(atMs), common);
    }
    await database.transaction((tx) => store().add(tx, rows.take()));
  }
  /** Expects that the log holds the last of so many requests, one of each millisecond. */
  async function expectNewest(all: number): Promise<void> {
    const rows = await database.read.selectFrom('request_log').select(['count', 'first_at', 'last_at']).execute();
    const kept = rows.reduce((sum, { count }) => sum + count, 0);
    expect(kept).toBeLessThanOrEqual(10_000);
    expect(kept).toBeGreaterThan(9_744);
    expect(Math.min(...rows.map(({ first_at: at }) => at))).toBe(startMs + all - kept);
    expect(Math.max(...rows.map(({ last_at: at }) => at))).toBe(startMs + all - 1);
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
    await expectNewest(10_500);
    // More than the log keeps, between two writes.
    await write(requests(10_500, 11_000));
    await expectNewest(21_500);
    // A search of all of them is a few steps.
    expect(await walk({ status: '404' }, 20, startMs)).toEqual([]);
  });
});

describe('requests that wait', () => {
  /** Adds as many requests of the account, one of each millisecond. */
  const add = (rows: ReturnType<typeof waitingRows>, accountId: number, from: number, count: number) => {
    for (let i = from; i < from + count; i += 1)
      rows.next(accountId, startMs + i)!.add(startMs + i, 1, String(i), request);
  };
  const spans = (rows: readonly Row[]) =>
    rows.map(({ accountId, firstMs, lastMs, count }) => [accountId, firstMs - startMs, lastMs - startMs, count]);

  test('are bounded; those beyond are counted as lost', () => {
    const rows = waitingRows(10_000);
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

  test('of one account are not more than the log keeps: the oldest rows go, and nothing is lost', () => {
    const rows = waitingRows(300);
    add(rows, 2, 0, 1);
    add(rows, 1, 0, 100_000);
    expect(rows.takeLost()).toBe(0);
    const taken = rows.take();
    expect(spans(taken)).toEqual([
      [2, 0, 0, 1],
      [1, 99_328, 99_583, 256],
      [1, 99_584, 99_839, 256],
      [1, 99_840, 99_999, 160],
    ]);
    add(rows, 1, 100_000, 200);
    rows.putBack(taken);
    expect(spans(rows.take()), 'what could not be written makes room for newer ones').toEqual([
      [1, 99_840, 99_999, 160],
      [1, 100_000, 100_199, 200],
      [2, 0, 0, 1],
    ]);
  });

  test('that could not be written wait with those that come later, in the same rows', () => {
    const rows = waitingRows(300);
    add(rows, 1, 0, 3);
    rows.putBack(rows.take());
    add(rows, 1, 3, 2);
    const [row] = rows.take();
    expect(requestsOf(row!.firstMs, row!.text()).map(({ requestId }) => requestId)).toEqual(
      [0, 1, 2, 3, 4].map((i) => `at-${i}`),
    );
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

  test('are as they were, whatever their numbers and however long their paths', () => {
    const line = fc.record({
      afterMs: fc.nat(),
      tenths: fc.oneof(fc.nat(), fc.maxSafeNat()),
      idEnd: fc.stringMatching(/^[\w.:-]{0,36}$/),
      path: fc.constantFrom('/v1/pets', `/v1/${'long/'.repeat(100)}`),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), (lines) => {
        const row = new Row(1, startMs);
        for (const { afterMs, tenths, idEnd, path } of lines)
          row.add(startMs + afterMs, tenths / 10, idEnd, { ...request, path });
        expect(requestsOf(startMs, row.text())).toEqual(
          lines.map(({ afterMs, tenths, idEnd, path }) => ({
            keyId: 1,
            method: 'GET',
            status: 200,
            code: '',
            operation: 'listPets',
            path,
            ignored: '',
            atMs: startMs + afterMs,
            durationMs: Math.round((tenths / 10) * 10) / 10,
            requestId: `at-${idEnd}`,
          })),
        );
      }),
    );
  });
});
