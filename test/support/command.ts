import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { Readable, Writable } from 'node:stream';
import { expect } from 'vitest';
import { run } from '../../src/commands/run.ts';
import { requireOneTime } from './one-time.ts';
import type { Ended } from './process.ts';

/** A command that runs. */
interface Started {
  /** Everything written so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves once the output matches; rejects if the command ends before. */
  until(said: RegExp): Promise<void>;
  /** As Ctrl-C does. */
  stop(): Promise<number | null>;
  readonly ended: Promise<Ended>;
}

/**
 * Runs a command of `bin/petstore` to its end, without a terminal, as `petstore` does, but in this process: the start of another takes ten times
 * as long as most commands. Only what is about processes needs `petstore`: the launcher, real signals and pipes, and `serve`.
 *
 * @param input what it reads from standard input
 */
export const command = (args: readonly string[], env: NodeJS.ProcessEnv = {}, input = ''): Promise<Ended> =>
  start(args, env, input).ended;

type Printed = any; // oxlint-disable-line typescript/no-explicit-any -- what is printed is not typed

/** The objects that a command prints with --json. */
export const objectsIn = (stdout: string): Printed[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Runs a command with --json, which must succeed without a remark, and returns what it prints. */
export async function jsonOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Printed[]> {
  const { code, stdout, stderr } = await command([...args, '--json'], env);
  expect([code, stderr]).toEqual([0, '']);
  return objectsIn(stdout);
}

/** Starts a command that runs until it is stopped. Resolves once its output matches `ready`. */
export async function commandUntil(
  ready: RegExp,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Started> {
  const started = start(args, env, '');
  await started.until(ready);
  return started;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv, input: string): Started {
  requireOneTime(env);
  const written = new EventEmitter();
  const signals = new EventEmitter();
  const [stdout, stderr] = [collector(written), collector(written)];
  const ended = run(args, {
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), PORT: '0', STAGING_PORT: '0', ...env },
    once: (signal, listener) => signals.once(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
  }).then((code) => ({ code, stdout: stdout.text(), stderr: stderr.text() }));
  const said = () => stdout.text() + stderr.text();
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    ended,
    async until(wanted) {
      const found = Promise.withResolvers<void>();
      const look = () => void (wanted.test(said()) && found.resolve());
      written.on('text', look);
      look();
      const early = ended.then(() => {
        if (!wanted.test(said())) throw new Error(`The command ended without ${wanted}: ${said()}`);
      });
      await Promise.race([found.promise, early]).finally(() => written.off('text', look));
    },
    async stop() {
      signals.emit('SIGINT', 'SIGINT');
      return (await ended).code;
    },
  };
}

/** Keeps what is written to a stream. */
function collector(written: EventEmitter) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
      written.emit('text');
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}
