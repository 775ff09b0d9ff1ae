import type { IncomingMessage } from 'node:http';
import { POSITION } from '../events/position.ts';
import { SERVICE_ID } from '../http/pipeline/name-service.ts';
import { bytesOf } from '../http/pipeline/spool.ts';
import { parseJson } from '../http/validation/json.ts';
import { exchange, reasonOf } from '../network/exchange.ts';
import type { Network } from '../network/network.ts';

/** How a source has failed, and whether asking again may help. */
export type SourceFaultKind =
  /** Its position among the events is lost: everything is to be read again. */
  | 'lost'
  /** What was asked for is not there. */
  | 'absent'
  /** It refuses the key, or is not the service that was added: an operator has to decide. */
  | 'refused'
  /** Everything else; asking again may help. */
  | 'other';

/** A source did not answer as it should. Operators read the message, a sentence. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
  readonly kind: SourceFaultKind;
  /** How long it asks to be left alone. */
  readonly waitMs: number | undefined;

  constructor(kind: SourceFaultKind, message: string, waitMs?: number) {
    super(message);
    this.kind = kind;
    this.waitMs = waitMs;
  }
}

/** An answer with the path of the next page, if it names one. */
export interface Page {
  readonly items: readonly unknown[];
  readonly next: string | undefined;
  /** Which service has answered, as it says. */
  readonly service: string;
}

/** The number of the event with which a position begins; NaN without one. */
export const numberIn = (position: string | null = ''): number => Number.parseInt(position ?? '', 10);

const EVENTS = '/v1/events';
/** Of a page, as this service asks for them. */
const mostItems = 100;
/** Far above the largest page of a service, and parsed within milliseconds. */
const mostBytes = 1_048_576;
const mostDepth = 32;
const mostValues = 100_000;
/** For DNS, the connection and the whole answer. */
const patienceMs = 15_000;
const mostWaitMs = 15 * 60_000;

/** What is known of a source that is read. */
interface Asked {
  readonly url: string;
  readonly key: string;
  readonly service: string | null;
  readonly reached: string | null;
}

/** Reads one source, until `stop`: its interface is the one of this service. */
export function sourceReader(
  network: Network,
  { url: base, key, service, reached: before }: Asked,
  stop: AbortSignal,
  { timeoutMs = patienceMs }: { readonly timeoutMs?: number } = {},
) {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'Petstore-Directory/1.0',
  };

  let reached = before;

  /** @throws SourceFault; the reason of `stop` if it aborts */
  async function get(path: string) {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const signal = AbortSignal.any([timeout, stop]);
      const response = await exchange(network, { method: 'GET', url: new URL(path, base), headers }, signal);
      try {
        const body = await bodyOf(response);
        const fault = response.statusCode === 200 ? undefined : refusalOf(response, body);
        if (fault !== undefined && fault.kind !== 'absent') throw fault;
        const answered = serviceIn(response, service);
        // Of two with the same number, the first may be of a history that is no more.
        const said = /^\d[\w-]{0,63}$/.exec(String(response.headers[POSITION] ?? ''))?.[0];
        if (said !== undefined && !path.startsWith(EVENTS) && !(numberIn(said) <= numberIn(reached))) reached = said;
        if (fault !== undefined) throw fault;
        if (!/^application\/json\b/i.test(response.headers['content-type'] ?? ''))
          throw new SourceFault('other', 'It answered something else than JSON.');
        return {
          body: parseJson(body, mostDepth, mostValues),
          link: String(response.headers['link'] ?? ''),
          service: answered,
        };
      } finally {
        response.destroy();
      }
    } catch (error) {
      stop.throwIfAborted();
      if (error instanceof SourceFault) throw error;
      if (timeout.aborted) throw new SourceFault('other', `It did not answer within ${timeoutMs / 1_000} seconds.`);
      throw new SourceFault('other', reasonOf(error));
    }
  }

  /** A page of a list. @throws SourceFault */
  async function page(path: string): Promise<Page> {
    const { body, link, service: answered } = await get(path);
    if (!Array.isArray(body)) throw new SourceFault('other', 'It answered something else than a list.');
    if (body.length > mostItems) throw new SourceFault('other', `A page has more than ${mostItems} items.`);
    const next = /<(\/v1\/[^\s<>"\\]{1,2000})>; *rel="next"/.exec(link)?.[1];
    return { items: body, next, service: answered };
  }

  return {
    page,

    /** One resource. @throws SourceFault */
    one: async (path: string): Promise<unknown> => (await get(path)).body,

    /** The events after a position. @throws SourceFault */
    events: (position: string, limit = mostItems): Promise<Page> =>
      page(`${EVENTS}?position=${position}&limit=${limit}`),

    /** The position of the newest event that what was read may show the effects of; null if that is not known. */
    reached: (): string | null => reached,
  };
}
export type SourceReader = ReturnType<typeof sourceReader>;

/** @param expected null if it is not known yet. @throws SourceFault */
function serviceIn({ headers }: IncomingMessage, expected: string | null): string {
  const service = String(headers[SERVICE_ID] ?? '');
  if (!/^[\w-]{1,64}$/.test(service))
    throw new SourceFault('other', 'It does not say which service it is: its address may lead to something else.');
  if (expected === null || service === expected) return service;
  throw new SourceFault(
    'refused',
    'Another service answers at this address than before: remove the source, and add it again.',
  );
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of bytesOf(response)) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new SourceFault('other', `An answer has more than ${mostBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Something in between, such as a proxy while the source starts, answers so too: that says nothing about the source. */
function refusalOf({ statusCode = 0, headers }: IncomingMessage, body: Buffer): SourceFault {
  const wait = Number(headers['retry-after']);
  const waitMs = Number.isFinite(wait) && wait > 0 ? Math.min(wait * 1_000, mostWaitMs) : undefined;
  const said = `It answered ${statusCode}.`;
  if (statusCode === 401 && body.includes('"invalid_api_key"'))
    return new SourceFault('refused', `${said.slice(0, -1)}: the key is not, or no longer, accepted.`);
  if (statusCode === 404 && headers[SERVICE_ID] !== undefined) return new SourceFault('absent', said);
  if (statusCode === 410 && body.includes('"position_lost"')) return new SourceFault('lost', said);
  return new SourceFault('other', said, waitMs);
}
