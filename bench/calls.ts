import { BenchError } from './machine.ts';
import { median } from './rounds.ts';
import type { Row } from './table.ts';

export interface Origin {
  readonly origin: string;
}

interface More {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** @param body JSON, or bytes with their type among the headers */
type Arguments = [method: string, path: string, body?: object, more?: More];

/** Sends requests with a key. */
export const senderOf =
  ({ origin }: Origin, key: string) =>
  (...[method, path, body, { headers, ...more } = {}]: Arguments): Promise<Response> =>
    fetch(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
      ...more,
    });

/**
 * Sends a request with a key, and returns the JSON of the response.
 *
 * @throws BenchError if that is not successful
 */
export type Call = <Body>(...request: Arguments) => Promise<Body>;

export function callerOf(server: Origin, key: string): Call {
  const send = senderOf(server, key);
  return async <Body>(...[method, path, ...more]: Arguments) => {
    const text = await textOf(await send(method, path, ...more), `${method} ${path}`);
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  };
}

/** Reads a list, or the feed of events, from one page to its end. @throws BenchError if a response is not successful */
export async function allItems<Item>(server: Origin, key: string, first: string): Promise<Item[]> {
  const send = senderOf(server, key);
  const items: Item[] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const answer = await send('GET', path);
    const page = JSON.parse(await textOf(answer, `GET ${path}`)) as Item[];
    if (page.length === 0) break;
    items.push(...page);
    path = nextIn(answer.headers.get('link'));
  }
  return items;
}

/** The path of the next page, from the header `Link`. */
export const nextIn = (link: unknown): string | undefined => /<([^>]+)>; rel="next"/.exec(String(link))?.[1];

async function textOf(answer: Response, request: string): Promise<string> {
  const text = await answer.text();
  if (!answer.ok) throw new BenchError(`${request} answered ${answer.status}: ${text}`);
  return text;
}

/** The key of a page that reads animals. */
export async function publishableKey(call: Call): Promise<string> {
  const body = { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read'] };
  return (await call<{ key: string }>('POST', '/v1/account/keys', body)).key;
}

export interface Timed<Result> {
  readonly result: Result;
  readonly ms: number;
  /** The longest time that another request waited meanwhile. */
  readonly heldMs: number;
}

/** Times work that reads from the database: an animal is added before, so that no cache has the answer. */
export async function timedBesideOthers<Result>(call: Call, work: () => Promise<Result>): Promise<Timed<Result>> {
  await call('POST', '/v1/pets', { name: 'Tom', categoryId: 2 });
  const over = new AbortController();
  let heldMs = 0;
  const pings = (async () => {
    while (!over.signal.aborted) {
      const startMs = performance.now();
      await call('GET', '/healthz');
      heldMs = Math.max(heldMs, performance.now() - startMs);
    }
  })();
  let ms = 0;
  const done = async () => {
    const startMs = performance.now();
    const result = await work();
    ms = performance.now() - startMs;
    return result;
  };
  const result = await done().finally(() => over.abort());
  await pings;
  return { result, ms, heldMs };
}

/** A line of the table, from the times of one request. */
export function timedRow(
  { label, raw = '' }: { readonly label: string; readonly raw?: string },
  times: readonly Timed<unknown>[],
  targetMs: number,
  digits = 1,
): Row {
  const ms = median(times.map((one) => one.ms));
  return {
    label,
    raw,
    ours: `${ms.toFixed(digits)} ms`,
    ratio: `others ≤ ${Math.max(...times.map(({ heldMs }) => heldMs)).toFixed(0)} ms`,
    target: targetMs === Infinity ? '' : `≤ ${targetMs} ms`,
    ok: ms <= targetMs,
  };
}
