import { Agent, request as httpRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { endAll, migratedFolder, newKey, type Running, serve } from '../support/process.ts';
import { answerTo, type RawAnswer, type RawClient, rawClient, requestText } from '../support/raw.ts';
import { linksOf, startOnSqlite } from '../support/service.ts';

let dataDir: string;
let key: string;
beforeAll(async () => {
  dataDir = await migratedFolder();
  ({ key } = await newKey(dataDir, { plan: 'enterprise' }));
});
afterAll(endAll);

/** Without an end of the time to drain: what ends has not waited for it. */
const start = (env: Record<string, string> = {}) =>
  serve({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', DRAIN_SECONDS: '600', ...env }, ['--environment', 'production']);
const auth = () => ({ Authorization: `Bearer ${key}` });

/** A connection with the beginning of a request. The service has accepted it: it has answered a later one. */
async function begun({ production }: Running, body: string, length: number): Promise<RawClient> {
  const client = await rawClient(production);
  const headers = { ...auth(), 'Content-Type': 'application/json', 'Content-Length': String(length) };
  client.send(requestText('POST /v1/pets', headers, body));
  await answerTo(production, requestText('GET /v1/pets?limit=1', auth()));
  return client;
}

/** Sends one request after the other until the service says that its answer is the last one. */
async function lastAnswer(client: RawClient): Promise<RawAnswer> {
  for (;;) {
    client.send(requestText('GET /v1/pets?limit=1', auth()));
    const answer = await client.answer();
    if (answer.status !== 200 || answer.headers['connection'] === 'close') return answer;
  }
}

/** Whether new connections are refused: the service has begun to stop. */
const isRefused = (origin: string): Promise<boolean> =>
  rawClient(origin).then(
    (client) => {
      client.destroy();
      return false;
    },
    (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED',
  );

/** Sends one request over a keep-alive connection. Resolves to its status, or to the error that broke the connection. */
function send(
  agent: Agent,
  origin: string,
  name: string | undefined,
): Promise<{ status: number } | { broken: string; reused: boolean }> {
  return new Promise((resolve) => {
    const headers = { ...auth(), ...(name === undefined ? {} : { 'content-type': 'application/json' }) };
    const sent = httpRequest(
      `${origin}/v1/pets?limit=1`,
      { agent, method: name === undefined ? 'GET' : 'POST', headers },
      (response) => {
        response.resume();
        response.once('end', () => resolve({ status: response.statusCode ?? 0 }));
        response.once('error', (error: NodeJS.ErrnoException) =>
          resolve({ broken: `in the answer: ${error.code}`, reused: sent.reusedSocket }),
        );
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ broken: error.code ?? error.message, reused: sent.reusedSocket }),
    );
    sent.end(name === undefined ? undefined : JSON.stringify({ name, categoryId: 1 }));
  });
}

interface Seen {
  answered: number;
  readonly added: string[];
  readonly neverTaken: string[];
  readonly wrong: string[];
}

/**
 * Sends one request after the other until a connection fails. A connection that the kernel accepted but the service did not is reset when
 * the service stops listening. A request sent over such a connection must have had no effect.
 */
async function keepSending(running: Running, label: string, seen: Seen): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = 0; ; i += 1) {
    const name = i % 2 === 0 ? `${label}-${i}` : undefined;
    const outcome = await send(agent, running.production, name);
    if ('broken' in outcome) {
      const isReset = outcome.broken === 'ECONNRESET' || outcome.broken === 'EPIPE';
      if (!outcome.reused && isReset && name !== undefined) seen.neverTaken.push(name);
      else if (outcome.reused || !(isReset || outcome.broken === 'ECONNREFUSED')) seen.wrong.push(outcome.broken);
      break;
    } else {
      seen.answered += 1;
      if (outcome.status === 201 && name !== undefined) seen.added.push(name);
      else if (outcome.status !== 200) seen.wrong.push(String(outcome.status));
    }
  }
  agent.destroy();
}

describe('SIGTERM', () => {
  test('under load, four times: every accepted request is answered, and every 201 is stored', async () => {
    const added: string[] = [];
    const neverTaken: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const running = await start();
      const seen = Array.from({ length: 8 }, (): Seen => ({ answered: 0, added: [], neverTaken: [], wrong: [] }));
      const clients = seen.map((ofClient, i) => keepSending(running, `r${round}c${i}`, ofClient));
      await expect.poll(() => seen.every(({ answered }) => answered > 3)).toBe(true);
      await setTimeout(round * 40);
      const ended = await running.stop();
      await Promise.all(clients);
      expect(
        seen.flatMap(({ wrong }) => wrong),
        `round ${round}`,
      ).toEqual([]);
      expect([ended.code, ended.signal, running.stderr()]).toEqual([0, null, '']);
      added.push(...seen.flatMap((client) => client.added));
      neverTaken.push(...seen.flatMap((client) => client.neverTaken));
    }
    const service = await startOnSqlite({ dataDir });
    const stored = new Set<string>();
    for (let next: string | undefined = '/v1/pets?limit=100'; next !== undefined;) {
      const page = await service.call('GET', next, { key });
      for (const { name } of page.body) stored.add(name);
      next = linksOf(page)['next'];
    }
    await service.stop();
    expect(added.length).toBeGreaterThan(50);
    expect(added.filter((name) => !stored.has(name))).toEqual([]);
    expect(neverTaken.filter((name) => stored.has(name))).toEqual([]);
  });

  test('what has begun or comes over an open or new connection is answered, and idle ones are closed', async () => {
    const running = await start();
    const body = '{"name":"Slow","categoryId":1}';
    const slow = await begun(running, body.slice(0, 10), body.length);
    const [idle, ...kept] = await Promise.all(Array.from({ length: 6 }, () => rawClient(running.production)));
    for (const client of [idle!, ...kept]) {
      client.send(requestText('GET /v1/pets?limit=1', auth()));
      expect(await client.answer()).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } });
    }
    const ended = running.stop();
    // Each sends its next request as soon as it has an answer, as an idle connection is closed after a moment.
    for (const last of await Promise.all(kept.map(lastAnswer)))
      expect(last).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await eventually(() => isRefused(running.production));
    expect(await idle!.closed()).toBe('');
    expect(running.child.exitCode).toBeNull();
    slow.send(body.slice(10));
    expect(await slow.answer()).toMatchObject({ status: 201, headers: { connection: 'close' } });
    expect(await ended).toMatchObject({ code: 0 });
  });

  test('closes both environments, and aborts a request that never ends after DRAIN_SECONDS', async () => {
    // Longer than without the setting, so that a busy machine needs no bound.
    const running = await serve({ DATA_DIR: dataDir, DRAIN_SECONDS: '9' });
    await begun(running, '{', 100);
    const others = await Promise.all([rawClient(running.production), rawClient(running.staging)]);
    const ended = await running.stop();
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(ended.ms).toBeGreaterThan(8_900);
    for (const other of others) expect(await other.closed()).toBe('');
  });
});

