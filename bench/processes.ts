import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BenchError, serverCore } from './machine.ts';

export const petstore = join(import.meta.dirname, '../bin/petstore');
const rawServer = join(import.meta.dirname, 'raw.ts');

/** A server that this run has started. Leaving its scope stops it. */
export interface Server extends AsyncDisposable {
  readonly pid: number;
  readonly origin: string;
  /** SIGKILL: it has no moment to put anything in order. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const onServerCore = ['taskset', '-c', String(serverCore)];

interface StartOptions {
  readonly pinned?: boolean;
  /** Settings that are not at their defaults, by their names in the environment. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The file at whose end its log is written. */
  readonly log?: string;
}

/** The service as users run it, with default settings, on the core of the server. */
export async function startPetstore(
  dataDir: string,
  { pinned = true, settings = {}, log = '/dev/null' }: StartOptions = {},
): Promise<Server> {
  const port = await freePort();
  const command = [...(pinned ? onServerCore : []), petstore, 'serve'];
  return ready(spawnServer(command, { ...petstoreEnv(dataDir, port), ...settings }, log), port);
}

/** @param bytes the size of the constant that GET answers */
export async function startRaw(bytes: number): Promise<Server> {
  const port = await freePort();
  return ready(spawnServer([...onServerCore, process.execPath, rawServer, String(port), String(bytes)]), port);
}

/** Only what a command needs to be found, and the settings given: none of the caller's own settings. */
export function petstoreEnv(dataDir: string, port = 0): Record<string, string | undefined> {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, DATA_DIR: dataDir, ENVIRONMENT: 'production', PORT: String(port) };
}

function spawnServer([command = '', ...args]: string[], env = process.env, log = '/dev/null'): ChildProcess {
  const output = openSync(log, 'a');
  const child = spawn(command, args, { env, stdio: ['ignore', output, 'inherit'] });
  closeSync(output);
  const endWithUs = () => child.kill('SIGKILL');
  process.on('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
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
