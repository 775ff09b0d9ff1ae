import { randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request as open } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from './faults-scene.ts';
import { BenchError } from './machine.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** The results of the requests during one period. */
export interface Tally {
  answers: number;
  /** Responses that replay the stored response to an earlier attempt. */
  replayed: number;
  /** The longest time until a response or a connection failure, except from processes that are frozen themselves. */
  longestMs: number;
  /** Responses with status 503. */
  unavailable: number;
  /** Connections that broke during a request. */
  cut: number;
  /** Requests that a frozen process did not answer. */
  unanswered: number;
  /** Wrong responses, one sentence each. */
  readonly wrong: string[];
}

/** The timeout of one request. */
const patienceMs = 2_500;
const settleMs = 30_000;
const pauseMs = 100;

export interface Client {
  tally: Tally;
  /** Sends one request. Resolves with undefined if there is no response. */
  ask(target: Target, call: Call, key?: string): Promise<Answer | undefined>;
  /**
   * Asks one process after another, starting with a random one, until one gives a final response. All attempts of a write share one
   * `Idempotency-Key`. Records an unexpected status as wrong, and resolves with undefined.
   */
  settle(call: Call, expected: readonly number[]): Promise<Answer | undefined>;
}

export const newTally = (): Tally => ({
  answers: 0,
  replayed: 0,
  longestMs: 0,
  unavailable: 0,
  cut: 0,
  unanswered: 0,
  wrong: [],
});

export function openClient(targets: readonly Target[], apiKey: string): Client {
  const agent = new Agent({ keepAlive: true });

  const client: Client = {
    tally: newTally(),

    async ask(target, call, key) {
      const { tally } = client;
      const sentMs = performance.now();
      const answer = await exchange(agent, target.origin, call, {
        authorization: `Bearer ${apiKey}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      });
      const wasFrozen = target.frozenUntilMs > sentMs;
      if (!wasFrozen) tally.longestMs = Math.max(tally.longestMs, performance.now() - sentMs);
      if (answer === 'cut') tally.cut += 1;
      if (answer === 'late' && wasFrozen) tally.unanswered += 1;
      if (answer === 'late' && !wasFrozen)
        tally.wrong.push(`${call.method} ${call.path} had no response within ${patienceMs} ms`);
      if (typeof answer === 'string') return undefined;
      tally.answers += 1;
      if (answer.status === 503) tally.unavailable += 1;
      else if (answer.status >= 500)
        tally.wrong.push(`${described(call, answer)} (${String(answer.headers['x-request-id'])})`);
      if (answer.headers['idempotency-replayed'] !== undefined) tally.replayed += 1;
      return answer;
    },

    async settle(call, expected) {
      const key = call.method === 'GET' ? undefined : randomUUID();
      const deadlineMs = performance.now() + settleMs;
      for (let turn = Math.floor(Math.random() * targets.length); performance.now() < deadlineMs; turn++) {
        const answer = await client.ask(targets[turn % targets.length]!, call, key);
        if (answer !== undefined && isFinal(answer)) {
          if (expected.includes(answer.status)) return answer;
          client.tally.wrong.push(described(call, answer));
          return undefined;
        }
        await delay(pauseMs);
      }
      throw new BenchError(`${call.method} ${call.path} had no final response within ${settleMs} ms.`);
    },
  };
  return client;
}

const described = ({ method, path }: Call, { status, body }: Answer): string =>
  `${method} ${path} answered ${status}: ${JSON.stringify(body)}`;

const isFinal = ({ status, body }: Answer): boolean =>
  status < 500 && (body as { code?: string }).code !== 'idempotency_key_in_use';

/** Resolves with the response; `refused` if there was no connection, `cut` if it broke, `late` after `patienceMs`. */
function exchange(
  agent: Agent,
  origin: string,
  { method, path, body }: Call,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | 'refused' | 'cut' | 'late'> {
  return new Promise((resolve) => {
    const request = open(origin + path, {
      agent,
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    });
    const timer = setTimeout(() => {
      resolve('late');
      request.destroy();
    }, patienceMs);
    const end = (outcome: Answer | 'refused' | 'cut') => {
      clearTimeout(timer);
      resolve(outcome);
    };
    request.on('error', (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED' ? 'refused' : 'cut'));
    request.on('response', (response) => {
      text(response)
        .then((json) => JSON.parse(json) as unknown)
        .then(
          (parsed) => end({ status: response.statusCode ?? 0, headers: response.headers, body: parsed }),
          () => end('cut'),
        );
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
