import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Recorder } from '../src/request-log/recorder.ts';

const sliceMs = 500;

/** Half a second of answers: with the log of requests, without it, and without it again. */
type Kind = 'logged' | 'without' | 'again';

/** Processor time in µs per request, for one slice of each kind. */
export type Triple = Readonly<Record<Kind, number>>;

/** Where the service writes its triples when it gets SIGUSR2 for the second time. */
export const triplesIn = (dataDir: string): string => join(dataDir, 'request-log-slices.json');

/**
 * A recorder that answers in slices from the first SIGUSR2 on. What disturbs the machine for longer than a second disturbs all slices of a triple. The
 * lines of a slice are written in it: twice as often as usual.
 */
export function sliced(recorder: Recorder): Recorder {
  const triples: Triple[] = [];
  let isLogging = true;
  let requests = 0;
  async function slice(kind: Kind): Promise<number> {
    isLogging = kind === 'logged';
    requests = 0;
    const before = process.cpuUsage();
    await setTimeout(sliceMs, undefined, { ref: false });
    if (isLogging) await recorder.writeLines();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / requests;
  }
  async function run(stop: AbortSignal): Promise<void> {
    const orders: readonly (readonly Kind[])[] = [
      ['logged', 'without', 'again'],
      ['again', 'logged', 'without'],
      ['without', 'again', 'logged'],
    ];
    for (let round = 0; ; round += 1) {
      const us = { logged: 0, without: 0, again: 0 };
      for (const kind of orders[round % orders.length]!) us[kind] = await slice(kind);
      if (stop.aborted) break;
      triples.push(us);
    }
    writeFileSync(triplesIn(process.env['DATA_DIR']!), JSON.stringify(triples));
  }
  process.once('SIGUSR2', () => {
    const stop = new AbortController();
    process.once('SIGUSR2', () => stop.abort());
    void run(stop.signal);
  });
  return {
    ...recorder,
    record(...request) {
      requests += 1;
      if (isLogging) recorder.record(...request);
    },
  };
}

// Imported by a service before its own code.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/src/request-log/recorder.ts')
      ? {
          format: 'module',
          shortCircuit: true,
          source: `
            import { openRecorder as open } from ${JSON.stringify(`${url}?recording`)};
            import { sliced } from ${JSON.stringify(import.meta.url)};
            export const openRecorder = (parts) => sliced(open(parts));`,
        }
      : next(url, context),
});
