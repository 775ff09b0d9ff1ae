/** What a request often has in common with the one before it. No member has a tab or a line break. */
interface Common {
  readonly keyId: number;
  readonly method: string;
  readonly status: number;
  /** The error code; empty if there is none. */
  readonly code: string;
  /** The `operationId`; empty if the path has none. */
  readonly operation: string;
  readonly path: string;
  /** How the ids of the process's requests begin; empty for an id of the client's own. */
  readonly idStart: string;
  /** The names that the operation ignored, separated by commas; empty if there are none. */
  readonly ignored: string;
}

/** One request of the log. */
export interface LoggedRequest extends Omit<Common, 'idStart'> {
  /** When its response ended, in Unix milliseconds. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Empty if it is not kept. */
  readonly requestId: string;
}

/**
 * Requests of one account: a row of the database. Each is a line with the milliseconds after the first one, the duration in tenths of a
 * millisecond, and the end of its id; then follows what differs from the line before.
 */
export class Row {
  readonly accountId: number;
  readonly firstMs: number;
  lastMs: number;
  readonly #lines: string[] = [];
  #common = '';

  constructor(accountId: number, firstMs: number) {
    this.accountId = accountId;
    this.firstMs = firstMs;
    this.lastMs = firstMs;
  }

  get count(): number {
    return this.#lines.length;
  }

  /** @param atMs if the clock was set back, counts as the time of the first request */
  add(atMs: number, durationMs: number, idEnd: string, common: Common): void {
    const text = textOf(common);
    const changed = text === this.#common ? '' : `\t${text}`;
    this.#lines.push(`${Math.max(0, atMs - this.firstMs)}\t${Math.round(durationMs * 10)}\t${idEnd}${changed}`);
    this.#common = text;
    this.lastMs = Math.max(this.lastMs, atMs);
  }

  text(): string {
    return this.#lines.join('\n');
  }
}

/** What earlier versions have written has no `ignored`. */
const textOf = ({ keyId, method, status, code, operation, path, idStart, ignored }: Common): string =>
  `${keyId}\t${method}\t${status}\t${code}\t${operation}\t${path}\t${idStart}${ignored === '' ? '' : `\t${ignored}`}`;

/** The requests of a row, in the order that responses ended. */
export function requestsOf(firstMs: number, text: string): LoggedRequest[] {
  let common: string[] = [];
  return text.split('\n').map((line) => {
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
