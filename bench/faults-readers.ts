import { get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Client } from './faults-client.ts';
import type { Target } from './faults-scene.ts';
import { onBlocks } from './followers.ts';

/** Follows all events through one process, also after it has restarted on another port. */
export interface Reader extends AsyncDisposable {
  readonly label: string;
  /** The numbers of the received events, in the order of receipt. */
  readonly received: readonly number[];
}

export interface Event {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly data: { readonly id: number | string };
}

const pauseMs = 100;

/** Polls the list of events. */
export function pollFeed(client: Client, target: Target, label: string): Reader {
  return readOn(label, async (received) => {
    const path = `/v1/events?after=${received.at(-1) ?? 0}&limit=100`;
    const answer = await client.ask(target, { method: 'GET', path });
    if (answer?.status === 200) for (const { sequence } of answer.body as Event[]) received.push(sequence);
  });
}

/** Keeps a stream open, and resumes it after a failure. */
export const followStream = (apiKey: string, target: Target, label: string): Reader =>
  readOn(label, (received, signal) => readStream(target, apiKey, received, signal));

/** Repeats `read` until the reader is disposed of. */
function readOn(label: string, read: (received: number[], signal: AbortSignal) => Promise<void>): Reader {
  const received: number[] = [];
  const over = new AbortController();
  const running = (async () => {
    while (!over.signal.aborted) {
      await read(received, over.signal);
      await setTimeout(pauseMs);
    }
  })();
  return {
    label,
    received,
    async [Symbol.asyncDispose]() {
      over.abort();
      await running;
    },
  };
}

/** Resolves when the stream has ended or failed. */
function readStream({ origin }: Target, apiKey: string, received: number[], signal: AbortSignal): Promise<void> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: 'text/event-stream',
    'last-event-id': String(received.at(-1) ?? 0),
  };
  return new Promise((resolve) => {
    const request = get(`${origin}/v1/events`, { agent: false, headers, signal });
    request.once('error', () => resolve());
    request.once('response', (response: IncomingMessage) => {
      onBlocks(response, (block) => {
        const sequence = /^id: (\d+)\nevent: /.exec(block)?.[1];
        if (sequence !== undefined) received.push(Number(sequence));
      });
      response.once('error', () => resolve());
      response.once('close', () => resolve());
    });
  });
}
