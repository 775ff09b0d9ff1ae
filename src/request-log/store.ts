import { sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { deleteOldest } from '../database/delete-oldest.ts';
import type { Position } from '../vocabulary/int64.ts';
import { type LoggedRequest, type packed, requestsOf } from './row.ts';

/** The log keeps an account's last requests, as many as this and as old. */
export const keptRequests = 10_000;
const keptMs = 7 * 24 * 3_600_000;

/** Which requests to find. Absent members find all. */
export interface RequestFilter {
  readonly method?: string | undefined;
  /** Such as `404` or `4xx`. */
  readonly status?: string | undefined;
  readonly code?: string | undefined;
  readonly operation?: string | undefined;
  readonly keyId?: number | undefined;
  readonly requestId?: string | undefined;
  readonly sinceMs?: number | undefined;
}

/** A request with its place in the log. */
export interface FoundRequest extends LoggedRequest {
  readonly rowId: number;
  /** The number of the line in the row. */
  readonly index: number;
}

/** The order of the log: by time, and within a millisecond by place. */
export const positionOf = ({ atMs, rowId, index }: FoundRequest): Position => [atMs, rowId, index];

export type RequestLogStore = ReturnType<typeof requestLogStore>;

/** Rows that one step of a search reads: the minimum, and a number that gives about as many lines. */
const stepRows = 16;
const stepLines = 4_096;
const mostStepRows = 1_024;
/** The oldest lines of an account are looked for once for about as many new ones. */
const linesPerTrim = 1_000;
const sweptRows = 200;

/** @param random from 0 to 1 */
export function requestLogStore(database: Database, random: () => number) {
  return {
    /** Adds rows. Rows of closed accounts are left out: what an account leaves behind goes with it. */
    async add(tx: Queries, rows: readonly ReturnType<typeof packed>[]): Promise<void> {
      const byAccount = Map.groupBy(rows, (row) => row.account_id);
      const accounts = await tx
        .selectFrom('accounts')
        .select('id')
        .where('id', 'in', [...byAccount.keys()])
        .where('closed_at', 'is', null)
        .execute();
      const kept = new Set(accounts.map(({ id }) => id));
      const added = [...byAccount].filter(([id]) => kept.has(id));
      if (added.length === 0) return;
      const values = added.flatMap(([, ofAccount]) => ofAccount);
      await tx.insertInto('request_log').values(values).execute();
      for (const [id, ofAccount] of added) {
        const requests = ofAccount.reduce((sum, { count }) => sum + count, 0);
        if (random() * linesPerTrim < requests) await trim(tx, id);
      }
    },

    /**
     * Up to `count` requests of the account that the filter finds, newest first, from the position on. Rows of several processes overlap by the
     * seconds while each of them collects lines; their requests come in the order of time.
     */
    async list(
      accountId: number,
      filter: RequestFilter,
      nowMs: number,
      count: number,
      after: Position | undefined,
    ): Promise<FoundRequest[]> {
      const sinceMs = Math.max(filter.sinceMs ?? 0, nowMs - keptMs);
      const matches = matcherOf(filter);
      const found: FoundRequest[] = [];
      let last: { readonly id: number; readonly last_at: number } | undefined;
      for (let step = stepRows; ;) {
        const rows = await rowsBefore(accountId, { sinceMs, untilMs: after?.[0], last, step });
        let lines = 0;
        for (const row of rows) {
          lines += row.count;
          for (const request of requestsIn(row)) {
            const isAsked = request.atMs >= sinceMs && (after === undefined || compare(positionOf(request), after) < 0);
            if (isAsked && matches(request)) found.push(request);
          }
        }
        last = rows.at(-1);
        // A row that was not read may have requests up to this time.
        const unreadMs = rows.length < step || last === undefined ? -Infinity : last.last_at;
        const ready = found.filter(({ atMs }) => atMs > unreadMs);
        if (ready.length >= count || unreadMs === -Infinity)
          return ready.toSorted((a, b) => compare(positionOf(b), positionOf(a))).slice(0, count);
        if (lines < stepLines / 2) step = Math.min(step * 2, mostStepRows);
      }
    },
  };

  function rowsBefore(
    accountId: number,
    bounds: {
      readonly sinceMs: number;
      readonly untilMs: Position[number] | undefined;
      readonly last: { readonly id: number; readonly last_at: number } | undefined;
      readonly step: number;
    },
  ) {
    const { sinceMs, untilMs, last, step } = bounds;
    let query = database.read
      .selectFrom('request_log')
      .select(['id', 'first_at', 'last_at', 'count', 'lines'])
      .where('account_id', '=', accountId)
      .where('last_at', '>=', sinceMs);
    if (untilMs !== undefined) query = query.where('first_at', '<=', Number(untilMs));
    if (last !== undefined)
      query = query.where((row) =>
        row.or([
          row('last_at', '<', last.last_at),
          row.and([row('last_at', '=', last.last_at), row('id', '<', last.id)]),
        ]),
      );
    return query.orderBy('last_at', 'desc').orderBy('id', 'desc').limit(step).execute();
  }
}

/** Forgets what the account has requested. */
export async function removeRequests(tx: Queries, accountId: number): Promise<void> {
  await tx.deleteFrom('request_log').where('account_id', '=', accountId).execute();
}

/** Deletes a bounded number of rows that are too old, the oldest first. Returns whether there may be more. */
export const sweepRequests = (tx: Queries, nowMs: number): Promise<boolean> =>
  deleteOldest(tx, 'request_log', { order: 'last_at', upTo: nowMs - keptMs - 1, key: ['id'], most: sweptRows });

/** Deletes the oldest rows of the account while it has more than `keptRequests`. */
async function trim(tx: Queries, accountId: number): Promise<void> {
  const upTo = sql<number>`sum(count) over (order by last_at desc, id desc)`;
  const rows = tx
    .selectFrom('request_log')
    .select(['id', upTo.as('up_to')])
    .where('account_id', '=', accountId);
  const surplus = tx.selectFrom(rows.as('rows')).select('id').where('up_to', '>', keptRequests);
  await tx.deleteFrom('request_log').where('id', 'in', surplus).execute();
}

const requestsIn = (row: { readonly id: number; readonly first_at: number; readonly lines: string }): FoundRequest[] =>
  requestsOf(row.first_at, row.lines).map((request, index) => ({ ...request, rowId: row.id, index }));

function matcherOf({ method, status, code, operation, keyId, requestId }: RequestFilter) {
  const classOf = status?.endsWith('xx') === true ? Number(status[0]) : undefined;
  return (request: LoggedRequest): boolean =>
    (method === undefined || request.method === method) &&
    (status === undefined ||
      (classOf === undefined ? request.status === Number(status) : Math.floor(request.status / 100) === classOf)) &&
    (code === undefined || request.code === code) &&
    (operation === undefined || request.operation === operation) &&
    (keyId === undefined || request.keyId === keyId) &&
    (requestId === undefined || request.requestId === requestId);
}

/** Below 0 if the first position is before the second one. */
function compare(one: Position, other: Position): number {
  for (const [i, number] of one.entries()) {
    const difference = Number(number) - Number(other[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}
