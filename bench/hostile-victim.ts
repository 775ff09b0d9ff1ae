import { Agent, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { BenchError } from './machine.ts';
import type { Server } from './processes.ts';

/** A line of the report. */
export interface Attack {
  readonly attack: string;
  /** The victim's p50 and p99 without the attack, and beside it. */
  readonly without: string;
  readonly beside: string;
  /** What the attack reached, and whether that is as little as it should be. */
  readonly figure: string;
  readonly ok: boolean;
}

/** Adds something to the API by a key, and returns its id. */
export const adding =
  ({ origin }: Server) =>
  async (path: string, by: string, body: object): Promise<number> => {
    const headers = { authorization: `Bearer ${by}`, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status !== 201)
      throw new BenchError(`POST /v1${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { id: number }).id;
  };

const perSecond = 100;

/** Reads the list of animals at a steady rate until told to stop; `stop` returns p50 and p99, in milliseconds, as text. */
export function startVictim({ origin }: Server, key: string): { readonly stop: () => Promise<string> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const headers = { authorization: `Bearer ${key}` };
  const times: number[] = [];
  const over = new AbortController();
  const read = () =>
    new Promise<void>((resolve, reject) => {
      const since = performance.now();
      get(`${origin}/v1/pets`, { agent, headers }, (response) => {
        response.resume().on('error', reject);
        response.on('end', () => {
          times.push(performance.now() - since);
          if (response.statusCode === 200) resolve();
          else reject(new BenchError(`The victim was answered ${response.statusCode}.`));
        });
      }).on('error', reject);
    });
  const run = async () => {
    const pending: Promise<void>[] = [];
    const startMs = performance.now();
    for (let i = 0; !over.signal.aborted; i += 1) {
      await setTimeout(Math.max(0, startMs + (i * 1_000) / perSecond - performance.now()));
      pending.push(read());
    }
    await Promise.all(pending);
  };
  const running = run();
  return {
    async stop() {
      over.abort();
      await running;
      agent.destroy();
      const sorted = times.toSorted((a, b) => a - b);
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1);
      return `${at(0.5)}/${at(0.99)} ms`;
    },
  };
}
