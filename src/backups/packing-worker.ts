import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../failure.ts';
import { TASKS } from './packing.ts';

const { task, args } = workerData as { readonly task: keyof typeof TASKS; readonly args: readonly never[] };
const work = TASKS[task] as (...args: readonly never[]) => Promise<unknown>;
const answer = await work(...args).then(
  (result) => ({ result }),
  (error: unknown) => {
    // A thread hands over no classes of errors.
    if (error instanceof Failure) return { failure: error.message };
    throw error;
  },
);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort?.postMessage(answer);
