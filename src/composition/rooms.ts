import { keyPrincipals } from '../accounts/keys/principals.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { AccountNotice } from '../accounts/schema.ts';
import { adopterRoutes } from '../adopters/routes.ts';
import { categoryRoutes } from '../categories/routes.ts';
import { categoryStore } from '../categories/store.ts';
import { auditRoutes } from '../events/audit-routes.ts';
import { eventRoutes } from '../events/routes.ts';
import { eventStore } from '../events/store.ts';
import type { App } from '../http/app.ts';
import { healthRoutes } from '../http/health/routes.ts';
import { importRoutes } from '../importing/routes.ts';
import { undoingRoutes } from '../importing/undoing/routes.ts';
import { importStore } from '../importing/undoing/store.ts';
import type { DueWork } from '../jobs/background.ts';
import { notificationStore } from '../notifications/store.ts';
import { logoFiles } from '../organizations/logos/files.ts';
import { logoRoutes } from '../organizations/logos/routes.ts';
import { logoStore } from '../organizations/logos/store.ts';
import { organizationRoutes } from '../organizations/routes.ts';
import { OrganizationNotice } from '../organizations/schema.ts';
import { personRoutes } from '../people/routes.ts';
import { PersonNotice } from '../people/schema.ts';
import { photoStore } from '../pets/photos/store.ts';
import { pictureOfPet } from '../pets/picture.ts';
import { ChangedPet, Pet } from '../pets/schema.ts';
import { petStore } from '../pets/store.ts';
import { vocabularyRoutes } from '../pets/vocabularies/routes.ts';
import { boardAnimals } from '../site/animals/animals.ts';
import { ClockAdvance } from '../staging/clock/schema.ts';
import { statisticsRoutes } from '../statistics/routes.ts';
import { statisticsStore } from '../statistics/store.ts';
import { nextDay } from '../vocabulary/animal-profile.ts';
import { WebhookTest } from '../webhooks/schema.ts';
import { buildAccountClosing } from './account-closing.ts';
import { buildAlerts } from './alerts.ts';
import { buildApplications } from './applications.ts';
import { buildBackupJob } from './backup-job.ts';
import type { Core } from './core.ts';
import { buildDirectory } from './directory.ts';
import { buildHealth } from './health.ts';
import { buildInterest } from './interest.ts';
import { buildListingSites } from './listing-sites.ts';
import { buildMail } from './mail.ts';
import { buildMcp } from './mcp.ts';
import { buildMessages } from './messages.ts';
import { buildNotifications } from './notifications.ts';
import { buildOrders } from './orders.ts';
import type { Overrides } from './overrides.ts';
import { buildPeople } from './people.ts';
import { buildPetfinder } from './petfinder.ts';
import { buildPets } from './pets.ts';
import { buildPhotos } from './photos.ts';
import { buildPublicAddress } from './public-address.ts';
import { buildRequestLog } from './request-log.ts';
import { buildSessions } from './sessions.ts';
import { buildSetup } from './setup.ts';
import { buildSite } from './site.ts';
import { buildStagingClock } from './staging-clock.ts';
import { buildStreams } from './streams.ts';
import { buildSweeps } from './sweeps.ts';
import { buildWebhooks } from './webhooks.ts';

interface RoomsParts extends Pick<
  Overrides,
  'deadlineMs' | 'decoder' | 'mostInSitemap' | 'pages' | 'streams' | 'webhookMs'
> {
  /** The prefix of this process's request ids. */
  readonly requestIdStart: string;
  /** Receives the closing step of each room. */
  readonly closing: AsyncDisposableStack;
}

/**
 * Makes the rooms of one environment, in order of dependency, and names what each gets.
 *
 * @returns the parts of the server's interface
 */
