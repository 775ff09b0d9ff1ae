import { argon2 } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Registry } from 'prom-client';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Argon2id } from '../../src/accounts/passwords/hashing.ts';
import { buildEnvironment } from '../../src/composition/environment.ts';
import type { Overrides } from '../../src/composition/overrides.ts';
import { openService } from '../../src/composition/service.ts';
import { databaseFile, readSettings, type Settings } from '../../src/settings/settings.ts';
import { openProcessMetrics } from '../../src/telemetry/metrics.ts';
import type { EnvironmentMoment, RealMoment } from '../../src/time/clock.ts';
import type { Environment } from '../../src/vocabulary/environments.ts';
import { atEndOfTest } from './at-end.ts';
import { expectDescribed } from './described.ts';
import { noteClock } from './one-time.ts';
import { dropTestDatabase, testDatabase } from './postgres.ts';

/**
 * The databases, for what SQL decides: stores, races, lists, transactions, exact numbers, search. `describe.each(BACKENDS)('on %s', (_, start) => …)`.
 * Other tests run on SQLite alone.
 */
export const BACKENDS = [
  ['SQLite', startOnSqlite],
  ['PostgreSQL', startOnPostgres],
] as const satisfies readonly (readonly [string, Start])[];

/** The deadline of PostgreSQL in tests that are not about it: the machine may be busy. */
const patientMs = 60_000;

/** Argon2id at a thousandth of its cost, for tests that sign many people up and in. */
export const cheapArgon2id: Argon2id = (parameters) =>
  promisify(argon2)('argon2id', { ...parameters, memory: 64, passes: 1 });

export type Start = (options?: StartOptions) => Promise<TestService>;

/** A service for all tests of the file or `describe` that calls this. It runs until they have ended. */
export function sharedService(start: Start, options?: StartOptions): TestService {
  const service = {} as TestService;
  beforeAll(async () => void Object.assign(service, await start(options)));
  afterAll(() => service.close());
  return service;
}

/** The folder of the built site. */
export const builtPages = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * What differs from the test of usual things, for which Argon2id costs little, PostgreSQL has `patientMs`, there is no site (`builtPages`), and
 * `/metrics` shows at once what a test has caused.
 */
export interface StartOptions extends Overrides {
  readonly environment?: Environment;
  readonly settings?: Partial<Settings>;
  /** The data folder of another service: to start on its data, after it or beside it. */
  readonly dataDir?: string;
  /** A test starts it for the tests after it, which end it. */
  readonly outlivesTest?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body; undefined if there is none. */
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- what came over the wire is not typed
  readonly text: string;
}

export interface CallOptions {
  /** The key to send, by default the operator's; null sends none. */
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; strings and bytes are sent unchanged. */
  readonly body?: unknown;
}

/** A real service on a free port, and a client for it. One that a test starts is closed when the test has ended. */
export interface TestService {
  readonly origin: string;
  readonly dataDir: string;
  readonly settings: Settings;
  /** The key of the operator's account, on Enterprise. */
  readonly operatorKey: string;
  /** The path of the page that sets the operator's password. */
  readonly operatorLink: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Creates an account with a key beside the running service, as the command line does. */
  newAccount(options?: {
    plan?: 'free' | 'pro' | 'business' | 'enterprise';
    email?: string;
    limits?: { perMinute: number; perDay: number };
  }): Promise<{ key: string; accountId: number; keyId: number }>;
  /** Opens the service's environment beside it, in the service's time. Its database is closed when the test has ended that opens it. */
  beside(): ReturnType<typeof buildEnvironment>;
  close(): Promise<void>;
  /** Closes the service and keeps the data for another start. */
  stop(): Promise<void>;
}

/** The database that belongs to a data folder. */
interface TestDatabase {
  readonly settings: Partial<Settings>;
  remove(): Promise<void>;
}

export function startOnSqlite(options: StartOptions = {}): Promise<TestService> {
  return startOn(options, async (dataDir, environment) => {
    // A copy of the migrated database, unless the folder has one.
    const file = databaseFile(environment, { dataDir });
    await copyFile(inject('sqliteTemplate'), file, constants.COPYFILE_EXCL).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    return { settings: {}, remove: async () => {} };
  });
}

/** Each folder has a database of its own for each environment. */
export function startOnPostgres(options: StartOptions = {}): Promise<TestService> {
  return startOn(options, async (dataDir, environment) => {
    const name = `${basename(dataDir)}-${environment}`;
    const url = await testDatabase(name);
    return {
      settings: environment === 'production' ? { databaseUrl: url } : { stagingDatabaseUrl: url },
      remove: () => dropTestDatabase(name),
    };
  });
}

/** Of this worker, for all services that it starts: they would measure it until it ends, each for itself, and keep the closed services in memory. */
const processMetrics: Partial<Record<Environment, Registry>> = {};

