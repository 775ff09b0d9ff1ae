import { randomBytes } from 'node:crypto';
import { destination } from 'pino';
import { keyPrincipals } from '../accounts/keys/principals.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { AccountNotice } from '../accounts/schema.ts';
import { openSignIn } from '../accounts/sessions/sign-in.ts';
import { openAlerts } from '../alerts/open-alerts.ts';
import { categoryRoutes } from '../categories/routes.ts';
import { categoryStore } from '../categories/store.ts';
import { openPetfinder } from '../compat/petfinder/facade.ts';
import { auditRoutes } from '../events/audit-routes.ts';
import { eventRoutes } from '../events/routes.ts';
import { eventStore, isFor } from '../events/store.ts';
import { CHECK_INTERVAL_MS, FEED_INTERVAL_MS, openStreams } from '../events/stream.ts';
import { Failure } from '../failure.ts';
import type { App } from '../http/app.ts';
import { drainConnections } from '../http/connection/drain.ts';
import { openInFlight } from '../http/connection/in-flight.ts';
import { openUntaken } from '../http/connection/untaken.ts';
import { openWhileStarting } from '../http/connection/while-starting.ts';
import { pageCache } from '../http/page-cache.ts';
import { openLists } from '../http/paging.ts';
import { eitherOf } from '../http/principal.ts';
import { openScans } from '../http/scans.ts';
import { buildServer } from '../http/server.ts';
import { openEffects } from '../idempotency/effects.ts';
import { importRoutes } from '../importing/routes.ts';
import { openMailer } from '../mail/mailer.ts';
import { openMcp } from '../mcp/open-mcp.ts';
import { openMessages } from '../messages/open-messages.ts';
import { messageRoutes } from '../messages/routes.ts';
import { reservationRoutes } from '../orders/reservations/routes.ts';
import { orderRoutes } from '../orders/routes.ts';
import { ensureFirstOrganization } from '../organizations/first.ts';
import { logoFiles } from '../organizations/logos/files.ts';
import { logoRoutes } from '../organizations/logos/routes.ts';
import { logoStore } from '../organizations/logos/store.ts';
import { organizationRoutes } from '../organizations/routes.ts';
import { OrganizationNotice } from '../organizations/schema.ts';
import { VERSION } from '../package.ts';
import { personRoutes } from '../people/routes.ts';
import { PersonNotice } from '../people/schema.ts';
import type { CountedList } from '../pets/facets/routes.ts';
import { type PetPage, petRoutes } from '../pets/routes.ts';
import { ChangedPet, Pet } from '../pets/schema.ts';
import { petStore } from '../pets/store.ts';
import { vocabularyRoutes } from '../pets/vocabularies/routes.ts';
import { openPlaces } from '../places/places.ts';
import { openRequestLog } from '../request-log/open-request-log.ts';
import { openSecrets } from '../secrets/secrets.ts';
import { addressOf, listenFailure, originOf } from '../settings/origins.ts';
import { confirmsAddresses, type Settings, settingsOf, shownSettings } from '../settings/settings.ts';
import { openTestClock } from '../staging/clock/open-test-clock.ts';
import { ClockAdvance } from '../staging/clock/schema.ts';
import { openTestValues } from '../staging/values/open-test-values.ts';
import { statisticsRoutes } from '../statistics/routes.ts';
import { statisticsStore } from '../statistics/store.ts';
import { healthRoutes } from '../telemetry/health/routes.ts';
import { openLog, requestLines } from '../telemetry/log.ts';
import { openMetrics } from '../telemetry/metrics.ts';
import { openBackground } from '../time/background.ts';
import { waitInRealTime } from '../time/clock.ts';
import { nextDay } from '../vocabulary/animal-profile.ts';
import type { Environment } from '../vocabulary/environments.ts';
import { WebhookTest } from '../webhooks/schema.ts';
import { openWebhooks } from '../webhooks/webhooks.ts';
import { openEnvironment } from './environment.ts';
import { openHealthSamples } from './health.ts';
import { openLimiter } from './limiter.ts';
import { openMail } from './mail.ts';
import { networkOf } from './network.ts';
import { openOrders } from './orders.ts';
import type { Overrides } from './overrides.ts';
import { openAccountClosing, openPeople } from './people.ts';
import { openPhotos } from './photos.ts';
import { openPages } from './site.ts';
import { openSweeps } from './sweeps.ts';

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
 * The composition root: every part of the service is made here.
 *
 * @param closing receives the closing step of each part. They run in reverse order: the server first, the database last.
 */
