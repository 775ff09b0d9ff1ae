import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { BenchError } from './machine.ts';
import type { Server } from './processes.ts';
import { exchange } from './requests.ts';
import { percentile } from './rounds.ts';

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

/** p50 and p99 of times, in milliseconds, as text. */
export const shown = (times: readonly number[]): string =>
  `${percentile(times, 0.5).toFixed(1)}/${percentile(times, 0.99).toFixed(1)} ms`;
export const p99Of = (reads: string): number => Number(/\/([\d.]+)/.exec(reads)?.[1]);

const perSecond = 100;

/** Reads the list of animals at a steady rate until told to stop; `stop` returns p50 and p99, in milliseconds, as text. */
export function startVictim({ origin }: Server, key: string): { readonly stop: () => Promise<string> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const headers = { authorization: `Bearer ${key}` };
  const times: number[] = [];
  const over = new AbortController();
  const read = async () => {
    const since = performance.now();
    const { statusCode } = await exchange(`${origin}/v1/pets`, { agent, headers });
    times.push(performance.now() - since);
    if (statusCode !== 200) throw new BenchError(`The victim was answered ${statusCode}.`);
  };
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
      return shown(times);
    },
  };
}
