import { Row } from './row.ts';

/** A few megabytes. */
const mostRequests = 20_000;
const requestsPerRow = 256;

/**
 * The rows that wait to be written.
 *
 * @param mostOfAccount how many requests the log keeps of an account: older ones need not be written
 */
export function waitingRows(mostOfAccount: number) {
  /** By account, the oldest first: the last one takes further requests. */
  const waiting = new Map<number, Row[]>();
  /** Of the rows that wait, and of those that are being written. */
  let count = 0;
  let lost = 0;

  function removeSurplus(rows: Row[]): void {
    let newer = 0;
    const last = rows.findLastIndex((row) => {
      newer += row.count;
      return newer - row.count >= mostOfAccount;
    });
    for (const row of rows.splice(0, last + 1)) count -= row.count;
  }

  return {
    /** The row that takes the next request of the account. Undefined if too many wait: the request is not logged. */
    next(accountId: number, atMs: number): Row | undefined {
      if (count === mostRequests) {
        lost += 1;
        return undefined;
      }
      count += 1;
      const rows = waiting.get(accountId) ?? [];
      const last = rows.at(-1);
      if (last !== undefined && last.count < requestsPerRow) return last;
      const next = new Row(accountId, atMs);
      removeSurplus(rows);
      rows.push(next);
      waiting.set(accountId, rows);
      return next;
    },

    /** Takes all rows, each account's in order. They count until they are `written`. */
    take(): Row[] {
      const rows = [...waiting.values()].flat();
      waiting.clear();
      return rows;
    },

    /** Gives back rows that could not be written. */
    putBack(rows: readonly Row[]): void {
      for (const [accountId, older] of Map.groupBy(rows, (row) => row.accountId)) {
        const all = [...older, ...(waiting.get(accountId) ?? [])];
        waiting.set(accountId, all);
        removeSurplus(all);
      }
    },

    written(rows: readonly Row[]): void {
      for (const row of rows) count -= row.count;
    },

    /** How many requests were not logged since the last call, because too many waited. */
    takeLost(): number {
      const taken = lost;
      lost = 0;
      return taken;
    },
  };
}
