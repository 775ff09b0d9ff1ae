import { get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Client } from './faults-client.ts';
import type { Target } from './faults-scene.ts';

/** Follows the events through one process from the first one on, wherever that process comes again. */
export interface Reader extends AsyncDisposable {
  readonly what: string;
  /** The numbers of all events that it was told of, as they came. */
  readonly told: readonly number[];
}

export interface Event {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly data: { readonly id: number | string };
}

const pauseMs = 100;

/** Asks for the list of events over and over. */
export function pollFeed(client: Client, target: Target, what: string): Reader {
  return readOn(what, async (told) => {
    const path = `/v1/events?after=${told.at(-1) ?? 0}&limit=100`;
    const answer = await client.ask(target, { method: 'GET', path });
    if (answer?.status === 200) for (const { sequence } of answer.body as Event[]) told.push(sequence);
  });
}

/** Keeps a stream open, and resumes where it broke. */
export const followStream = (apiKey: string, target: Target, what: string): Reader =>
  readOn(what, (told, signal) => readStream(target, apiKey, told, signal));

/** Reads again and again, until it is disposed of. */
function readOn(what: string, read: (told: number[], signal: AbortSignal) => Promise<void>): Reader {
  const told: number[] = [];
  const over = new AbortController();
  const running = (async () => {
    while (!over.signal.aborted) {
      await read(told, over.signal);
      await setTimeout(pauseMs);
    }
  })();
  return {
    what,
    told,
    async [Symbol.asyncDispose]() {
      over.abort();
      await running;
    },
  };
}

/** Resolves when the stream is over, for whichever reason. */
function readStream({ origin }: Target, apiKey: string, told: number[], signal: AbortSignal): Promise<void> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: 'text/event-stream',
    'last-event-id': String(told.at(-1) ?? 0),
  };
  return new Promise((resolve) => {
    const request = get(`${origin}/v1/events`, { agent: false, headers, signal });
    request.once('error', () => resolve());
    request.once('response', (response: IncomingMessage) => {
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const blocks = `${rest}${text}`.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const sequence = /^id: (\d+)\nevent: /.exec(block)?.[1];
          if (sequence !== undefined) told.push(Number(sequence));
        }
      });
      response.once('error', () => resolve());
      response.once('close', () => resolve());
    });
  });
}
