import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { BenchError } from './machine.ts';

/** Many open streams of `pet.created`, read by a separate process of low priority so that it does not slow the measurement. */
export interface Followers extends AsyncDisposable {
  /** Resolves when the last stream has received this animal's event, with that time in Unix milliseconds with fractions. */
  received(pet: number): Promise<number>;
}

interface Receipt {
  readonly pet: number;
  readonly atMs: number;
}

const patienceMs = 20_000;

export async function followEvents(origin: string, key: string, streams: number): Promise<Followers> {
  const command = ['-n', '19', process.execPath, import.meta.filename, origin, key, String(streams)];
  const child = spawn('nice', command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const times = new Map<number, number>();
  const waiting = new Map<number, (atMs: number) => void>();
  const ready = Promise.withResolvers<void>();
  child.once('exit', () =>
    ready.reject(new BenchError('The process that follows the streams has exited; its error is above.')),
  );
  child.on('message', (message: 'ready' | Receipt) => {
    if (message === 'ready') {
      ready.resolve();
      return;
    }
    times.set(message.pet, message.atMs);
    waiting.get(message.pet)?.(message.atMs);
  });
  await ready.promise;
  return {
    received: async (pet) =>
      times.get(pet) ??
      (await new Promise<number>((resolve, reject) => {
        waiting.set(pet, resolve);
        const reason = new BenchError(`Animal ${pet} has not reached all streams within ${patienceMs} ms.`);
        setTimeout(() => reject(reason), patienceMs).unref();
      })),
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

/** The separate process: reports when all streams have received an event, and fails if a stream receives one twice. */
async function followAll(origin: string, key: string, streams: number): Promise<void> {
  const received = new Map<number, number>();
  const receive = (pet: number) => {
    const count = (received.get(pet) ?? 0) + 1;
    received.set(pet, count);
    if (count === streams) process.send?.({ pet, atMs: performance.timeOrigin + performance.now() } satisfies Receipt);
    if (count > streams)
      throw new BenchError(`The streams received the event of animal ${pet} more often than once each.`);
  };
  await Promise.all(Array.from({ length: streams }, () => follow(origin, key, receive)));
  process.send?.('ready');
}

async function follow(origin: string, key: string, receive: (pet: number) => void): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(`${origin}/v1/events?types=pet.created`, { agent: false, headers }, resolve).once('error', reject);
  const response = await promise;
  if (response.statusCode !== 200) throw new BenchError(`GET /v1/events answered ${response.statusCode}.`);
  const started = Promise.withResolvers<void>();
  response.once('data', () => started.resolve());
  onBlocks(response, (block) => {
    const [, pet] = /"data":\{"id":(\d+)/.exec(block) ?? [];
    if (pet !== undefined) receive(Number(pet));
  });
  await started.promise;
}

/** Splits a stream into its blocks, each an event or a comment. */
export function onBlocks(response: IncomingMessage, read: (block: string) => void): void {
  let rest = '';
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    const blocks = `${rest}${text}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) read(block);
  });
}

if (import.meta.main) {
  const [origin = '', key = '', streams = ''] = process.argv.slice(2);
  await followAll(origin, key, Number(streams));
}
