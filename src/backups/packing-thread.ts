import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure } from '../failure.ts';
import type { TASKS } from './packing.ts';

type Tasks = typeof TASKS;
type Answer<Result> = { readonly result: Result } | { readonly failure: string };

export type OnThread = typeof onThread;

/** Runs a task on another thread, so that this one goes on answering requests. When the signal aborts, the thread ends. */
export async function onThread<Name extends keyof Tasks>(
  signal: AbortSignal,
  task: Name,
  ...args: Parameters<Tasks[Name]>
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  // The worker is in the same folder, in the sources as in the built service.
  const url = new URL(`packing-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(url, { workerData: { task, args } });
  try {
    const [answer] = (await once(worker, 'message', { signal })) as [Answer<Awaited<ReturnType<Tasks[Name]>>>];
    if ('failure' in answer) throw new Failure(answer.failure);
    return answer.result;
  } finally {
    await worker.terminate();
  }
}
