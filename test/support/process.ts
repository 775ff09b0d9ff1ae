import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import type { AccountStore } from '../../src/accounts/store.ts';
import { buildEnvironment } from '../../src/composition/environment.ts';
import { databaseFile, readSettings } from '../../src/settings/settings.ts';
import { type Environment, ENVIRONMENTS } from '../../src/vocabulary/environments.ts';
import { requireOneTime } from './one-time.ts';

/** `petstore serve` as a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  /** Addresses such as `http://127.0.0.1:41234`, of the environments that it serves. */
  readonly production: string;
  readonly staging: string;
  /** The operator's first keys by environment, if this start printed them. */
  readonly keys: { readonly production?: string; readonly staging?: string };
  /** Everything written so far. */
  stdout(): string;
  stderr(): string;
  /** Sends the signal and waits until the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const folders: string[] = [];
const running = new Set<ChildProcess>();

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-process-'));
  folders.push(folder);
  return folder;
}

/** A folder with migrated databases that have no account: a start on it takes a quarter less, and makes the first keys. */
export async function migratedFolder(environments: readonly Environment[] = ENVIRONMENTS): Promise<string> {
  const dataDir = await newFolder();
  for (const environment of environments)
    await copyFile(inject('sqliteTemplate'), databaseFile(environment, { dataDir }));
  return dataDir;
}

/** Removes the folders and kills processes that a failed test left running. */
export async function endAll(): Promise<void> {
  for (const child of running) {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

function start(command: string, args: readonly string[], env: Record<string, string>, input?: string) {
  requireOneTime(env);
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), PORT: '0', STAGING_PORT: '0', ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  running.add(child);
  child.once('exit', () => running.delete(child));
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
  return { child, stdout: () => stdout, stderr: () => stderr };
}

/** Runs a command of `bin/petstore` to its end. */
export async function petstore(
  args: readonly string[],
  env: Record<string, string> = {},
  launcher = 'bin/petstore',
  input?: string,
): Promise<Ended> {
  const { child, stdout, stderr } = start(launcher, args, env, input);
  const [code] = await once(child, 'close');
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Creates a key in the production database of a folder, as `petstore keys create` does, without a process. */
export async function newKey(dataDir: string, options: Parameters<AccountStore['createKey']>[0] = { plan: 'free' }) {
  const { accounts, database } = await buildEnvironment('production', { ...readSettings({}), dataDir });
  try {
    return await accounts.createKey(options);
  } finally {
    await database.close();
  }
}

/** Starts a command that runs until it is stopped. Resolves once its output matches `ready`. */
export async function petstoreUntil(
  ready: RegExp,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ stdout(): string; stderr(): string; until(said: RegExp): Promise<void>; stop(): Promise<number | null> }> {
  const { child, stdout, stderr } = start('bin/petstore', args, env);
  const ended = once(child, 'close');
  // What it said last is read after its exit.
  let isOver = false;
  child.once('close', () => (isOver = true));
  const until = async (said: RegExp) => {
    const giveUp = AbortSignal.timeout(120_000);
    while (!said.test(stdout() + stderr())) {
      if (giveUp.aborted || isOver) throw new Error(`It said: ${stdout()}${stderr()}`);
      await setTimeout(20);
    }
  };
  await until(ready);
  return {
    stdout,
    stderr,
    until,
    async stop() {
      child.kill('SIGINT');
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

/** Starts `petstore serve`. Resolves once it listens. */
export async function serve(
  env: Record<string, string> & { DATA_DIR: string },
  args: readonly string[] = [],
  [command, ...before]: readonly [string, ...string[]] = ['bin/petstore'],
): Promise<Running> {
  const { child, stdout, stderr } = start(command, [...before, 'serve', ...args], env);
  const ended = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (/ Data +/.test(stdout())) resolve();
    });
    child.once('close', (code) => reject(new Error(`petstore serve ended with ${code}: ${stderr()}`)));
  });
  // The banner is one write: the keys are in the output now.
  const address = (title: string) => new RegExp(`^ *${title} +(http:\\S+)/v1$`, 'm').exec(stdout())?.[1] ?? '';
  const key = (title: string) => new RegExp(`^ *${title} +(psk_\\w+)$`, 'm').exec(stdout())?.[1];
  const keys = { production: key('Production'), staging: key('Staging') };
  return {
    child,
    production: address('Production'),
    staging: address('Staging'),
    keys: Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined)),
    stdout,
    stderr,
    async stop(signal = 'SIGTERM') {
      const since = performance.now();
      child.kill(signal);
      const [code, by] = await ended;
      return { code, signal: by, ms: performance.now() - since };
    },
  };
}

/** The log lines in the standard output of a process. */
export function logsOf(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** Sends one request with a key. */
export async function request(
  url: string,
  key?: string,
  { body, ...init }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    ...init,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...init.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}
