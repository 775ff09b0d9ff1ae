import { chunks } from '../kit/chunks.ts';
import type { Batch, LoggedRequest } from './row.ts';

/** Five megabytes: their texts are short. Collecting and packing a request takes 0.4 µs, far below 3 % of what it costs: decision 0059. */
const mostRequests = 20_000;
const requestsPerRow = 256;

/**
 * The requests that wait to be written.
 *
 * @param mostOfAccount how many requests the log keeps of an account: older ones need not be written
 */
export function waitingRequests(mostOfAccount: number) {
  const waiting = new Map<number, LoggedRequest[]>();
  /** Of those that wait, and those that are being written. */
  let count = 0;
  let lost = 0;

  function removeSurplus(requests: LoggedRequest[]): void {
    count -= requests.splice(0, requests.length - mostOfAccount).length;
  }

  return {
    /** If too many wait, the request is not logged. */
    add(accountId: number, request: LoggedRequest): void {
      if (count === mostRequests) {
        lost += 1;
        return;
      }
      count += 1;
      const own = waiting.get(accountId);
      if (own === undefined) waiting.set(accountId, [request]);
      else if (own.push(request) >= mostOfAccount + requestsPerRow) removeSurplus(own);
    },

    /** Takes all requests, a batch for each row. They count until they are `written`. */
    take(): Batch[] {
      const batches = [...waiting].flatMap(([accountId, all]) =>
        Array.from(chunks(all, requestsPerRow), (requests) => ({ accountId, requests })),
      );
      waiting.clear();
      return batches;
    },

    /** Gives back batches that could not be written. */
    putBack(batches: readonly Batch[]): void {
      for (const [accountId, older] of Map.groupBy(batches, (batch) => batch.accountId)) {
        const all = [...older.flatMap(({ requests }) => requests), ...(waiting.get(accountId) ?? [])];
        waiting.set(accountId, all);
        removeSurplus(all);
      }
    },

    written(batches: readonly Batch[]): void {
      for (const { requests } of batches) count -= requests.length;
    },

    /** How many requests were not logged since the last call, because too many waited. */
    takeLost(): number {
      const taken = lost;
      lost = 0;
      return taken;
    },
  };
}
