import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { takeScript } from './take-script.ts';

/** A Redis that has not answered by then is treated as gone. */
const answerMs = 1_000;
const connectMs = 1_000;
const retryMs = 500;

/** A connection to Redis. */
export interface Client {
  /** Runs the script of `take-script.ts`: the number of keys, the keys, the arguments. */
  run(...keysAndArguments: (string | number)[]): Promise<number[]>;
  delete(key: string): Promise<unknown>;
}

/** What keeps a connection, and a new one after each that is lost. */
export interface Link {
  /** Undefined while Redis does not answer. */
  readonly client: () => Client | undefined;
  /** To be told of a call of this client that failed. It is given up, whatever the failure, and all that waits for it fails. */
  readonly fail: (client: Client, error: unknown) => void;
  readonly close: () => Promise<void>;
}

/**
 * Connects, and resolves when that has succeeded or failed. While there is no connection it tries for one twice a second.
 *
 * @param options.greet makes the first calls over a new connection, and rejects when this Redis cannot be used.
 * @param options.onGone is told when there is no connection from now on, and why; `onBack`, when there is one again.
 */
export async function openLink(options: {
  readonly url: string;
  readonly greet: (client: Client) => Promise<void>;
  readonly onGone: (reason: string) => void;
  readonly onBack: () => void;
}): Promise<Link> {
  const { url, greet, onGone, onBack } = options;
  const closing = new AbortController();
  let current: OpenClient | undefined;
  let retrying = Promise.resolve();

  async function connect(): Promise<void> {
    const client = openClient(url, fail);
    try {
      await within(
        connectMs,
        client.connect().then(() => greet(client)),
      );
    } catch (error) {
      client.disconnect();
      throw client.failure() ?? error;
    }
    current = client;
  }

  async function retry(): Promise<void> {
    const { signal } = closing;
    while (link.client() === undefined && !signal.aborted) {
      await delay(retryMs, undefined, { signal }).then(connect).then(onBack, sayNothing);
    }
  }

  function fail(client: Client, error: unknown): void {
    if (client !== current) return;
    current.disconnect();
    current = undefined;
    if (closing.signal.aborted) return;
    onGone(reasonOf(error));
    retrying = retry();
  }

  const link: Link = {
    client: () => current,
    fail,
    async close() {
      closing.abort();
      await retrying;
      current?.disconnect();
      current = undefined;
    },
  };
  await connect().catch((error: unknown) => {
    onGone(reasonOf(error));
    retrying = retry();
  });
  return link;
}

/** That Redis is gone has been said when it went. */
function sayNothing(): void {}

interface OpenClient extends Client {
  connect(): Promise<void>;
  disconnect(): void;
  /** Why the connection failed, which its calls do not know. */
  failure(): Error | undefined;
}

/** @param onEnd is told when the connection has ended. */
function openClient(url: string, onEnd: (client: Client, error: unknown) => void): OpenClient {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectMs,
    disconnectTimeout: 100,
    disableClientInfo: true,
    // Whoever calls knows what to do without an answer: nothing is queued, sent again, or asked of a Redis that is not ready.
    enableOfflineQueue: false,
    enableReadyCheck: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: null,
    scripts: { take: { lua: takeScript } },
  }) as Redis & { take: Client['run'] };
  let failure: Error | undefined;
  const client: OpenClient = {
    run: (...keysAndArguments) => within(answerMs, redis.take(...keysAndArguments)),
    delete: (key) => within(answerMs, redis.del(key)),
    connect: () => redis.connect(),
    disconnect: () => redis.disconnect(),
    failure: () => failure,
  };
  redis.on('error', (error) => (failure = error));
  redis.once('end', () => onEnd(client, failure ?? new Error('the connection was closed')));
  return client;
}

function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    // An answer may have come while this process was busy. It is read before the check that follows.
    const timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${ms} ms`))), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Only the message: the client's errors carry the command that failed, the password of a refused one too. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
