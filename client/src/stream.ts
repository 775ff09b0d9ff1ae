import type { EventType, ListEventsQuery, PetstoreEvent } from './api.ts';
import { type Clock, sleep } from './clock.ts';
import { aborted } from './error.ts';
import { parseJson } from './json.ts';
import type { CallOptions } from './options.ts';

/** What a live stream is asked for. */
export interface StreamOptions<Kind extends EventType = EventType> extends Pick<ListEventsQuery, 'after'> {
  /** Only these kinds; all that the key's scopes may be told by default. */
  readonly types?: readonly Kind[];
  /** Ends the stream: the loop over it rejects with the code `aborted`. */
  readonly signal?: AbortSignal;
}

/** The service says every 15 s that it is there; after twice as much silence the connection is taken to be dead. */
const silenceMs = 30_000;
/** What the service asks for before it is connected to again, unless it says otherwise. */
const firstReconnectMs = 1_000;

/**
 * Follows the events live, over any number of connections: https://html.spec.whatwg.org/multipage/server-sent-events.html
 *
 * @param connect opens a connection behind the position, and gives up as a call does if `isFirst`
 */
export async function* streamOf<Kind extends EventType>(
  clock: Clock,
  { after, signal }: StreamOptions<Kind>,
  connect: (position: number | undefined, options: CallOptions) => Promise<Response>,
): AsyncGenerator<PetstoreEvent<Kind>, never> {
  let position = after;
  let reconnectMs = firstReconnectMs;
  const options = signal === undefined ? {} : { signal };
  for (let isFirst = true; ; isFirst = false) {
    // What has once worked is tried for as long as it takes.
    const response = await connect(
      position,
      isFirst ? options : { ...options, deadlineMs: Infinity, maxAttempts: Infinity },
    );
    for await (const { id, data, retry } of blocksOf(response, clock, signal)) {
      if (retry !== undefined) reconnectMs = retry;
      if (data !== undefined) {
        const event = parseJson(data) as PetstoreEvent<Kind>;
        if (position === undefined || event.sequence > position) {
          position = event.sequence;
          yield event;
        }
      } else if (id !== undefined) position = Math.max(position ?? 0, id);
    }
    await sleep(clock, reconnectMs * (1 + clock.random()), signal);
  }
}

interface Block {
  readonly id: number | undefined;
  readonly data: string | undefined;
  readonly retry: number | undefined;
}

/** The blocks of one connection, until it ends, breaks, or falls silent. @throws PetstoreError `aborted` */
async function* blocksOf(
  response: Response,
  clock: Clock,
  signal: AbortSignal | undefined,
): AsyncGenerator<Block, void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  if (reader === undefined) return;
  const cancel = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    let text = '';
    for (;;) {
      const stopTimer = clock.after(silenceMs, cancel);
      // A connection that breaks is as good as one that ends.
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      stopTimer();
      if (signal?.aborted === true) throw aborted(signal);
      if (value === undefined) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) yield fieldsOf(block);
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

function fieldsOf(block: string): Block {
  const values = (name: string) =>
    block
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, '')] : []));
  const number = (name: string) =>
    values(name)
      .filter((value) => /^\d+$/.test(value))
      .map(Number)
      .at(-1);
  const data = values('data');
  return { id: number('id'), retry: number('retry'), data: data.length === 0 ? undefined : data.join('\n') };
}
