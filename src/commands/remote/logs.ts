import { setTimeout } from 'node:timers/promises';
import cliTruncate from 'cli-truncate';
import type { ListRequestsQuery, LoggedRequest, Petstore } from '../../../client/src/petstore.ts';
import { type JsonOption, sanitized, type Style, type Terminal, untilStopped } from '../terminal.ts';
import { withPetstore } from './connect.ts';

interface LogsOptions extends JsonOption {
  readonly follow?: boolean;
  readonly status?: string;
  readonly method?: string;
  readonly code?: string;
  readonly operation?: string;
  readonly key?: number;
  readonly requestId?: string;
  readonly since?: string;
  readonly limit: number;
}

const pollMs = 2_000;
/** Requests that another process has answered appear a second later, and clocks differ. */
const lateMs = 5_000;

/** Prints the last requests of the account, the newest at the end; with `follow` also those that come, until Ctrl-C. */
export async function showLogs(terminal: Terminal, options: LogsOptions): Promise<void> {
  const { follow = false, json = false, limit } = options;
  const filter = filterOf(options);
  const print = (request: LoggedRequest) =>
    json ? terminal.printJson(request) : terminal.print(requestLine(terminal, request));
  await withPetstore(terminal, async (petstore, { baseUrl }) => {
    const requests = petstore.account.requests({ ...filter, limit: Math.min(limit, 100) });
    const last = await newest(requests, (_, count) => count === limit);
    for (const request of last.toReversed()) print(request);
    if (last.length === 0 && !follow && terminal.isTty) terminal.note('No requests.');
    if (!follow) return;
    if (terminal.isTty) terminal.note(`Requests to ${baseUrl}. Press Ctrl-C to stop.`, 'dim');
    await untilStopped(terminal, async (signal) => {
      try {
        await followRequests(petstore, { filter, last, isCut: last.length === limit, print, signal });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
  });
}

/** Reads new requests, and prints those not printed yet. Survives outages of the service. */
async function followRequests(
  petstore: Petstore,
  {
    filter,
    last,
    isCut,
    print,
    signal,
  }: {
    readonly filter: ListRequestsQuery;
    readonly last: readonly LoggedRequest[];
    /** Whether there may be requests before the `last` ones, which are not printed. */
    readonly isCut: boolean;
    readonly print: (request: LoggedRequest) => void;
    readonly signal: AbortSignal;
  },
): Promise<never> {
  const patient = { signal, deadlineMs: Infinity, maxAttempts: Infinity };
  const firstId = isCut ? last.at(-1)?.id : undefined;
  const startMs = filter.since === undefined ? -Infinity : Date.parse(filter.since);
  for (let known = last; ;) {
    await setTimeout(pollMs, undefined, { signal });
    const [newestKnown] = known;
    // Without a request so far, all present ones are new.
    const sinceMs = newestKnown === undefined ? startMs : Math.max(startMs, Date.parse(newestKnown.time) - lateMs);
    const query = sinceMs === -Infinity ? filter : { ...filter, since: new Date(sinceMs).toISOString() };
    const found = await newest(
      petstore.account.requests({ ...query, limit: 100 }, patient),
      ({ id }) => id === firstId,
    );
    const ids = new Set(known.map(({ id }) => id));
    for (const request of found.toReversed()) if (!ids.has(request.id)) print(request);
    if (found.length > 0) known = found;
  }
}

/** The newest requests up to the last wanted one, the newest first. */
async function newest(
  requests: AsyncIterable<LoggedRequest>,
  isLast: (request: LoggedRequest, count: number) => boolean,
): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = [];
  for await (const request of requests) {
    found.push(request);
    if (isLast(request, found.length)) break;
  }
  return found;
}

function filterOf({ status, method, code, operation, key, requestId, since }: LogsOptions): ListRequestsQuery {
  const query = { status, method: method?.toUpperCase(), code, operation, keyId: key, requestId, since };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/**
 * One line such as `2026-11-21 09:30:00  404  GET     /v1/pets/7  pet_not_found  1.3 ms  …Xk3Q  req_3f1c0a9b2e1k`. In a pipe: tab-separated, with
 * the time in UTC and the id of the key.
 */
export function requestLine(terminal: Pick<Terminal, 'isTty' | 'width' | 'paint'>, request: LoggedRequest): string {
  const { time, status, code = '', durationMs, key, requestId = '' } = request;
  const [method, path] = [sanitized(request.method), sanitized(request.path)];
  if (!terminal.isTty)
    return [time, status, method, path, code, durationMs, key.id, requestId]
      .map((cell) => sanitized(String(cell)))
      .join('\t');
  // The Swedish locale formats dates as ISO 8601.
  const when = new Date(time).toLocaleString('sv');
  const start = `${when}  ${status}  ${method.padEnd(6)}  `;
  const rest = [path, code, `${durationMs} ms`, `…${key.lastFour}`, requestId].map((cell) => sanitized(cell));
  const room = Math.max(terminal.width - start.length, 20);
  return `${terminal.paint('dim', when)}  ${terminal.paint(styleOf(status), String(status))}  ${method.padEnd(6)}  ${cliTruncate(rest.filter((cell) => cell !== '').join('  '), room)}`;
}

function styleOf(status: number): Style {
  if (status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}