async function startOn(
  { environment = 'production', settings: some, dataDir: folder, outlivesTest = false, ...rest }: StartOptions,
  prepare: (dataDir: string, environment: Environment) => Promise<TestDatabase>,
): Promise<TestService> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'petstore-test-')));
  const database = await prepare(dataDir, environment);
  const settings: Settings = {
    ...readSettings({}),
    port: 0,
    stagingPort: 0,
    dataDir,
    logLevel: 'silent',
    ...database.settings,
    ...some,
  };
  const overrides: Overrides = {
    pages: join(dataDir, 'no-pages'),
    deadlineMs: patientMs,
    argon2id: cheapArgon2id,
    metricsAgeMs: 0,
    processMetrics: (processMetrics[environment] ??= openProcessMetrics(environment)),
    ...rest,
  };
  const service = await openService(environment, settings, overrides);
  const origin = await service.listen();
  if (rest.now !== undefined) noteClock(rest.now, dataDir, settings.databaseUrl, settings.stagingDatabaseUrl);
  // Opening a database costs as much as dozens of requests: it stays open for all accounts.
  const openBeside = () => buildEnvironment(environment, settings, overrides);
  let forAccounts: ReturnType<typeof openBeside> | undefined;
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    await (await forAccounts)?.database.close();
    forAccounts = undefined;
    endIdleConnections(origin);
    await service.close();
  };
  const close = async () => {
    await stop();
    await database.remove();
    await rm(dataDir, { recursive: true });
  };
  if (!outlivesTest) atEndOfTest(() => (isStopped ? undefined : close()));
  return {
    origin,
    dataDir,
    settings,
    operatorKey: service.firstKey ?? '',
    operatorLink: service.firstLink ?? '',
    call: (method, path, callOptions = {}) =>
      call(environment, origin, method, path, { key: service.firstKey ?? null, ...callOptions }),
    async newAccount({ plan = 'enterprise', ...rest } = {}) {
      const { accounts } = await (forAccounts ??= openBeside());
      return accounts.createKey({ plan, ...rest });
    },
    async beside() {
      const { database: opened, ...others } = await openBeside();
      let closing: Promise<void> | undefined;
      const close = () => (closing ??= opened.close());
      atEndOfTest(close);
      return { ...others, database: { ...opened, close } };
    },
    stop,
    close,
  };
}

/** Keeps connections open, as `fetch` does, for a third of its processor time: the tests send very many requests. */
const agent = new Agent({ keepAlive: true });

/** A service that closes waits half a second for requests that may be on their way over such connections. */
function endIdleConnections(origin: string): void {
  const { hostname: host, port } = new URL(origin);
  for (const socket of agent.freeSockets[agent.getName({ host, port: Number(port) })] ?? []) socket.destroy();
}

async function call(
  environment: Environment,
  origin: string,
  method: string,
  path: string,
  { key, headers = {}, body }: CallOptions,
): Promise<Answer> {
  const isJson = typeof body !== 'string' && !(body instanceof Uint8Array);
  const bytes = body === undefined ? undefined : Buffer.from(isJson ? JSON.stringify(body) : body);
  const options: RequestOptions = {
    agent,
    method,
    headers: {
      ...(key === null || key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
      ...headers,
    },
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let text = '';
  // Without dots and backslashes, which a path may have.
  const url = new URL(origin + path);
  request(url, options, (response) => {
    response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    response.on('end', () => resolve(response)).on('error', reject);
  })
    .on('error', reject)
    .end(bytes);
  const response = await promise;
  let seen: Headers | undefined;
  const status = response.statusCode ?? 0;
  const isJsonAnswer = response.headers['content-type']?.startsWith('application/json') === true;
  const answered = isJsonAnswer && text !== '' ? JSON.parse(text) : undefined;
  expectDescribed({ environment, method, path: url.pathname, status, headers: response.headers, body: answered, text });
  return {
    status,
    // Built on demand: this takes longer than the rest of the call.
    get headers() {
      return (seen ??= new Headers(
        Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        ),
      ));
    },
    body: answered,
    text,
  };
}

/** The `Link` header by relation. RFC 8288. */
export function linksOf(answer: Answer): Record<string, string> {
  const links = [...(answer.headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="([^"]+)"/g)];
  return Object.fromEntries(links.map(([, target = '', rel = '']) => [rel, target]));
}

/** The day on which tests live that say no other: `GET /pets/{petId}` is removed in 2030, and holds, ages and years end. */
const TEST_DAY = Date.UTC(2026, 10, 21, 9);

/** A test's clock is the environment's and the real one. */
export type TestNow = () => EnvironmentMoment & RealMoment;
export const testNow = (now: () => number): TestNow => now as TestNow;

/** A clock that runs. */
export function runningClock(startMs = TEST_DAY): TestNow {
  const aheadMs = startMs - performance.now();
  return testNow(() => Math.floor(performance.now() + aheadMs));
}

/** A clock that only the test advances. */
export function testClock(startMs = TEST_DAY): {
  now: TestNow;
  advance: (ms: number) => void;
  set: (ms: number) => void;
} {
  let nowMs = startMs;
  return {
    now: testNow(() => nowMs),
    advance: (ms) => (nowMs += ms),
    set: (ms) => (nowMs = ms),
  };
}
