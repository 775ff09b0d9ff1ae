import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

/** A private Redis server on a free port, without persistence. */
export interface TestRedis {
  readonly url: string;
  /** For the test's own commands. */
  readonly client: Redis;
  /** SIGKILL: it ends at once, and its data is lost. */
  kill(): Promise<void>;
  /** SIGTERM: it ends as its operator would stop it. */
  stop(): Promise<void>;
  /** Starts it again on the same port, empty. Resolves once it answers. */
  start(): Promise<void>;
  /** SIGSTOP: it accepts connections and answers nothing. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** @param args of `redis-server`, such as `['--requirepass', 'secret']`; with `--sentinel` it is a sentinel that watches nothing yet */
export async function startRedis(args: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'petstore-redis-'));
  const file = join(folder, 'redis.conf');
  // A sentinel writes into it.
  await writeFile(file, '');
  const password = args[args.indexOf('--requirepass') + 1];
  const url = `redis://${args.includes('--requirepass') ? `:${password}@` : ''}127.0.0.1:${port}`;
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => {
    // The tests stop the server on purpose.
  });
  let server: ChildProcess | undefined;

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = server;
    server = undefined;
    if (ended === undefined) return;
    ended.kill(signal);
    await once(ended, 'exit');
  }

  const redis: TestRedis = {
    url,
    client,
    async start() {
      server = spawn(
        'redis-server',
        [
          file,
          '--port',
          `${port}`,
          '--bind',
          '127.0.0.1',
          '--dir',
          folder,
          '--save',
          '',
          '--appendonly',
          'no',
          ...args,
        ],
        // Ctrl-C in the terminal must not reach the server.
        { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
      );
      const child = server;
      const endWithUs = () => child.kill('SIGKILL');
      process.once('exit', endWithUs);
      child.once('exit', () => process.off('exit', endWithUs));
      const ended = once(server, 'exit').then(([code]) => {
        throw new Error(`redis-server ended with ${code}.`);
      });
      // Later ends are caused by the test itself.
      ended.catch(() => {});
      await Promise.race([untilReady(server), ended]);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async close() {
      client.disconnect();
      await redis.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}

async function untilReady(server: ChildProcess): Promise<void> {
  let output = '';
  for await (const text of server.stdout ?? []) {
    output += String(text);
    if (/Ready to accept connections|Sentinel ID/.test(output)) break;
  }
  server.stdout?.resume();
}
