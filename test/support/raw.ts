import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { atEndOfTest } from './at-end.ts';

/** An answer as received. Header names are in lower case; the values of a repeated header are joined. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A connection that sends arbitrary bytes and reads whole answers. */
export interface RawClient {
  readonly socket: Socket;
  send(bytes: string | Uint8Array): void;
  /** The next answer. Rejects if the connection ends first, or after twenty seconds. */
  answer(options?: { readonly toHead?: boolean }): Promise<RawAnswer>;
  /** Resolves when the server has closed the connection, with the bytes that no `answer` has read. */
  closed(): Promise<string>;
  destroy(): void;
}

const patienceMs = 60_000;

export async function rawClient(origin: string): Promise<RawClient> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  let isOver = false;
  let wake = Promise.withResolvers<void>();
  const changed = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    changed();
  });
  const over = () => {
    isOver = true;
    changed();
  };
  socket.on('end', over).on('close', over).on('error', over);
  await once(socket, 'connect');
  atEndOfTest(() => socket.destroy());

  const until = async (holds: () => boolean, what: string): Promise<void> => {
    const deadline = performance.now() + patienceMs;
    while (!holds()) {
      const waited = await Promise.race([wake.promise, setTimeout(deadline - performance.now(), 'late')]);
      if (waited === 'late')
        throw new Error(`${what} within ${patienceMs} ms; there is ${JSON.stringify(received.slice(0, 500))}`);
    }
  };
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    async answer({ toHead = false } = {}) {
      await until(() => isOver || firstAnswer(received, toHead) !== undefined, 'no whole answer');
      const first = firstAnswer(received, toHead);
      if (first === undefined) throw new Error(`the connection ended after ${JSON.stringify(received.slice(0, 500))}`);
      received = received.slice(first.length);
      return first.answer;
    },
    async closed() {
      await until(() => isOver, 'the connection did not end');
      socket.destroy();
      return received;
    },
    destroy: () => socket.destroy(),
  };
}

/** Sends the bytes on a new connection and returns the first answer. */
export async function answerTo(origin: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const client = await rawClient(origin);
  try {
    client.send(bytes);
    return await client.answer();
  } finally {
    client.destroy();
  }
}

/** A request as text: `requestText('GET /v1/pets', { Authorization: … })`. A header with several values is repeated. */
export function requestText(
  line: string,
  headers: Readonly<Record<string, string | string[]>> = {},
  body = '',
): string {
  const fields = Object.entries({ Host: 'petstore.test', ...headers }).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  return `${line} HTTP/1.1\r\n${fields.join('')}\r\n${body}`;
}

/** Asserts an Error body (specification, part 7) and the headers that every answer carries. */
export function expectError(answer: RawAnswer, status: number, code: string): void {
  const said = JSON.parse(answer.text);
  expect(said).toEqual({ code, message: expect.stringMatching(/^[A-Z`].*[.]$/s), status });
  expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
    status,
    type: 'application/json; charset=utf-8',
  });
  expectHeadersOfEvery(answer);
}

export function expectHeadersOfEvery({ headers }: RawAnswer): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\w.:-]{1,128}$/),
    'x-ratelimit-limit': expect.stringMatching(/^[1-9]\d*$/),
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'x-ratelimit-reset': expect.stringMatching(/^1\d{9}$/),
  });
}

function firstAnswer(received: string, toHead: boolean): { answer: RawAnswer; length: number } | undefined {
  const endOfHead = received.indexOf('\r\n\r\n');
  if (endOfHead === -1) return undefined;
  const [statusLine = '', ...lines] = received.slice(0, endOfHead).split('\r\n');
  const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? [];
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? [];
    const known = headers[name.toLowerCase()];
    headers[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`;
  }
  const start = endOfHead + 4;
  const hasNoBody = toHead || /^(1\d\d|204|304)$/.test(status);
  const end = start + (hasNoBody ? 0 : Number(headers['content-length'] ?? 0));
  if (received.length < end) return undefined;
  const text = Buffer.from(received.slice(start, end), 'latin1').toString('utf8');
  return { answer: { status: Number(status), headers, text }, length: end };
}
