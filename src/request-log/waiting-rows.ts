import { Row } from './row.ts';

/** About a megabyte. */
const mostRequests = 20_000;

/** The rows that wait to be written. */
export function waitingRows() {
  let open = new Map<number, Row>();
  let full: Row[] = [];
  let count = 0;
  let lost = 0;

  return {
    /** The row that takes the next request of the account. Undefined if too many wait: the request is not logged. */
    next(accountId: number, atMs: number): Row | undefined {
      if (count === mostRequests) {
        lost += 1;
        return undefined;
      }
      count += 1;
      const row = open.get(accountId);
      if (row?.isFull === false) return row;
      if (row !== undefined) full.push(row);
      const next = new Row(accountId, atMs);
      open.set(accountId, next);
      return next;
    },

    /** Takes all rows, those of each account in order. They count until they are `written`. */
    take(): Row[] {
      const rows = [...full, ...open.values()];
      open = new Map();
      full = [];
      return rows;
    },

    /** Gives back rows that could not be written. */
    putBack(rows: readonly Row[]): void {
      full = [...rows, ...full];
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
