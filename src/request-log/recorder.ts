import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import type { RecordRequest } from '../http/observe-request.ts';
import { isVisitor } from '../http/principal.ts';
import { openGathering } from '../kit/gathering.ts';
import { openSequence } from '../kit/sequence.ts';
import type { Log } from '../telemetry/log.ts';
import type { Now } from '../time/clock.ts';
import { dayNumber } from '../vocabulary/timestamp.ts';
import { keptId, keptNames, keptPath } from './line.ts';
import { packed } from './row.ts';
import { keptRequests, type RequestLogStore } from './store.ts';
import type { OperationCount, UsageStore } from './usage-store.ts';
import { waitingRequests } from './waiting.ts';

interface RecorderParts {
  readonly database: Database;
  readonly store: RequestLogStore;
  readonly usage: UsageStore;
  readonly log: Log;
  /** The prefix of this process's request ids. */
  readonly idStart: string;
  /** Unix milliseconds. */
  readonly now: Now;
}

/** Some three megabytes of text. */
const rowsPerTransaction = 200;

export type Recorder = ReturnType<typeof openRecorder>;

/** Collects the requests of accounts in memory, and writes them on demand. */
export function openRecorder({ database, store, usage, log, idStart, now }: RecorderParts) {
  const waiting = waitingRequests(keptRequests);
  const longestOwnId = idStart.length + 9;
  /** The oldest lines are written first. */
  const inSequence = openSequence();
  const counts = openGathering<OperationCount>({
    nameOf: ({ keyId, accountId, day, operation }) => `${keyId} ${accountId} ${day} ${operation}`,
    merge(counted, added) {
      counted.requests += added.requests;
      counted.errors += added.errors;
      counted.lastMs = Math.max(counted.lastMs, added.lastMs);
    },
    write: (taken) => database.transaction((tx) => usage.add(tx, taken)),
    onLost: (missing) =>
      log.error({ lost: missing }, 'requests are missing in the usage of accounts: too many waited to be written'),
  });

  async function writeLines(): Promise<void> {
    const taken = waiting.take();
    for (let start = 0; start < taken.length; start += rowsPerTransaction) {
      const some = taken.slice(start, start + rowsPerTransaction);
      try {
        const rows = some.map((batch) => packed(batch, idStart));
        await database.transaction((tx) => store.add(tx, rows));
      } catch (error) {
        waiting.putBack(taken.slice(start));
        throw error;
      }
      waiting.written(some);
    }
    const lost = waiting.takeLost();
    if (lost > 0) log.error({ lost }, 'requests are missing in the logs of accounts: too many waited to be written');
  }

  const record: RecordRequest = (request, principal, status, ms) => {
    const { operation, method, id } = request;
    const { accountId, keyId } = principal;
    const atMs = now();
    // What the site calls besides the API has no operation.
    if (keyId === undefined && operation.operationId === undefined) return;
    counts.add({
      accountId,
      day: dayNumber(atMs),
      keyId: keyId ?? 0,
      operation: nameOf(operation, method),
      requests: 1,
      errors: status >= 400 ? 1 : 0,
      lastMs: atMs,
    });
    if (keyId === undefined || (operation.unlogged === true && status < 400)) return;
    const isOwn = id.startsWith(idStart) && id.length <= longestOwnId;
    waiting.add(accountId, {
      atMs,
      durationMs: ms,
      requestId: isOwn ? id : keptId(id, isVisitor(principal)),
      keyId,
      method,
      status,
      code: request.errorCode ?? '',
      operation: operation.operationId ?? '',
      path: operation.url === undefined ? (request.pathOutline ?? '') : keptPath(operation.url, request.params),
      ignored: keptNames(request.ignored),
    });
  };

  return {
    /** Takes a request whose response has ended. Requests with a session are only counted. */
    record,
    /** Writes the lines that wait. If it rejects, they still wait. */
    writeLines: () => inSequence(writeLines),
    /** Writes the counts and the uses of keys that wait. If it rejects, they still wait. */
    writeCounts: counts.write,
  };
}

/** What a request counts as: its operation, or else its route. */
const nameOf = ({ operationId, url }: FastifyRequest['operation'], method: string): string =>
  operationId ?? (url === undefined ? 'none' : `${method} ${url}`);
