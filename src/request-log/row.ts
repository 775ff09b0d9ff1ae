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
}

/** One request of the log. */
export interface LoggedRequest extends Omit<Common, 'idStart'> {
  /** When its response ended, in Unix milliseconds. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Empty if it is not kept. */
  readonly requestId: string;
}

const linesPerRow = 256;
/** The lines are joined soon: until then, each of them is many small objects that the garbage collection copies. */
const linesPerPiece = 32;

/**
 * Requests of one account, packed: a row of the database. Each is a line with the milliseconds after the first one, the duration in tenths of a
 * millisecond, and the end of its id; what is not as in the line before follows.
 */
export class Row {
  readonly accountId: number;
  readonly firstMs: number;
  lastMs: number;
  count = 0;
  #common: Common | undefined;
  #lines: string[] = [];
  readonly #pieces: string[] = [];

  constructor(accountId: number, firstMs: number) {
    this.accountId = accountId;
    this.firstMs = firstMs;
    this.lastMs = firstMs;
  }

  get isFull(): boolean {
    return this.count === linesPerRow;
  }

  /** @param atMs if the clock was set back, counts as the time of the first request */
  add(atMs: number, durationMs: number, idEnd: string, common: Common): void {
    const afterMs = Math.max(0, atMs - this.firstMs);
    this.lastMs = Math.max(this.lastMs, atMs);
    this.count += 1;
    const own = `${afterMs}\t${Math.round(durationMs * 10)}\t${idEnd}`;
    this.#lines.push(isSame(this.#common, common) ? own : `${own}\t${textOf(common)}`);
    this.#common = common;
    if (this.#lines.length < linesPerPiece) return;
    this.#pieces.push(this.#lines.join('\n'));
    this.#lines = [];
  }

  text(): string {
    return [...this.#pieces, ...this.#lines].join('\n');
  }
}

const isSame = (one: Common | undefined, other: Common): boolean =>
  one !== undefined &&
  one.path === other.path &&
  one.status === other.status &&
  one.keyId === other.keyId &&
  one.method === other.method &&
  one.operation === other.operation &&
  one.code === other.code &&
  one.idStart === other.idStart;

const textOf = ({ keyId, method, status, code, operation, path, idStart }: Common): string =>
  [keyId, method, status, code, operation, path, idStart].join('\t');

/** The requests of a row, in the order in which their responses ended. */
export function requestsOf(firstMs: number, text: string): LoggedRequest[] {
  let common: Omit<LoggedRequest, 'atMs' | 'durationMs' | 'requestId'> | undefined;
  let idStart = '';
  return text.split('\n').map((line) => {
    const [after, tenths, idEnd = '', ...changed] = line.split('\t');
    if (changed.length > 0 || common === undefined) {
      const [keyId, method = '', status, code = '', operation = '', path = '', start = ''] = changed;
      common = { keyId: Number(keyId), method, status: Number(status), code, operation, path };
      idStart = start;
    }
    return {
      ...common,
      atMs: firstMs + Number(after),
      durationMs: Number(tenths) / 10,
      requestId: idStart + idEnd,
    };
  });
}