test('connections that wait for the service when it is told to stop are answered', async () => {
  const running = await start();
  running.child.kill('SIGSTOP');
  // The system accepts them; the service cannot.
  const waiting = await Promise.all(Array.from({ length: 30 }, () => rawClient(running.production)));
  for (const client of waiting) client.send(requestText('GET /v1/pets?limit=1', auth()));
  const ended = running.stop();
  running.child.kill('SIGCONT');
  const answers = await Promise.all(waiting.map((client) => client.answer()));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await ended).toMatchObject({ code: 0 });
});

test('with SHUTDOWN_DELAY_SECONDS, clients that follow /readyz see no broken request', async () => {
  const running = await start({ SHUTDOWN_DELAY_SECONDS: '3' });
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  /** As a load balancer does, sends requests until the service says that it is not ready. */
  const balanced = async () => {
    for (;;) {
      const ready = await fetch(`${running.production}/readyz`, { headers: { connection: 'close' } }).catch(String);
      count(typeof ready === 'string' ? ready : `ready ${ready.status}`);
      if (typeof ready === 'string' || ready.status === 503) return;
      for (let i = 0; i < 5; i += 1) {
        const headers = { ...auth(), connection: 'close' };
        const answer = await fetch(`${running.production}/v1/pets?limit=1`, { headers }).catch(String);
        count(typeof answer === 'string' ? answer : `answered ${answer.status}`);
      }
    }
  };
  const clients = Array.from({ length: 4 }, balanced);
  await eventually(() => (outcomes.get('answered 200') ?? 0) > 40);
  const ended = running.stop();
  await Promise.all(clients);
  expect([...outcomes.keys()].toSorted()).toEqual(['answered 200', 'ready 200', 'ready 503']);
  expect(outcomes.get('ready 503')).toBe(clients.length);
  expect((await ended).ms).toBeGreaterThan(3_000);
});

describe('a second signal ends the process immediately', () => {
  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('%s', async (signal, code) => {
    const running = await start();
    const client = await begun(running, '{', 100);
    const ended = running.stop('SIGINT');
    await eventually(() => isRefused(running.production));
    expect(running.child.exitCode).toBeNull();
    running.child.kill(signal);
    // A process that has drained would end with 0.
    expect(await ended).toMatchObject({ code });
    client.destroy();
  });
});
