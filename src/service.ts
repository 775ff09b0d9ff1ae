import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type DestinationStream, destination } from 'pino';
import { openPrincipals } from './accounts/keys/principals.ts';
import { linkPath } from './accounts/links/store.ts';
import { accountRoutes } from './accounts/routes.ts';
import { openSignIn } from './accounts/sessions/sign-in.ts';
import { addressOf, listenFailure, originOf, portOf, publicUrlOf } from './addresses.ts';
import { openBackground } from './background.ts';
import { categoryRoutes } from './categories/routes.ts';
import { categoryStore } from './categories/store.ts';
import type { Database, Queries } from './database/database.ts';
import { keptSecret } from './database/secret.ts';
import { eventRoutes } from './events/routes.ts';
import { eventStore, isFor } from './events/store.ts';
import { openStreams, type StreamTimes } from './events/stream.ts';
import { Failure } from './failure.ts';
import type { App } from './http/app.ts';
import { drain, openInFlight } from './http/drain.ts';
import { exactCache } from './http/exact-cache.ts';
import { openLists } from './http/paging.ts';
import type { Principals } from './http/principal.ts';
import { buildServer } from './http/server.ts';
import { openPages } from './http/site/pages.ts';
import { openEffects } from './idempotency/effects.ts';
import { sweepAnswers } from './idempotency/kept-answers.ts';
import { limitLedger, sweepUsage } from './limits/ledger.ts';
import type { Limiter } from './limits/limiter.ts';
import { openMemoryLimiter } from './limits/memory.ts';
import { openMailer } from './mailer.ts';
import { openDelivery } from './messages/delivery.ts';
import { inboxRoutes, messageRoutes } from './messages/routes.ts';
import { messageStore } from './messages/store.ts';
import { openEnvironment } from './open-environment.ts';
import { openExpiry } from './orders/expiry.ts';
import { orderRoutes } from './orders/routes.ts';
import { orderStore } from './orders/store.ts';
import { type PetPage, petRoutes } from './pets/routes.ts';
import { petStore } from './pets/store.ts';
import type { Settings } from './settings.ts';
import { healthRoutes } from './telemetry/health/routes.ts';
import { openHealth, SAMPLE_MS } from './telemetry/health/samples.ts';
import { type Log, openLog, requestLines } from './telemetry/log.ts';
import { type Metrics, openMetrics } from './telemetry/observe.ts';
import { VERSION } from './version.ts';
import type { Environment } from './vocabulary/environments.ts';
import { EVENT_KINDS, KINDS } from './vocabulary/event-kinds.ts';
import { WebhookTest } from './webhooks/schema.ts';
import { dnsResolver, machineResolver, type Resolve } from './webhooks/sending/network.ts';
import { openWebhooks } from './webhooks/webhooks.ts';

/** What tests put in the place of the real thing. */
export interface Overrides {
  /** Unix milliseconds. */
  readonly now?: () => number;
  readonly logs?: DestinationStream;
  /** What a webhook's host name resolves to. */
  readonly resolve?: Resolve;
  readonly streams?: Partial<StreamTimes>;
  /** The folder of the built pages. */
  readonly pages?: string;
  /** After so long PostgreSQL counts as not answering. */
  readonly deadlineMs?: number;
}

export interface Service {
  readonly environment: Environment;
  readonly http: App;
  /** The operator's key, of the first start only. */
  readonly firstKey: string | undefined;
  /** The path of the page that sets the operator's password once, of the first start only. */
  readonly firstLink: string | undefined;
  /** Resolves with the address, such as `http://127.0.0.1:8080`. */
  listen(): Promise<string>;
  /** Lets accepted requests finish, writes what must be kept, and lets go of everything. */
  close(): Promise<void>;
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
  const { database, now, newId, outbox, accounts, links } = await openEnvironment(environment, settings, {
    ...overrides,
    onCommit: (size) => metrics.commits.observe(size),
  });
  const limiter = await openLimiter(environment, settings, { database, log, metrics, overrides });
  const principals = openPrincipals({ accounts, environment, now });
  const port = portOf(environment, settings);
  const { smtpUrl, mailFrom, signup } = settings;
  const sendMail = smtpUrl === '' ? undefined : openMailer({ url: smtpUrl, from: mailFrom, log });
  const signIn = openSignIn({
    database,
    accounts,
    links,
    limiter,
    environment,
    now,
    random: randomBytes,
    browserSecret: await keptSecret(database, 'browser_secret', () => randomBytes(32)),
    log,
    sendMail,
    origin: originOf(environment, settings),
  });
  const lists = openLists(await keptSecret(database, 'cursor_secret', () => randomBytes(32)));
  const effects = openEffects({ database, now });
  const pets = petStore(database, outbox, now);
  const categories = categoryStore(database, outbox);
  const orders = orderStore(database, outbox, now);
  const events = eventStore(database);
  const streams = openStreams({
    events,
    // Not as the cache has it, which is up to a second old: that and the time until the next look would be two.
    principals: eitherOf({ find: principals.look }, signIn.onlookers),
    log,
    gauge: metrics.streams,
    times: overrides.streams ?? {},
  });
  const messages = messageStore(database, outbox, { now, newId });
  const expiry = openExpiry({ database, orders, pets, now });
  const first = await accounts.ensureOperator();
  const firstLink = first && (await database.transaction((tx) => links.make(tx, first.accountId)));

  const background = openBackground(log);
  const deliverSoon = background.every(1_000, 'the delivery of messages', openDelivery({ database, messages, log }));

