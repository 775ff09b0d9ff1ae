import { deepStrictEqual as deepEqual } from 'node:assert';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

export interface RetriedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- what came over the wire is not typed
}

export interface RetryingClient {
  readonly seen: { retries: number; inUse: number; replayed: number };
  /** Sends the request until it is answered, each time with the same `Idempotency-Key` and on a new connection. */
  send(
    method: string,
    path: string,
    options: {
      readonly key: string;
      readonly idempotencyKey: string;
      readonly ifMatch?: string;
      readonly body?: object;
    },
  ): Promise<RetriedAnswer>;
}

/** With the pauses, half a minute: the machine may be busy. */
const mostTries = 250;
/** The statuses after which the same request may succeed later. */
const AGAIN = new Set(['idempotency_key_in_use', 'service_unavailable']);
/** The share of requests that are sent twice at once. */
const impatience = 0.1;

/**
 * What a client of the service does to be safe: it retries whatever was cut, whatever still runs, and what the service could not do then. Now and then it loses patience and
 * sends a request twice at once.
 */
export function retryingClient(origin: string, random: () => number): RetryingClient {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const seen = { retries: 0, inUse: 0, replayed: 0 };

  const sendOnce = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<RetriedAnswer> =>
    new Promise((resolve, reject) => {
      const sent = request({ hostname, port, agent, method, path, headers, timeout: 10_000 }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('error', reject);
        response.on('end', () => {
          if (response.complete)
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) });
          else reject(new Error('The answer was cut.'));
        });
      });
      sent.on('error', reject);
      sent.on('timeout', () => sent.destroy(new Error('No answer in time.')));
      sent.end(body);
    });

  return {
    seen,
    async send(method, path, { key, idempotencyKey, ifMatch, body }) {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers: Record<string, string> = {
        authorization: `Bearer ${key}`,
        'idempotency-key': idempotencyKey,
        'content-length': String(Buffer.byteLength(text)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      };
      for (let tries = 1; tries <= mostTries; tries++) {
        const sends = Array.from({ length: random() < impatience ? 2 : 1 }, () =>
          sendOnce(method, path, headers, text),
        );
        const answers = (await Promise.allSettled(sends)).flatMap((sent) =>
          sent.status === 'fulfilled' ? [sent.value] : [],
        );
        const [answer, twin] = answers.filter(({ body }) => !AGAIN.has(body.code));
        if (answers.some(({ body }) => body.code === 'idempotency_key_in_use')) seen.inUse += 1;
        if (twin !== undefined)
          deepEqual(twin.body, answer?.body, 'two sends of one request were answered differently');
        if (answer !== undefined) {
          if (answer.headers['idempotency-replayed'] === 'true') seen.replayed += 1;
          return answer;
        }
        seen.retries += 1;
        if (answers.length > 0) await setTimeout(tries);
      }
      throw new Error(`${method} ${path} was not answered in ${mostTries} tries.`);
    },
  };
}