export async function buildRooms(core: Core, parts: RoomsParts) {
  const { environment, settings, database, outbox, now, accounts, organizations, log } = core;
  const { lists, scans, effects, places, limiter } = core;
  const { requestIdStart, deadlineMs, decoder, pages, mostInSitemap, streams: times = {}, webhookMs, closing } = parts;

  const pets = petStore(database, outbox, now);
  const categories = categoryStore(database, outbox);
  const logos = logoStore(database);
  const events = eventStore(database);
  const statistics = statisticsStore(database);
  const imports = importStore(database, now);
  const principals = keyPrincipals({ accounts, environment, now });
  const sessions = buildSessions(core, { pets, principals });
  closing.defer(() => sessions.close());
  const webhooks = buildWebhooks(core, { events, attemptMs: webhookMs });
  closing.defer(() => webhooks.close());
  closing.defer(() => core.background.close());
  const requestLog = buildRequestLog(core, { idStart: requestIdStart });
  closing.defer(() => requestLog.close());
  const interest = buildInterest(core, { pets, statistics, isSignedIn: sessions.cookie.isSent });
  closing.defer(() => interest.close());

  const photoRows = photoStore(database, core.realNow);
  const pictureOf = pictureOfPet({ pets, photos: photoRows, origin: core.origin });
  const orders = buildOrders(core, { pets, pictureOf });
  const { writeExpiry, removeAnimals } = orders;
  const applications = buildApplications(core, { pets, orders, pictureOf });
  const { cancelling } = applications;
  const notices = notificationStore(database, { now, isOn: core.mails.isOn });
  const messages = buildMessages(core, { pets });
  const removeWebhooks = webhooks.removeAll;
  const ending = buildAccountClosing(core, { principals, cancelling, removeAnimals, removeWebhooks });
  const people = buildPeople(core, { closing: ending.closing, cancelling });
  const findSession = sessions.principals.findWithoutUse;
  const streams = buildStreams(core, { events, principals, findSession, times });
  const alerts = buildAlerts(core, { pets });

  const credentials = { keys: principals, sessions: sessions.principals, cookie: sessions.cookie };
  const photos = await buildPhotos(core, { pets, writeExpiry, credentials, decoder, patienceMs: deadlineMs });
  closing.defer(() => photos.close());
  const listingSites = buildListingSites(core, { pets, photos: photoRows, categories, notices });
  closing.defer(() => listingSites.close());
  const directory = buildDirectory(core, {
    pets,
    categories,
    photos: photos.photos,
    adding: photos.imported.adding,
  });
  closing.defer(() => directory.close());
  const notifications = buildNotifications(core, {
    notifications: notices,
    listingSite: (organizationId, site) => listingSites.sites.find({ organizationId, site }),
    events,
    orders: orders.orders,
    applications: applications.applications,
    followUps: orders.followUps,
    threads: messages.threads,
    pets,
    pictureOf,
  });
  const caching = {
    version: () => database.version(),
    now,
    // Ages change at midnight, and animals appear and leave at their organization's.
    nextChange: async (afterMs: number) =>
      Math.min(...(await Promise.all([orders.holds.next(afterMs), pets.toHide.next(afterMs)])), nextDay(afterMs)),
  };
  const animalRoom = buildPets(core, { pets, photos: photos.photos, categories, caching, writeExpiry });
  const backups = await buildBackupJob(core);
  const publicAddress = buildPublicAddress(core);
  const setup = buildSetup(core, { backups: backups.state, checkAddress: publicAddress.check });
  const mail = buildMail(core, {
    composers: {
      ...orders.composers,
      ...applications.composers,
      ...messages.composers,
      ...alerts.composers,
      ...notifications.composers,
      ...webhooks.composers,
      ...backups.composers,
      ...setup.composers,
    },
    onEnd: messages.onMailEnd,
    notices,
  });
  const sweep = buildSweeps(core, {
    events,
    webhooks,
    sessions,
    alerts,
    notifications,
    listingSites,
    mail,
    closing: ending.closing,
    statistics,
  });
  const work: DueWork[] = [
    orders.holds,
    applications.removed,
    animalRoom.hiding,
    messages.due,
    webhooks.due,
    listingSites.due,
  ];
  const mailing: DueWork[] = [alerts.searching, orders.following, notifications.due, mail.due];
  const addClock = buildStagingClock(core, { events, work, mailing, sweep });
  const health = buildHealth(core, { backups: backups.state, messages, photos, webhooks });
  const animals = boardAnimals({ pets, photos: photos.photos, categories, organizations, now });
  const petfinder = buildPetfinder(core, { pets, categories, animals, principals, caching });
  const mcp = buildMcp(core, credentials);
  const { site, addForPrograms } = await buildSite(core, { animals, caching, folder: pages, mostInSitemap });

  return {
    credentials,
    recordRequest: requestLog.record,
    streams,
    interfaces: petfinder === undefined ? [mcp] : [petfinder, mcp],
    site,
    /** Named shapes of events that no operation returns. */
    eventShapes: [Pet, ChangedPet, AccountNotice, OrganizationNotice, PersonNotice, ClockAdvance, WebhookTest],
    /** In the order of the description. */
    addRoutes: (v1: App): void => {
      requestLog.addRoutes(v1);
      animalRoom.addRoutes(v1);
      photos.addRoutes(v1);
      undoingRoutes(v1, { imports, database, pets, lists, effects });
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
      listingSites.addRoutes(v1);
      directory.addRoutes(v1);
      addClock(v1);
      mail.addRoutes(v1);
      statisticsRoutes(v1, { statistics, scans, now });
      interest.addRoutes(v1);
      orders.addRoutes(v1, messages.written);
      applications.addRoutes(v1, notices);
      adopterRoutes(v1, {
        orders: orders.orders,
        applications: applications.applications,
        threads: messages.threads,
        alerts,
        organizations,
        lists,
      });
      eventRoutes(v1, { events, streams, lists });
      auditRoutes(v1, { events, pets, orders: orders.orders, lists });
      messages.addInboxRoutes(v1, notices);
      alerts.addRoutes(v1);
      notifications.addRoutes(v1);
      webhooks.addRoutes(v1);
      personRoutes(v1, { people, effects, onChanged: ending.onClosed });
      healthRoutes(v1, health);
      setup.addRoutes(v1);
      accountRoutes(v1, {
        accounts,
        organizations,
        memberships: core.memberships,
        invitations: core.invitations,
        links: core.links,
        principals,
        limiter,
        lists,
        effects,
        now,
        closing: ending.closing,
        onClosed: ending.onClosed,
        cancelOrders: cancelling.ofSuspended,
        sendInvitation: sessions.sendInvitation,
        publicUrl: core.publicUrl,
        signup: settings.signup,
        confirmAddress: sessions.confirmAddress,
      });
    },
    addMessageRoutes: messages.addRoutes,
    addFileRoutes: (app: App): void => {
      logoFiles(app, logos);
      addForPrograms(app);
      photos.addFileRoutes(app);
      publicAddress.addRoutes(app);
    },
    addSessionRoutes: (app: App): void => {
      sessions.addRoutes(app, ending);
      const strictCategories = settings.strictCategories === 'true';
      const parts = { database, accounts, pets, categories, imports, ...photos.imported };
      importRoutes(app, { ...parts, strictCategories, now, scans, log });
    },
  };
}
