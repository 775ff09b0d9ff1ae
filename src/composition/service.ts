import { randomBytes } from 'node:crypto';
import { destination } from 'pino';
import { Failure } from '../failure.ts';
import type { App } from '../http/app.ts';
import { drainConnections } from '../http/connection/drain.ts';
import { openInFlight } from '../http/connection/in-flight.ts';
import { openUnreadResponses } from '../http/connection/unread-responses.ts';
import { openWhileStarting } from '../http/connection/while-starting.ts';
import { buildServer } from '../http/server.ts';
import { ensureFirstOrganization } from '../organizations/first.ts';
import { VERSION } from '../package.ts';
import { addressOf, listenFailure } from '../settings/origins.ts';
import { type Settings, settingsOf, shownSettings } from '../settings/settings.ts';
import { openLog, requestLines } from '../telemetry/log.ts';
import { openMetrics } from '../telemetry/metrics.ts';
import { waitInRealTime } from '../time/clock.ts';
import type { Environment } from '../vocabulary/environments.ts';
import { buildCore } from './core.ts';
import { buildEnvironment } from './environment.ts';
import type { Overrides } from './overrides.ts';
import { buildRooms } from './rooms.ts';

export interface Service {
  readonly environment: Environment;
  readonly http: App;
  /** The operator's key; only on the first start. */
  readonly firstKey: string | undefined;
  /** The path of the page that sets the operator's password, once; only on the first start. */
  readonly firstLink: string | undefined;
  /** Resolves with the address, such as `http://127.0.0.1:8080`. */
  listen(): Promise<string>;
  /**
   * Finishes the requests that were accepted, writes what must be kept, and releases everything. Each step runs even if an earlier one
   * fails; the promise then rejects with the failure.
   */
  close(): Promise<void>;
}

/** Builds one environment of the service. It serves once `listen` is called. A start that fails leaves nothing open. */
export async function openService(
  environment: Environment,
  settings: Settings,
  overrides: Overrides = {},
): Promise<Service> {
  const closing = new AsyncDisposableStack();
  try {
    return await buildService(closing, environment, settings, overrides);
  } catch (failure) {
    // A failure to close must not hide why the start failed: it stands beside it.
    await closing.disposeAsync().catch((whileClosing: unknown) => {
      if (failure instanceof Error) Object.assign(failure, { whileClosing });
    });
    throw failure;
  }
}

/**
 * The life of one environment: it opens the database, makes the rooms and their HTTP interface, listens, and closes.
 *
 * @param closing receives the closing step of each part. They run in reverse order: the server first, the database last.
 */
async function buildService(
  closing: AsyncDisposableStack,
  environment: Environment,
  settings: Settings,
  overrides: Overrides,
): Promise<Service> {
  const startMs = performance.now();
  const logging = { level: settings.logLevel, environment, destination: overrides.logs ?? destination(1) };
  const log = openLog(logging);
  log.info({ version: VERSION, node: process.version, settings: shownSettings(settings) }, 'starting');
  const inFlight = openInFlight();
  const metrics = openMetrics({ ...overrides, environment, inFlight: inFlight.count });
  const { port } = settingsOf(environment, settings);
  const cannotListen = (cause: unknown) => {
    throw new Failure(listenFailure(cause as NodeJS.ErrnoException, settings.host, port, environment));
  };
  const starting = openWhileStarting({ host: addressOf(settings.host), port });
  closing.defer(() => starting.close());
  const opened = await buildEnvironment(environment, settings, {
    serves: true,
    ...overrides,
    onCommit: (size) => metrics.commits.observe(size),
    onMigration({ step, of, name }) {
      if (name === undefined) log.info(`migrating: the database needs ${of} steps`);
      else log.info({ migration: name }, `migrating: step ${step} of ${of}`);
      return starting.answer(`migrating: step ${Math.max(step, 1)} of ${of}`).catch(cannotListen);
    },
  });
  const { database, now, accounts, links } = opened;
  closing.defer(() => database.close());
  const core = await buildCore({ environment, settings, overrides, opened, log, metrics, closing });
  const requestIdStart = `req_${randomBytes(5).toString('hex')}`;
  const rooms = await buildRooms(core, { ...overrides, requestIdStart, closing });
  if (rooms.site.missing !== undefined) log.warn(rooms.site.missing);

  let isStopping = false;
  const http = buildServer({
    settings,
    requestIdStart,
    serviceId: core.serviceId,
    inFlight,
    onConnectionRefused: () => metrics.connectionsRefused.inc(),
    unread: openUnreadResponses(inFlight.of, overrides.readers),
    now,
    isAhead: environment === 'staging',
    credentials: rooms.credentials,
    limiter: core.limiter,
    database,
    log,
    writeRequestLine: requestLines(log, logging),
    metrics,
    isStopping: () => isStopping,
    recordRequest: rooms.recordRequest,
    addRoutes: rooms.addRoutes,
    mounted: { prefix: settings.messagesBasePath, addRoutes: rooms.addMessageRoutes },
    interfaces: rooms.interfaces,
    site: rooms.site,
    addFileRoutes: rooms.addFileRoutes,
    addSessionRoutes: rooms.addSessionRoutes,
    eventShapes: rooms.eventShapes,
    onBan: (keyId) => {
      accounts.keys
        .noteBan(keyId)
        .catch((err: unknown) => log.error({ err, keyId }, 'the event of a ban could not be written'));
    },
  });
  closing.defer(() => http.close());
  closing.defer(() => drainConnections(http.server, settings.drainSeconds * 1_000));
  closing.defer(() => rooms.streams.close());
  closing.defer(() => inFlight.closeAfterResponse());
  closing.defer(async () => {
    isStopping = true;
    log.info('stopping');
    if (http.server.listening) await waitInRealTime(settings.shutdownDelaySeconds * 1_000);
  });

  let firstKey: string | undefined;
  let firstLink: string | undefined;
  async function makeOperator(): Promise<void> {
    const first = await accounts.ensureOperator();
    firstKey = first?.key;
    await ensureFirstOrganization(database, now, settings);
    if (first === undefined) return;
    const { accountId } = first;
    firstLink = (await database.transaction((tx) => links.make(tx, { accountId, kind: 'first_start' }))).path;
  }

  return {
    environment,
    http,
    get firstKey() {
      return firstKey;
    },
    get firstLink() {
      return firstLink;
    },
    async listen() {
      const address = await http.listen(starting.listenOptions()).catch(cannotListen);
      starting.leave();
      // Only now: nobody would see the key of a start that fails.
      await makeOperator();
      log.info({ address, ms: Math.round(performance.now() - startMs) }, 'ready');
      return address;
    },
    async close() {
      await closing.disposeAsync();
      log.info('stopped');
    },
  };
}
