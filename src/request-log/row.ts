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

const linesPerRow = 256;
const [tab, lineBreak, zero] = [0x09, 0x0a, 0x30];
/** More than two whole numbers below 2^53 have digits, and what separates them. */
const mostOfNumbers = 36;

/**
 * Requests of one account, packed: a row of the database. Each is a line with the milliseconds after the first one, the duration in tenths of a
 * millisecond, and the end of its id; what is not as in the line before follows.
 *
 * The lines are bytes, all of them ASCII: strings would cost three times as much, and the garbage collection would copy each of them.
 */
export class Row {
  readonly accountId: number;
  readonly firstMs: number;
  lastMs: number;
  count = 0;
  #common: Common | undefined;
  #bytes = Buffer.allocUnsafe(128);
  #length = 0;

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
    const changed = isSame(this.#common, common) ? '' : textOf(common);
    const bytes = this.#roomFor(mostOfNumbers + idEnd.length + changed.length);
    let end = this.#length;
    if (end > 0) bytes[end++] = lineBreak;
    end = putNumber(bytes, end, Math.max(0, atMs - this.firstMs));
    bytes[end++] = tab;
    end = putNumber(bytes, end, Math.round(durationMs * 10));
    bytes[end++] = tab;
    end = putAscii(bytes, end, idEnd);
    if (changed !== '') {
      bytes[end++] = tab;
      end = putAscii(bytes, end, changed);
    }
    this.#length = end;
    this.#common = common;
    this.lastMs = Math.max(this.lastMs, atMs);
    this.count += 1;
  }

  text(): string {
    return this.#bytes.toString('latin1', 0, this.#length);
  }

  #roomFor(length: number): Buffer {
    if (this.#length + length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * this.#bytes.length + length);
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}

/** Returns where the digits end. */
function putNumber(bytes: Buffer, start: number, number: number): number {
  let end = start + 1;
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) end += 1;
  let rest = number;
  for (let place = end - 1; place >= start; place -= 1) {
    const tens = Math.floor(rest / 10);
    bytes[place] = zero + (rest - 10 * tens);
    rest = tens;
  }
  return end;
}

function putAscii(bytes: Buffer, start: number, text: string): number {
  for (let i = 0; i < text.length; i += 1) bytes[start + i] = text.charCodeAt(i);
  return start + text.length;
}

const isSame = (one: Common | undefined, other: Common): boolean =>
  one !== undefined &&
  one.path === other.path &&
  one.status === other.status &&
  one.keyId === other.keyId &&
  one.method === other.method &&
  one.operation === other.operation &&
  one.code === other.code &&
  one.idStart === other.idStart &&
  one.ignored === other.ignored;

/** What earlier versions have written has no `ignored`. */
const textOf = ({ keyId, method, status, code, operation, path, idStart, ignored }: Common): string =>
  [keyId, method, status, code, operation, path, idStart, ...(ignored === '' ? [] : [ignored])].join('\t');

/** The requests of a row, in the order in which their responses ended. */
export function requestsOf(firstMs: number, text: string): LoggedRequest[] {
  let common: Omit<LoggedRequest, 'atMs' | 'durationMs' | 'requestId'> | undefined;
  let idStart = '';
  return text.split('\n').map((line) => {
    const [after, tenths, idEnd = '', ...changed] = line.split('\t');
    if (changed.length > 0 || common === undefined) {
      const [keyId, method = '', status, code = '', operation = '', path = '', start = '', ignored = ''] = changed;
      common = { keyId: Number(keyId), method, status: Number(status), code, operation, path, ignored };
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
