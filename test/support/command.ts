import { tmpdir } from 'node:os';
import { run } from '../../src/commands/run.ts';
import { requireOneTime } from './one-time.ts';
import type { Ended } from './process.ts';

let previous: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of `bin/petstore` to its end, without a terminal, as `petstore` does, but in this process: the start of another takes ten times
 * as long as most commands. What is about processes, such as signals, pipes and what a command reads from standard input, needs `petstore`.
 * Commands run one after the other, because each has the environment and the output of the process to itself.
 */
export function command(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const ended = previous.then(() => runAlone(args, env));
  previous = ended.catch(() => {});
  return ended;
}

async function runAlone(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  requireOneTime(env);
  const ours = { env: process.env, exitCode: process.exitCode };
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  process.env = { PATH: ours.env['PATH'], TMPDIR: tmpdir(), PORT: '0', STAGING_PORT: '0', ...env };
  process.exitCode = 0;
  try {
    await run(args);
    return { code: exitCode(), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    Object.assign(process, ours);
    stdout.release();
    stderr.release();
  }
}

const exitCode = (): number => Number(process.exitCode);

/** Keeps what is written to a stream of this process. */
function capture(stream: NodeJS.WriteStream): { text(): string; release(): void } {
  const chunks: Buffer[] = [];
  const before = Object.getOwnPropertyDescriptor(stream, 'write');
  stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
    chunks.push(Buffer.from(chunk as string));
    const written = rest.find((one) => typeof one === 'function');
    if (written !== undefined) process.nextTick(written);
    return true;
  };
  return {
    text: () => Buffer.concat(chunks).toString(),
    release() {
      Reflect.deleteProperty(stream, 'write');
      if (before !== undefined) Object.defineProperty(stream, 'write', before);
    },
  };
}
