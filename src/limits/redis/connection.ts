import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { takeScript } from './take-script.ts';

/** A Redis that has not answered within this time counts as unavailable. */
const answerMs = 1_000;
const connectMs = 1_000;
const retryMs = 500;

/** An open connection to Redis. */
export interface Client {
  /**
   * Runs the script of `take-script.ts` once for each call, in one message. A call is the number of keys, the keys and the arguments.
   * Rejects if any of them fails.
   */
  run(calls: readonly (string | number)[][]): Promise<number[][]>;
  delete(key: string): Promise<unknown>;
}

/**
 * Opens a connection to Redis that is restored whenever it is lost. Resolves when the first attempt to connect has succeeded or failed. While there is no connection, it tries again twice a second.
 *
 * @param options.prepare Makes the first calls over a new connection, and rejects if this Redis cannot be used.
 * @param options.onLost Receives the reason when the connection is lost, or the first attempt fails.
 * @param options.onRestored Runs when there is a connection again.
 */
export async function openConnection(options: {
  readonly url: string;
  readonly prepare: (client: Client) => Promise<void>;
  readonly onLost: (reason: string) => void;
  readonly onRestored: () => void;
}) {
  const { url, prepare, onLost, onRestored } = options;
  const closing = new AbortController();
  let current: ReturnType<typeof openClient> | undefined;
  let retrying = Promise.resolve();

  async function connect(): Promise<void> {
    const client = openClient(url, fail);
    try {
      await within(
        connectMs,
        client.connect().then(() => prepare(client)),
      );
    } catch (error) {
      client.disconnect();
      throw client.failure() ?? error;
    }
    current = client;
  }

  async function retry(): Promise<void> {
    const { signal } = closing;
    const attempt = () => delay(retryMs, undefined, { signal }).then(connect).then(onRestored);
    let isConnected = false;
    while (!isConnected && !signal.aborted) {
      // A failed attempt is not reported: `onLost` has reported the loss.
      isConnected = await attempt().then(
        () => true,
        () => false,
      );
    }
  }

  /** Reports a failed call of a client. Any failure closes that client, and its other pending calls fail. */
  function fail(client: Client, error: unknown): void {
    if (client !== current) return;
    current.disconnect();
    current = undefined;
    if (!closing.signal.aborted) startRetrying(error);
  }

  function startRetrying(error: unknown): void {
    onLost(reasonOf(error));
    retrying = retry();
  }

  await connect().catch(startRetrying);
  return {
    /** Undefined while Redis does not answer. */
    client: (): Client | undefined => current,
    fail,
    async close(): Promise<void> {
      closing.abort();
      await retrying;
      current?.disconnect();
      current = undefined;
    },
  };
}

/** @param onEnd Runs when the connection has ended. */
function openClient(url: string, onEnd: (client: Client, error: unknown) => void) {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectMs,
    disconnectTimeout: 100,
    disableClientInfo: true,
    // The limiter has a fallback: nothing is queued, sent again, or sent to a Redis that is not ready.
    enableOfflineQueue: false,
    enableReadyCheck: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: null,
    scripts: { take: { lua: takeScript } },
  });
  let failure: Error | undefined;
  const client = {
    run: (calls: readonly (string | number)[][]) => within(answerMs, runAll(redis, calls)),
    delete: (key: string) => within(answerMs, redis.del(key)),
    connect: () => redis.connect(),
    disconnect: () => redis.disconnect(),
    /** Why the connection failed; the errors of its calls do not say. */
    failure: () => failure,
  };
  redis.on('error', (error) => (failure = error));
  redis.once('end', () => onEnd(client, failure ?? new Error('the connection was closed')));
  return client;
}

async function runAll(redis: Redis, calls: readonly (string | number)[][]): Promise<number[][]> {
  const answers = await redis.pipeline(calls.map((call) => ['take', ...call])).exec();
  return (answers ?? []).map(([error, answer]) => {
    if (error !== null) throw error;
    return answer as number[];
  });
}

function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    // `setImmediate` lets the event loop first read an answer that arrived while this process was busy.
    const timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${ms} ms`))), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The message alone: the client's errors contain the failed command, and with it the password of a refused login. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
