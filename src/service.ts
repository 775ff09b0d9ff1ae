import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type DestinationStream, destination } from 'pino';
import { openPrincipals } from './accounts/principals.ts';
import { accountRoutes } from './accounts/routes.ts';
import { accountStore } from './accounts/store.ts';
import { keptSecret } from './database/secret.ts';
import { openSqlite } from './database/sqlite.ts';
import type { App } from './http/app.ts';
import { drain, openInFlight } from './http/drain.ts';
import { exactCache } from './http/exact-cache.ts';
import { openLog, requestLines } from './http/log.ts';
import { openMetrics } from './http/observe.ts';
import { cursors } from './http/paging.ts';
import { buildServer } from './http/server.ts';
import { limitLedger } from './limits/ledger.ts';
import { openMemoryLimiter } from './limits/memory.ts';
import { petRoutes } from './pets/routes.ts';
import { petStore } from './pets/store.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

export const ENVIRONMENTS = ['production', 'staging'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What tests put in the place of the real thing. */
export interface Overrides {
  /** Unix milliseconds. */
  readonly now?: () => number;
  readonly logs?: DestinationStream;
}

export interface Service {
  readonly environment: Environment;
  readonly http: App;
  /** The operator's key, of the first start only. */
  readonly firstKey: string | undefined;
  /** Resolves with the address, such as `http://127.0.0.1:8080`. */
  listen(): Promise<string>;
  /** Lets accepted requests finish, writes what must be kept, and lets go of everything. */
  close(): Promise<void>;
}

/** One environment's database, and the accounts in it: all that the command line needs. */
export async function openStore(
  environment: Environment,
  settings: Settings,
  overrides: Overrides & { onCommit?: (size: number) => void } = {},
) {
  const { now = Date.now, ...options } = overrides;
  const file = join(settings.dataDir, `${environment}.sqlite`);
  const database = await openSqlite({ file, ...options }).catch((cause: unknown) => {
    throw new StartError(storeFailure(file, cause));
  });
  return { database, now, accounts: accountStore({ database, environment, now, random: randomBytes }) };
}

/** Builds one environment of the service, with every part of it in sight. It serves once `listen` is called. */
export async function openService(
  environment: Environment,
  settings: Settings,
  overrides: Overrides = {},
): Promise<Service> {
  const logging = { level: settings.logLevel, environment, destination: overrides.logs ?? destination(1) };
  const log = openLog(logging);
  const inFlight = openInFlight();
  const metrics = openMetrics(environment, inFlight.count);
  const { database, now, accounts } = await openStore(environment, settings, {
    ...overrides,
    onCommit: (size) => metrics.commits.observe(size),
  });
  const limiter = await openMemoryLimiter({
    ledger: limitLedger(database),
    now,
    onError: (err) => log.error({ err }, 'the limits could not be written; trying again'),
  });
  const principals = openPrincipals({ accounts, environment, now });
  const cursorSeal = cursors(await keptSecret(database, 'cursor_secret', () => randomBytes(32)));
  const pets = petStore(database, now);
  const firstKey = await accounts.ensureOperator();

  const http = buildServer({
    limits: {
      bodyBytes: settings.maxBodyBytes,
      jsonDepth: settings.maxJsonDepth,
      urlBytes: settings.maxUrlBytes,
      headerBytes: settings.maxHeaderBytes,
      headersTimeoutMs: settings.headersTimeoutSeconds * 1_000,
      requestTimeoutMs: settings.requestTimeoutSeconds * 1_000,
      anonymousPerMinute: settings.anonymousPerMinute,
    },
    trustedProxies: settings.trustedProxies,
    requestIdPrefix: randomBytes(5).toString('hex'),
    inFlight,
    now,
    principals,
    limiter,
    database,
    log,
    writeRequestLine: requestLines(log, logging),
    metrics,
    addRoutes(v1) {
      petRoutes(v1, { pets, pages: exactCache(() => database.version(), 200), cursors: cursorSeal });
      accountRoutes(v1, { accounts, principals, limiter, cursors: cursorSeal, now, signup: settings.signup });
    },
  });

  const port = environment === 'production' ? settings.port : settings.stagingPort;
  return {
    environment,
    http,
    firstKey,
    listen: () =>
      http.listen({ host: addressOf(settings.host), port }).catch((cause: unknown) => {
        throw new StartError(listenFailure(cause as NodeJS.ErrnoException, settings.host, port, environment));
      }),
    close: async () => {
      inFlight.drain();
      await drain(http.server, settings.drainSeconds * 1_000);
      await http.close();
      await limiter.close().catch((err: unknown) => {
        log.error({ err }, 'the limits could not be written: the counts of the last second are lost');
      });
      await database.close();
    },
  };
}

function storeFailure(file: string, cause: unknown): string {
  const { message, code = '' } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : { message: String(cause) };
  const isPlace = /^(E[A-Z]+|SQLITE_(CANTOPEN|READONLY|FULL).*)$/.test(code);
  const advice = isPlace ? ' Set DATA_DIR to a folder that can be written.' : '';
  return `The store ${file} cannot be opened: ${message}.${advice}`;
}

/** Fastify makes a second server for `localhost`, which none of our own parts would know of. */
const addressOf = (host: string): string => (host === 'localhost' ? '127.0.0.1' : host);

function listenFailure(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
  environment: Environment,
): string {
  const setting = environment === 'production' ? 'PORT' : 'STAGING_PORT';
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken; stop what uses it, or set ${setting} to another.`;
  if (code === 'EACCES') return `Port ${port} needs more rights than this user has; set ${setting} to one above 1023.`;
  return `The service cannot listen on ${host}, port ${port}: ${message}.`;
}
