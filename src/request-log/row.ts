/** One request of the log. No text has a tab or a line break. */
export interface LoggedRequest {
  /** When its response ended, in Unix milliseconds. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Empty if it is not kept. */
  readonly requestId: string;
  readonly keyId: number;
  readonly method: string;
  readonly status: number;
  /** The error code; empty if there is none. */
  readonly code: string;
  /** The `operationId`; empty if the path has none. */
  readonly operation: string;
  readonly path: string;
  /** The names that the operation ignored, separated by commas; empty if there are none. */
  readonly ignored: string;
}

/** Requests of one account, at least one, in the order that their responses ended. */
export interface Batch {
  readonly accountId: number;
  readonly requests: readonly LoggedRequest[];
}

/**
 * Packs requests into a row of the database. Each is a line with the milliseconds after the first one, the duration in tenths of a millisecond,
 * and the end of its id; then follows what differs from the line before. If the clock was set back, a request counts as one of the time of the
 * first.
 *
 * @param idStart how the ids of the process's own requests begin
 */
export function packed({ accountId, requests }: Batch, idStart: string) {
  const firstMs = requests[0]?.atMs ?? 0;
  let lastMs = firstMs;
  let before = '';
  const lines = requests.map((request) => {
    const { atMs, durationMs, requestId } = request;
    const start = requestId.startsWith(idStart) ? idStart : '';
    const common = textOf(request, start);
    const changed = common === before ? '' : `\t${common}`;
    before = common;
    lastMs = Math.max(lastMs, atMs);
    return `${Math.max(0, atMs - firstMs)}\t${Math.round(durationMs * 10)}\t${requestId.slice(start.length)}${changed}`;
  });
  return { account_id: accountId, first_at: firstMs, last_at: lastMs, count: lines.length, lines: lines.join('\n') };
}

/** What earlier versions have written has no `ignored`. */
const textOf = ({ keyId, method, status, code, operation, path, ignored }: LoggedRequest, idStart: string): string =>
  `${keyId}\t${method}\t${status}\t${code}\t${operation}\t${path}\t${idStart}${ignored === '' ? '' : `\t${ignored}`}`;

/** The requests of a row, in the order that responses ended. */
export function requestsOf(firstMs: number, lines: string): LoggedRequest[] {
  let common: string[] = [];
  return lines.split('\n').map((line) => {
    const [after, tenths, idEnd = '', ...changed] = line.split('\t');
    if (changed.length > 0) common = changed;
    const [keyId, method = '', status, code = '', operation = '', path = '', idStart = '', ignored = ''] = common;
    return {
      atMs: firstMs + Number(after),
      durationMs: Number(tenths) / 10,
      requestId: idStart + idEnd,
      keyId: Number(keyId),
      method,
      status: Number(status),
      code,
      operation,
      path,
      ignored,
    };
  });
}
