import { setTimeout as delay } from 'node:timers/promises';
import { Cluster, type Redis } from 'ioredis';
import { connectMs, redisClients } from './client.ts';

/** A Redis that has not answered within this time counts as unavailable. */
const answerMs = 1_000;
const retryMs = 500;

/** A script without keys, which a node of a cluster runs only if it accepts writes. */
const writeProbe = '#!lua\nreturn 1';

/** An open connection to Redis: to a server, to the primary that sentinels name, or to all primaries of a cluster. */
export interface Client {
  /**
   * Runs the script of `take-script.ts` once for each call, in one message, except in a cluster. A call is the number of keys, the keys and
   * the arguments. Rejects if any of them fails.
   */
  run(calls: readonly (string | number)[][]): Promise<number[][]>;
  delete(key: string): Promise<unknown>;
  /** What answers. Its mode is `standalone`, `cluster` or `sentinel`. */
  described(): Promise<{ readonly version: string; readonly mode: string; readonly primaries: number }>;
}

/**
 * Opens a connection to Redis that is restored whenever it is lost. Resolves when the first attempt to connect has succeeded or failed. While there is no connection, it tries again twice a second.
 *
 * After a failover, sentinels name another primary, and so do the nodes of a cluster: the next attempt leads there. If one primary of a cluster
 * is lost, the whole cluster counts as lost.
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
  const newClient = redisClients(url);
  const closing = new AbortController();
  let current: ReturnType<typeof openClient> | undefined;
  let retrying = Promise.resolve();

  async function connect(): Promise<void> {
    const client = openClient(newClient(), fail);
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
function openClient(redis: Redis | Cluster, onEnd: (client: Client, error: unknown) => void) {
  let failure: Error | undefined;
  const client = {
    run: (calls: readonly (string | number)[][]) => within(answerMs, runAll(redis, calls)),
    delete: (key: string) => within(answerMs, redis.del(key)),
    described: () => within(answerMs, describe(redis)),
    async connect() {
      await redis.connect();
      if (redis instanceof Cluster) await Promise.all(redis.nodes('master').map((node) => node.eval(writeProbe, 0)));
    },
    disconnect: () => redis.disconnect(),
    /** Why the connection failed; the errors of its calls do not say. */
    failure: () => failure,
  };
  redis.on('error', (error: Error & { readonly lastNodeError?: Error }) => (failure = error.lastNodeError ?? error));
  redis.once('end', () => onEnd(client, failure ?? new Error('the connection was closed')));
  return client;
}

/** The nodes of a cluster get their calls one by one: the client puts calls of several accounts into one message only where one node has all. */
async function runAll(redis: Redis | Cluster, calls: readonly (string | number)[][]): Promise<number[][]> {
  if (redis instanceof Cluster) return Promise.all(calls.map((call) => (redis as unknown as WithScript).take(...call)));
  const answers = await redis.pipeline(calls.map((call) => ['take', ...call])).exec();
  return (answers ?? []).map(([error, answer]) => {
    if (error !== null) throw error;
    return answer as number[];
  });
}

/** The client defines a method for each of its scripts. */
interface WithScript {
  take(...call: readonly (string | number)[]): Promise<number[]>;
}

async function describe(redis: Redis | Cluster) {
  const info = await redis.info('server');
  const of = (name: string) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(info)?.[1] ?? '';
  return {
    version: of('valkey_version') || of('redis_version'),
    mode: of('redis_mode'),
    primaries: redis instanceof Cluster ? redis.nodes('master').length : 1,
  };
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
