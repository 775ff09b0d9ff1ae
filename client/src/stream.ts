import type { EventType, ListEventsQuery, PetstoreEvent } from './api.ts';
import { type Clock, sleep } from './clock.ts';
import { aborted } from './error.ts';
import { parseJson } from './json.ts';
import type { CallOptions } from './options.ts';

/** Options of a live stream. */
export interface StreamOptions<Kind extends EventType = EventType> extends Pick<ListEventsQuery, 'after'> {
  /** The kinds to receive. Default: all kinds for which the key has the scope. */
  readonly types?: readonly Kind[] | undefined;
  /** Ends the stream: the loop rejects with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** The service sends a heartbeat every 15 s. After twice that time without data, the connection is considered broken. */
const silenceMs = 30_000;
/** The delay before reconnecting, until the service sends another one (`retry`). */
const firstReconnectMs = 1_000;

/**
 * Follows events live over any number of connections: https://html.spec.whatwg.org/multipage/server-sent-events.html
 *
 * @param connect opens a connection that starts after the position
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
    // Only the first connection has a deadline.
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

/** Yields the blocks of one connection until it ends, breaks or falls silent. @throws PetstoreError `aborted` */
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
      // A broken connection is handled like one that ends.
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