async function buildService(
  closing: AsyncDisposableStack,
  environment: Environment,
  settings: Settings,
  overrides: Overrides,
): Promise<Service> {
  const logging = { level: settings.logLevel, environment, destination: overrides.logs ?? destination(1) };
  const log = openLog(logging);
  const startMs = performance.now();
  log.info({ version: VERSION, node: process.version, settings: shownSettings(settings) }, 'starting');
  const inFlight = openInFlight();
  const metrics = openMetrics({ ...overrides, environment, inFlight: inFlight.count });
  const { port, publicUrl } = settingsOf(environment, settings);
  const cannotListen = (cause: unknown) => {
    throw new Failure(listenFailure(cause as NodeJS.ErrnoException, settings.host, port, environment));
  };
  const starting = openWhileStarting({ host: addressOf(settings.host), port });
  closing.defer(() => starting.close());
  const opened = await openEnvironment(environment, settings, {
    serves: true,
    ...overrides,
    onCommit: (size) => metrics.commits.observe(size),
    onMigration({ step, of, name }) {
      if (name === undefined) log.info(`migrating: the database needs ${of} steps`);
      else log.info({ migration: name }, `migrating: step ${step} of ${of}`);
      return starting.answer(`migrating: step ${Math.max(step, 1)} of ${of}`).catch(cannotListen);
    },
  });
  const { database, now, outbox, accounts, organizations, links, wall } = opened;
  closing.defer(() => database.close());
  const secrets = await openSecrets(database, environment, settings.secretKey);
  const limiter = await openLimiter(environment, settings, {
    ...opened,
    log,
    now: overrides.now && now,
    onFallback: (isOn) => metrics.limiterFallback.set(isOn ? 1 : 0),
  });
  closing.defer(() =>
    limiter.close().catch((err: unknown) => {
      log.error({ err }, 'the limits could not be written: the counts of the last second are lost');
    }),
  );
  const principals = keyPrincipals({ accounts, environment, now });
  const { smtpUrl, mailFrom, signup, retentionDays } = settings;
  const sendMail = smtpUrl === '' ? undefined : openMailer({ url: smtpUrl, from: mailFrom });
  const origin = originOf(environment, settings);
  const pets = petStore(database, outbox, now);
  const signIn = openSignIn({
    ...opened,
    now: wall.now,
    pets,
    limiter,
    environment,
    random: randomBytes,
    browserSecret: secrets.ofService.browser_secret,
    log,
    principals,
    sendMail,
    confirms: confirmsAddresses(environment, settings),
    origin,
  });
  closing.defer(() => signIn.close());

  const places = openPlaces();
  const lists = openLists(secrets.ofService.cursor_secret);
  const scans = openScans(limiter);
  const { wait = waitInRealTime } = overrides;
  const testValues = openTestValues(environment, { wait, database, limiter });
  const effects = testValues.effectsOf(openEffects(database, wall.now));
  const categories = categoryStore(database, outbox);
  const strictCategories = settings.strictCategories === 'true';
  const { orders, notes, expiry, cancelling, place, removeAnimals, reservations, linkPathOf, composers } = openOrders(
    environment,
    settings,
    { ...opened, pets, secrets },
  );
  const logos = logoStore(database);
  const events = eventStore(database);
  const inbox = openMessages({ ...opened, log, origin });
  const { messages } = inbox;
  const streams = openStreams({
    events,
    // Past the cache of principals, which is up to a second old: with the interval between two checks that would be two seconds.
    principals: eitherOf({ find: principals.findUncached }, { find: signIn.principals.findWithoutUse }),
    log,
    gauge: metrics.streams,
    times: overrides.streams ?? {},
  });
  const first = await accounts.ensureOperator();
  await ensureFirstOrganization(database, now, settings);
  const firstLink =
    first && (await database.transaction((tx) => links.make(tx, { accountId: first.accountId, kind: 'first_start' })));
  const background = openBackground(log, (name, everyMs) => metrics.noteJob(name, everyMs, opened.wallNow()));
  const network = networkOf(settings, overrides.resolve);
  const webhooks = openWebhooks({
    ...opened,
    events,
    isFor,
    lists,
    scans,
    effects,
    background,
    log,
    randomBytes,
    secrets,
    random: Math.random,
    network: testValues.networkOf(network),
    origin,
  });
  closing.defer(() => webhooks.close());
  closing.defer(() => background.close());
  let isStopping = false;
  const requestIdStart = `req_${randomBytes(5).toString('hex')}`;
  const requestLog = openRequestLog({ database, background, lists, limiter, log, now, idStart: requestIdStart });
  closing.defer(() => requestLog.close());
  const { closing: accountClosing, onClosed } = openAccountClosing({
    ...opened,
    background,
    principals,
    cancelling,
    removeAnimals,
    removeWebhooks: webhooks.removeAll,
  });
  const people = openPeople({ ...opened, closing: accountClosing, cancelling });

  const deliverSoon = background.every(1_000, 'the delivery of messages', inbox.deliver);
  const expireSoon = background.every(1_000, 'the expiry of orders', expiry.writeDue);
  const hideSoon = background.every(1_000, 'the hiding of animals that have left', (stop) => pets.toHide.hideDue(stop));
  background.every(FEED_INTERVAL_MS, 'the feeding of streams', () => streams.feed());
  background.every(CHECK_INTERVAL_MS, 'the check of the credentials of streams', () => streams.endUnauthorized());
  const alerts = openAlerts({ ...opened, pets, places, background, origin, secrets: secrets.ofService });
  const aging = { background, events, webhooks, signIn, alerts, accountClosing, places, retentionDays };
  const statistics = statisticsStore(database);
  const sweep = openSweeps({ ...opened, ...aging, statistics });
  const leaving = { ...pets.toHide, wake: hideSoon };
  const dueSoon = { events, orders, expireSoon, leaving, messages, deliverSoon, deliveries: webhooks.due, sweep };
  const addClock = openTestClock(environment, { ...opened, background, log, effects, wait, ...dueSoon });

  const mails = {
    composers: { ...composers, ...inbox.composers, ...alerts.composers, ...webhooks.composers },
    onEnd: inbox.onMailEnd,
  };
  openMail({ ...opened, ...mails, background, send: sendMail, log });

  const credentials = { keys: principals, sessions: signIn.principals, cookie: signIn.cookie };
  const photos = await openPhotos(environment, settings, {
    ...opened,
    now: wall.now,
    clock: wall,
    background,
    log,
    metrics,
    pets,
    effects,
    scans,
    writeExpiry: expiry.writeExpiry,
    decoder: overrides.decoder,
    credentials,
    network,
  });
  closing.defer(() => photos.close());
  const health = openHealthSamples({ ...opened, background, metrics, now: wall.now, messages, photos, webhooks });

  const caching = {
    version: () => database.version(),
    now,
    // Ages change at midnight.
    nextChange: async (afterMs: number) => Math.min(await orders.nextHoldEnd(afterMs), nextDay(afterMs)),
  };
  const siteParts = {
    ...opened,
    pets,
    photos: photos.photos,
    categories,
    mail: sendMail !== undefined,
    caching,
  };
  const petfinder = openPetfinder(settings, { ...siteParts, principals, places, scans, secrets, publicUrl });
  const { site, addForPrograms } = await openPages(environment, settings, siteParts, overrides.pages);

  if (site.missing !== undefined) log.warn(site.missing);

  const http = buildServer({
    settings,
    requestIdStart,
    inFlight,
    onConnectionRefused: () => metrics.connectionsRefused.inc(),
    untaken: openUntaken(inFlight.of, overrides.readers),
    now,
    isAhead: environment === 'staging',
    credentials,
    limiter,
    database,
    log,
    writeRequestLine: requestLines(log, logging),
    metrics,
    isStopping: () => isStopping,
    recordRequest: requestLog.record,
    addRoutes(v1) {
      requestLog.addRoutes(v1);
      petRoutes(v1, {
        pets,
        pages: pageCache<PetPage>({ ...caching, maxEntries: 200 }),
        counted: pageCache<CountedList>({ ...caching, maxEntries: 20 }),
        organizations,
        photos: photos.photos,
        writeExpiry: expiry.writeExpiry,
        categories,
        strictCategories,
        lists,
        scans,
        places,
        effects,
        now,
      });
      photos.addRoutes(v1);
      categoryRoutes(v1, { categories, lists, effects });
      vocabularyRoutes(v1);
      organizationRoutes(v1, {
        organizations,
        places,
        lists,
        effects,
        now,
        cancelOrders: cancelling.ofOrganization,
        onStandingChanged: () => principals.clear(),
      });
      logoRoutes(v1, { organizations, logos, effects });
      addClock(v1);
      statisticsRoutes(v1, { statistics, scans, now });
      orderRoutes(v1, { orders, notes, pets, place, cancelling, lists, scans, effects, now, publicUrl, linkPathOf });
      reservationRoutes(v1, { orders, pets, reservations, effects });
      eventRoutes(v1, { events, streams, lists });
      auditRoutes(v1, { events, pets, orders, lists });
      inbox.addInboxRoutes(v1, { accounts, organizations, lists, effects });
      alerts.addRoutes(v1, effects);
      webhooks.addRoutes(v1);
      personRoutes(v1, { people, effects, onChanged: onClosed });
      healthRoutes(v1, health);
      accountRoutes(v1, {
        ...opened,
        principals,
        limiter,
        lists,
        effects,
        closing: accountClosing,
        onClosed,
        cancelOrders: cancelling.ofSuspended,
        sendInvitation: signIn.sendInvitation,
        publicUrl,
        signup,
        confirmAddress: signIn.confirmAddress,
      });
    },
    mounted: {
      prefix: settings.messagesBasePath,
      addRoutes: (app) => messageRoutes(app, { messages, pets, lists, effects, onAccepted: deliverSoon }),
    },
    facade: petfinder.facade,
    ...openMcp({ environment, settings, now, renderError: petfinder.renderError }),
    site,
    addFileRoutes(app) {
      logoFiles(app, logos);
      addForPrograms(app);
      photos.addFileRoutes(app);
    },
    addSessionRoutes(app) {
      signIn.addRoutes(app, { closing: accountClosing, onClosed });
      importRoutes(app, { database, accounts, pets, categories, strictCategories, ...photos.imported, scans, log });
    },
    eventShapes: [Pet, ChangedPet, AccountNotice, OrganizationNotice, PersonNotice, ClockAdvance, WebhookTest],
    onBan: (keyId) => {
      accounts.keys
        .noteBan(keyId)
        .catch((err: unknown) => log.error({ err, keyId }, 'the event of a ban could not be written'));
    },
  });
  closing.defer(() => http.close());
  closing.defer(() => drainConnections(http.server, settings.drainSeconds * 1_000));
  closing.defer(() => streams.close());
  closing.defer(() => inFlight.closeAfterResponse());
  closing.defer(async () => {
    isStopping = true;
    log.info('stopping');
    if (http.server.listening) await waitInRealTime(settings.shutdownDelaySeconds * 1_000);
  });

  return {
    environment,
    http,
    firstKey: first?.key,
    firstLink: firstLink?.path,
    async listen() {
      const address = await http.listen(starting.listenOptions()).catch(cannotListen);
      starting.leave();
      log.info({ address, ms: Math.round(performance.now() - startMs) }, 'ready');
      return address;
    },
    async close() {
      await closing.disposeAsync();
      log.info('stopped');
    },
  };
}
