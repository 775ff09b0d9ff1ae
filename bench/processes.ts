import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BenchError, serverCore } from './machine.ts';

export const petstore = join(import.meta.dirname, '../bin/petstore');

/** A server started by this run. Disposal stops it. */
export interface Server extends AsyncDisposable {
  readonly pid: number;
  readonly origin: string;
  /** Sends SIGKILL, so that the process cannot clean up. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const onServerCore = ['taskset', '-c', String(serverCore)];

interface StartOptions {
  readonly pinned?: boolean;
  /** The command without its arguments. */
  readonly program?: readonly string[];
  /** Settings other than the defaults, by their names in the environment. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The file to which the log is appended. */
  readonly log?: string;
}

/** Starts the service as users run it, with default settings, on the server's core unless `pinned` is false. */
export async function startPetstore(
  dataDir: string,
  { pinned = true, program = [petstore], settings = {}, log = '/dev/null' }: StartOptions = {},
): Promise<Server> {
  const port = await freePort();
  const command = [...(pinned ? onServerCore : []), ...program, 'serve'];
  return ready(spawnServer(command, { ...petstoreEnv(dataDir, port), ...settings }, log), port);
}

/** @param bytes the size of the response to GET */
export const startRaw = (bytes: number, { pinned = true }: StartOptions = {}): Promise<Server> =>
  startProgram(join(import.meta.dirname, 'raw.ts'), { pinned, settings: { BYTES: String(bytes) } });

/** Starts a server that finds its port in `PORT`, on the server's core unless `pinned` is false. */
export async function startProgram(file: string, { pinned = true, settings = {} }: StartOptions = {}): Promise<Server> {
  const port = await freePort();
  const command = [...(pinned ? onServerCore : []), process.execPath, file];
  return ready(spawnServer(command, { ...process.env, ...settings, PORT: String(port) }), port);
}

/** The environment of a command: `PATH`, `HOME` and the given settings, and none of the caller's own settings. */
export function petstoreEnv(dataDir: string, port = 0): Record<string, string | undefined> {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, DATA_DIR: dataDir, ENVIRONMENT: 'production', PORT: String(port) };
}

function spawnServer([command = '', ...args]: string[], env = process.env, log = '/dev/null'): ChildProcess {
  const output = openSync(log, 'a');
  const child = spawn(command, args, { env, stdio: ['ignore', output, 'inherit'] });
  closeSync(output);
  const killOnExit = () => child.kill('SIGKILL');
  process.on('exit', killOnExit);
  child.once('exit', () => process.off('exit', killOnExit));
  return child;
}

async function ready(child: ChildProcess, port: number): Promise<Server> {
  const origin = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + 30_000;
  while (!(await answers(origin))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new BenchError(`${child.spawnargs.join(' ')} did not start.`);
    if (performance.now() > deadline) throw new BenchError(`${child.spawnargs.join(' ')} does not answer.`);
    await setTimeout(5);
  }

  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    } else if (child.signalCode !== 'SIGKILL' && child.signalCode !== 'SIGTERM' && child.exitCode !== 0) {
      throw new BenchError(`${child.spawnargs.join(' ')} crashed.`);
    }
  };
  const stop = () => end('SIGTERM');
  return { pid: child.pid ?? 0, origin, kill: () => end('SIGKILL'), stop, [Symbol.asyncDispose]: stop };
}

function answers(origin: string): Promise<boolean> {
  return fetch(`${origin}/healthz`).then(
    async (response) => (await response.text()) !== '' && response.ok,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Resident memory of a process, in megabytes (10^6 bytes). */
export function residentMb(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kibibytes) * 1_024) / 1e6;
}

/** Processor time that a process has taken, in milliseconds. See proc(5): fields 14 and 15, in ticks of 10 ms. */
export function processorMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}
