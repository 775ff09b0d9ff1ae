import type { FastifyReply } from 'fastify';
import type { App } from '../http/app.ts';
import type { Lists } from '../http/paging.ts';
import { limitHeaders, refusalOf } from '../http/pipeline/rate-limit.ts';
import { principalOf } from '../http/principal.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Now } from '../time/clock.ts';
import { USAGE_DAYS } from '../vocabulary/retention.ts';
import { dateOf, dayNumber, timestamp } from '../vocabulary/timestamp.ts';
import type { Recorder } from './recorder.ts';
import { LoggedRequests, LogQuery, UsageBreakdown, UsageQuery } from './schema.ts';
import { type FoundRequest, positionOf, type RequestLogStore } from './store.ts';
import type { CountedKey, DayCount, UsageStore } from './usage-store.ts';

interface RequestLogRouteParts {
  readonly store: RequestLogStore;
  readonly usage: UsageStore;
  readonly recorder: Recorder;
  readonly lists: Lists;
  readonly limiter: Limiter;
  readonly now: Now;
}

/** Reading the log does not count against the limits, so that it works when they are used up. This is its own limit. */
const readsPerMinute = 120;

const inDates = (days: readonly DayCount[]) =>
  days.map(({ day, requests, errors }) => ({ date: dateOf(day), requests, errors }));

/** The totals of the days by name, the most requests first. */
function totalsBy<Count extends DayCount, Name extends string | number>(
  counts: readonly Count[],
  nameOf: (count: Count) => Name,
) {
  const totals = [...Map.groupBy(counts, nameOf)].map(([name, days]) => ({
    name,
    requests: days.reduce((sum, { requests }) => sum + requests, 0),
    errors: days.reduce((sum, { errors }) => sum + errors, 0),
    days: inDates(days),
  }));
  // Names are unique, so the order is stable.
  return totals.toSorted((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1));
}

/** What an account has requested. */
export function requestLogRoutes(v1: App, parts: RequestLogRouteParts): void {
  const { store, usage, recorder, lists, limiter, now } = parts;

  /** @throws ApiError `rate_limit_exceeded` */
  async function pay(accountId: number, reply: FastifyReply): Promise<void> {
    const caller = { bucket: `requests:${accountId}`, limits: { perMinute: readsPerMinute } };
    const decision = await limiter.take(caller, 1);
    const refusal = refusalOf(decision);
    if (refusal === undefined) return;
    reply.headers(limitHeaders(decision));
    throw refusal;
  }

  v1.get('/account/requests', {
    schema: {
      operationId: 'listRequests',
      summary: 'List your last requests',
      description: `What your programs have requested with the keys of the account, newest first: the last 10,000 requests, and none older than 7 days. Bodies, queries, headers and keys are not kept, except for the names in \`ignored\`. Requests that other processes of the service have answered appear within a second. Reading the log is not itself logged and does not count against the limits; it may be read ${readsPerMinute} times a minute.`,
      querystring: LogQuery,
      response: { 200: LoggedRequests },
    },
    config: { access: 'account', whose: 'account', cost: 0, unlogged: true },
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      await pay(accountId, reply);
      await recorder.writeLines();
      const found = await lists.inTurn(() =>
        lists.pageInOrder(
          request,
          reply,
          { account: accountId },
          ({ since, ...filter }, count, after) =>
            store.list(
              accountId,
              { ...filter, sinceMs: since === undefined ? undefined : Date.parse(since) },
              now(),
              count,
              after,
            ),
          positionOf,
        ),
      );
      const keys = await usage.keys(accountId, [...new Set(found.map(({ keyId }) => keyId))]);
      return found.map((entry) => shownRequest(entry, keys));
    },
  });

  v1.get('/account/usage/breakdown', {
    schema: {
      operationId: 'getUsageBreakdown',
      summary: 'See your usage by key and operation',
      description:
        'How many requests each key has sent, and how many each operation got, on the last 30 days. Counts each request once, regardless of its cost. Requests that other processes of the service have answered appear within ten seconds. The request does not count against the limits.',
      querystring: UsageQuery,
      response: { 200: UsageBreakdown },
    },
    config: { access: 'account', whose: 'account', cost: 0 },
    handler: async (request, reply): Promise<UsageBreakdown> => {
      const { accountId } = principalOf(request);
      const { keyId } = request.query;
      await pay(accountId, reply);
      await recorder.writeCounts();
      const sinceDay = dayNumber(now()) - USAGE_DAYS + 1;
      const byKey = totalsBy(await usage.byKey(accountId, sinceDay, keyId), (count) => count.keyId);
      const byOperation = totalsBy(await usage.byOperation(accountId, sinceDay, keyId), ({ operation }) => operation);
      const keys = await usage.keys(
        accountId,
        byKey.map(({ name }) => name),
      );
      return {
        keys: byKey.map(({ name, ...total }) => ({ ...(name === 0 ? {} : { key: shownKey(name, keys) }), ...total })),
        operations: byOperation.map(({ name, ...total }) => ({ operation: name, ...total })),
      };
    },
  });
}

/** Keys are never deleted, so each request has one. */
function shownKey(keyId: number, keys: ReadonlyMap<number, CountedKey>) {
  const key = keys.get(keyId);
  if (key === undefined) throw new Error('A request belongs to a key that does not exist.');
  const { name, ...rest } = key;
  return { ...rest, ...(name === undefined ? {} : { name }) };
}

function shownRequest(
  { rowId, index, atMs, method, path, operation, status, code, ignored, durationMs, keyId, requestId }: FoundRequest,
  keys: ReadonlyMap<number, CountedKey>,
) {
  return {
    id: `${rowId}-${index}`,
    time: timestamp(atMs),
    method,
    path,
    ...(operation === '' ? {} : { operation }),
    status,
    ...(code === '' ? {} : { code }),
    ...(ignored === '' ? {} : { ignored: ignored.split(',') }),
    durationMs,
    key: shownKey(keyId, keys),
    ...(requestId === '' ? {} : { requestId }),
  };
}
