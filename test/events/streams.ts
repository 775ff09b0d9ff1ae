import { type ClientRequest, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { buildEnvironment } from '../../src/composition/environment.ts';
import type { EventKind } from '../../src/vocabulary/event-kinds.ts';
import { atEndOfTest } from '../support/at-end.ts';
import type { Answer, TestService } from '../support/service.ts';

/** An event as the feed and the stream tell it. */
export interface ToldEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly sequence: number;
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any -- what came over the wire is not typed
}

/** A client of the live stream, which reads as fast as it comes unless it is paused. */
export interface TestStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What has come so far, in the order in which it came. */
  readonly events: ToldEvent[];
  /** The `data` of each event as it stood on the wire. */
  readonly texts: string[];
  readonly comments: string[];
  /** The whole text, where it was no stream. */
  readonly body: string;
  /** Resolves when it holds; rejects after twenty seconds, or when the stream ends before. */
  until(holds: (stream: TestStream) => boolean, what: string): Promise<void>;
  /** Resolves when the server has ended the stream, or cut it. */
  readonly ended: Promise<'ended' | 'cut'>;
  pause(): void;
  resume(): void;
  close(): void;
}

export interface FollowOptions {
  /** Null sends none. */
  readonly key?: string | null;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

const patienceMs = 60_000;

/** Where it is served, and the key to use. */
type Served = Pick<TestService, 'origin' | 'operatorKey'>;

export function follow(service: Served, options: FollowOptions = {}): Promise<TestStream> {
  const { key = service.operatorKey, query = '', headers = {} } = options;
  const { promise, resolve, reject } = Promise.withResolvers<TestStream>();
  const request = get(
    `${service.origin}/v1/events${query}`,
    {
      agent: false,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        accept: 'text/event-stream',
        ...headers,
      },
    },
    (response) => resolve(streamOf(request, response)),
  ).once('error', reject);
  return promise;
}

function streamOf(request: ClientRequest, response: IncomingMessage): TestStream {
  let received = '';
  let body = '';
  let wake = Promise.withResolvers<void>();
  let isOver = false;
  const events: ToldEvent[] = [];
  const texts: string[] = [];
  const comments: string[] = [];
  const changed = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const isStream = response.headers['content-type'] === 'text/event-stream';
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    if (!isStream) body += text;
    const blocks = `${received}${text}`.split('\n\n');
    received = isStream ? blocks.pop()! : '';
    if (isStream) for (const block of blocks) read(block);
    changed();
  });
  function read(block: string): void {
    if (block.startsWith(':')) return void comments.push(block);
    if (/^(?:retry|id): \d+$/.test(block)) return;
    const [, id = '', kind = '', data = ''] = /^id: (\d+)\nevent: ([\w.]+)\ndata: (\{.*\})$/.exec(block) ?? [];
    const event: ToldEvent = JSON.parse(data);
    if (String(event.sequence) !== id || event.type !== kind) throw new Error(`the lines of an event differ: ${block}`);
    events.push(event);
    texts.push(data);
  }
  const ended = new Promise<'ended' | 'cut'>((resolve) => {
    const over = (how: 'ended' | 'cut') => {
      isOver = true;
      changed();
      resolve(how);
    };
    response.once('end', () => over('ended'));
    response.once('error', () => over('cut'));
    response.once('close', () => over('cut'));
  });
  const stream: TestStream = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    texts,
    comments,
    get body() {
      return body;
    },
    async until(holds, what) {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const found = () => `the stream has ${events.length} events, the last ${JSON.stringify(events.at(-1))}`;
      const timer = setTimeout(() => reject(new Error(`${what} did not come in time; ${found()}`)), patienceMs);
      try {
        while (!holds(stream)) {
          if (isOver) throw new Error(`${what} did not come before the end; ${found()}`);
          await Promise.race([wake.promise, late]);
        }
      } finally {
        clearTimeout(timer);
      }
    },
    ended,
    pause: () => response.pause(),
    resume: () => response.resume(),
    close: () => request.destroy(),
  };
  atEndOfTest(() => stream.close());
  return stream;
}

/** All events that the key is told, page by page along `rel="next"`, until nothing is new. */
export async function allEvents(
  service: TestService,
  options: { key?: string; query?: string } = {},
): Promise<ToldEvent[]> {
  const { key = service.operatorKey, query = '?after=0&limit=100' } = options;
  const events: ToldEvent[] = [];
  for (let path = `/v1/events${query}`; ;) {
    const page: Answer = await service.call('GET', path, { key });
    if (page.status !== 200) throw new Error(`${path} answered ${page.text}`);
    if (page.body.length === 0) return events;
    events.push(...page.body);
    path = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')![1]!;
  }
}

/**
 * Appends events as the outbox does, with one statement for many.
 *
 * @param data of the event with this index
 * @param accountId the account that receives the events; null for every account
 */
export async function appendEvents(
  { database, now, newId }: Pick<Awaited<ReturnType<typeof buildEnvironment>>, 'database' | 'now' | 'newId'>,
  { kind, count, accountId }: { kind: EventKind; count: number; accountId: number | null },
  data: (index: number) => object = (i) => ({ i }),
): Promise<void> {
  const rowOf = (i: number) => ({
    id: newId('evt'),
    kind,
    at: now(),
    data: JSON.stringify(data(i)),
    account_id: accountId,
    other_account_id: null,
  });
  for (let done = 0; done < count; done += 500) {
    const rows = Array.from({ length: Math.min(500, count - done) }, (_, i) => rowOf(done + i));
    await database.transaction((tx) => tx.insertInto(database.events.appendTo).values(rows).execute());
  }
}