  const allowPrivate = settings.webhooksAllowPrivate === 'true';
  const webhooks = openWebhooks({
    database,
    outbox,
    events,
    isFor,
    lists,
    effects,
    background,
    log,
    now,
    randomBytes,
    random: Math.random,
    allowPrivate,
    resolve: overrides.resolve ?? (allowPrivate ? machineResolver : dnsResolver()),
  });

  const health = openHealth({
    metrics,
    now,
    queues: async () => ({
      messages: await messages.waiting(mostCounted),
      deliveries: await webhooks.backlog(mostCounted),
    }),
  });
  const pages = await openPages(overrides.pages ?? builtPages, async () => ({
    environment,
    version: VERSION,
    boardKey: await accounts.boardKey(),
    signup,
    mail: sendMail !== undefined,
  }));

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
    credentials: { keys: principals, sessions: signIn.principals, cookie: signIn.cookie },
    limiter,
    database,
    log,
    writeRequestLine: requestLines(log, logging),
    metrics,
    addRoutes(v1) {
      v1.addHook('preHandler', expiry.beforeRequest);
      const petPages = exactCache<PetPage>(() => database.version(), 200);
      const { orderHold: holdMs } = settings;
      const strictCategories = settings.strictCategories === 'true';
      petRoutes(v1, { pets, pages: petPages, orders, categories, strictCategories, lists, effects });
      categoryRoutes(v1, { categories, lists, effects });
      orderRoutes(v1, { orders, pets, expiry, holdMs, lists, effects });
      eventRoutes(v1, { events, streams });
      inboxRoutes(v1, { messages, lists });
      webhooks.addRoutes(v1);
      healthRoutes(v1, health);
      const publicUrl = publicUrlOf(environment, settings);
      accountRoutes(v1, { accounts, principals, limiter, lists, effects, links, publicUrl, now, signup });
    },
    mounted: {
      prefix: settings.messagesBasePath,
      addRoutes: (app) => messageRoutes(app, { messages, lists, effects, onAccepted: deliverSoon }),
    },
    pages,
    addSessionRoutes: (app) => signIn.addRoutes(app),
    told: { events: EVENT_KINDS.map((type) => ({ type, ...KINDS[type] })), shapes: [WebhookTest] },
    onBan: (keyId) => {
      accounts.keys
        .noteBan(keyId)
        .catch((err: unknown) => log.error({ err, keyId }, 'the event of a ban could not be written'));
    },
  });

  background.every(1_000, 'the expiry of orders', () => expiry.sweep());
  background.every(
    60_000,
    'the sweep of idempotency keys',
    byPieces(database, (tx) => sweepAnswers(tx, now())),
  );
  background.every(
    60_000,
    'the sweep of usage',
    byPieces(database, (tx) => sweepUsage(tx, now())),
  );
  background.every(
    60_000,
    'the sweep of events',
    byPieces(database, (tx) => events.sweep(tx, now())),
  );
  background.every(
    60_000,
    'the sweep of deliveries',
    byPieces(database, (tx) => webhooks.sweep(tx)),
  );
  background.every(
    60_000,
    'the sweep of sessions',
    byPieces(database, (tx) => signIn.sweep(tx)),
  );
  const sampleNow = background.every(SAMPLE_MS, 'the sampling of health', () => health.take());
  sampleNow();
  background.every(100, 'the feeding of streams', () => streams.feed());
  background.every(900, 'the check of who may follow', () => streams.dismiss());

  return {
    environment,
    http,
    firstKey: first?.key,
    firstLink: firstLink && linkPath(firstLink.token),
    listen: () =>
      http.listen({ host: addressOf(settings.host), port }).catch((cause: unknown) => {
        throw new Failure(listenFailure(cause as NodeJS.ErrnoException, settings.host, port, environment));
      }),
    close: async () => {
      inFlight.drain();
      streams.close();
      await drain(http.server, settings.drainSeconds * 1_000);
      await http.close();
      await background.close();
      await webhooks.close();
      await signIn.close();
      await limiter.close().catch((err: unknown) => {
        log.error({ err }, 'the limits could not be written: the counts of the last second are lost');
      });
      await database.close();
    },
  };
}

async function openLimiter(
  environment: Environment,
  settings: Settings,
  parts: { database: Database; log: Log; metrics: Metrics; overrides: Overrides },
): Promise<Limiter> {
  const { database, log, metrics, overrides } = parts;
  const url = environment === 'production' ? settings.redisUrl : settings.stagingRedisUrl;
  const ledger = limitLedger(database);
  const onError = (err: unknown) => log.error({ err }, 'the limits could not be written; trying until they are');
  if (url === '') return openMemoryLimiter({ ledger, now: overrides.now ?? Date.now, onError });
  // A service without Redis need not wait until its client is loaded.
  const { openRedisLimiter } = await import('./limits/redis/redis.ts');
  return openRedisLimiter({
    url,
    prefix: `petstore:${environment}:`,
    ledger,
    now: overrides.now,
    log,
    onFallback: (on) => metrics.limiterFallback.set(on ? 1 : 0),
    onError,
  });
}

/** Nobody needs to know exactly how many more wait. */
const mostCounted = 10_000;

/** What `npm run pages` makes of `web/`. */
const builtPages = fileURLToPath(new URL('../web/dist', import.meta.url));

/** A key and the token of a session do not look alike. */
const eitherOf = (keys: Principals, sessions: Principals): Principals => ({
  find: async (credential) => (await keys.find(credential)) ?? sessions.find(credential),
});

/** Each piece is a transaction, between which others come; it says whether there may be more. */
const byPieces = (database: Database, work: (tx: Queries) => Promise<boolean>) => async (stop: AbortSignal) => {
  while (!stop.aborted && (await database.transaction(work)));
};
