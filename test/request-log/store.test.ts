import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { type Batch, type LoggedRequest, packed, requestsOf } from '../../src/request-log/row.ts';
import {
  type FoundRequest,
  keptRequests,
  positionOf,
  type RequestFilter,
  requestLogStore,
} from '../../src/request-log/store.ts';
import { waitingRequests } from '../../src/request-log/waiting.ts';
import type { Position } from '../../src/vocabulary/int64.ts';
import { BACKENDS, testClock, sharedService } from '../support/service.ts';

const startMs = Date.UTC(2026, 10, 21, 9);
const request: LoggedRequest = {
  atMs: startMs,
  durationMs: 1,
  requestId: '',
  keyId: 1,
  method: 'GET',
  status: 200,
  code: '',
  operation: 'listPets',
  path: '/v1/pets',
  ignored: '',
};
const idStart = 'at-';

describe.each(BACKENDS)('the rows of the request log on %s', (_, start) => {
  let database: Database;
  let accountId: number;

  // Its sweep deletes what is older than a week.
  const service = sharedService(start, { now: testClock(startMs).now });
  beforeAll(async () => {
    ({ accountId } = await service.newAccount());
    ({ database } = await service.beside());
  });
  afterAll(async () => {
    await database.close();
  });

  const store = () => requestLogStore(database, () => 0);
  /** Writes requests that ended at these times, with these statuses, as one process collects them. */
  async function write(requests: readonly { readonly atMs: number; readonly status: number }[]): Promise<void> {
    const waiting = waitingRequests(keptRequests);
    for (const { atMs, status } of requests) {
      const code = status === 404 ? 'pet_not_found' : '';
      waiting.add(accountId, { ...request, atMs, requestId: `at-${atMs}`, code, status });
    }
    const rows = waiting.take().map((batch) => packed(batch, idStart));
    await database.transaction((tx) => store().add(tx, rows));
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
  const add = (waiting: ReturnType<typeof waitingRequests>, accountId: number, from: number, count: number) => {
    for (let i = from; i < from + count; i += 1)
      waiting.add(accountId, { ...request, atMs: startMs + i, requestId: `at-${i}` });
  };
  const spans = (batches: readonly Batch[]) =>
    batches.map(({ accountId, requests }) => [
      accountId,
      requests[0]!.atMs - startMs,
      requests.at(-1)!.atMs - startMs,
      requests.length,
    ]);

  test('are bounded; those beyond are counted as lost', () => {
    const waiting = waitingRequests(10_000);
    for (let i = 0; i < 20_000; i += 1) waiting.add(i % 50, request);
    waiting.add(1, request);
    const taken = waiting.take();
    expect(Math.max(...taken.map(({ requests }) => requests.length))).toBe(256);
    expect(taken.flatMap(({ requests }) => requests)).toHaveLength(20_000);
    waiting.putBack(taken);
    waiting.add(1, request);
    expect(waiting.takeLost(), 'what could not be written still waits').toBe(2);
    waiting.written(waiting.take());
    waiting.add(1, request);
    expect(waiting.take()).toHaveLength(1);
    expect(waiting.takeLost()).toBe(0);
  });

  test('of one account are not more than the log keeps: the oldest go, and nothing is lost', () => {
    const waiting = waitingRequests(300);
    add(waiting, 2, 0, 1);
    add(waiting, 1, 0, 100_000);
    expect(waiting.takeLost()).toBe(0);
    const taken = waiting.take();
    expect(spans(taken)).toEqual([
      [2, 0, 0, 1],
      [1, 99_584, 99_839, 256],
      [1, 99_840, 99_999, 160],
    ]);
    add(waiting, 1, 100_000, 200);
    waiting.putBack(taken);
    expect(spans(waiting.take()), 'what could not be written makes room for newer ones').toEqual([
      [1, 99_900, 100_155, 256],
      [1, 100_156, 100_199, 44],
      [2, 0, 0, 1],
    ]);
  });

  test('that could not be written wait with those that come later, in the same rows', () => {
    const waiting = waitingRequests(300);
    add(waiting, 1, 0, 3);
    waiting.putBack(waiting.take());
    add(waiting, 1, 3, 2);
    const [batch] = waiting.take();
    expect(batch!.requests.map(({ requestId }) => requestId)).toEqual([0, 1, 2, 3, 4].map((i) => `at-${i}`));
  });

  test('are as they were when they are read again, and what they share is written once', () => {
    const other = { ...request, status: 404, code: 'pet_not_found', path: '/v1/pets/7' };
    const requests = [
      { ...request, durationMs: 1.26, requestId: 'at-a' },
      { ...request, atMs: startMs + 900, durationMs: 0, requestId: 'at-b' },
      { ...other, atMs: startMs + 950, durationMs: 12_345.6 },
      // The clock was set back.
      { ...other, atMs: startMs - 60_000, requestId: 'mine' },
    ];
    const row = packed({ accountId: 1, requests }, idStart);
    expect(row).toMatchObject({ account_id: 1, first_at: startMs, last_at: startMs + 950, count: 4 });
    expect(row.lines.match(/listPets/g)).toHaveLength(2);
    expect(requestsOf(startMs, row.lines)).toEqual([
      { ...requests[0], durationMs: 1.3 },
      requests[1],
      requests[2],
      { ...requests[3], atMs: startMs },
    ]);
  });

  test('are as they were, whatever their numbers and however long their paths', () => {
    const line = fc.record({
      afterMs: fc.nat(),
      tenths: fc.oneof(fc.nat(), fc.maxSafeNat()),
      requestId: fc.stringMatching(/^(at-)?[\w.:-]{0,36}$/),
      path: fc.constantFrom('/v1/pets', `/v1/${'long/'.repeat(100)}`),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), (lines) => {
        const requests = lines.map(({ afterMs, tenths, ...own }) => ({
          ...request,
          ...own,
          atMs: startMs + afterMs,
          durationMs: tenths / 10,
        }));
        const { first_at: firstMs, lines: text } = packed({ accountId: 1, requests }, idStart);
        expect(requestsOf(firstMs, text)).toEqual(
          requests.map(({ atMs, durationMs, ...own }) => ({
            ...own,
            // Those before the first one count as ones of its time.
            atMs: Math.max(atMs, firstMs),
            durationMs: Math.round(durationMs * 10) / 10,
          })),
        );
      }),
    );
  });
});
