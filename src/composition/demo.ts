import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { destination } from 'pino';
import { categoryStore } from '../categories/store.ts';
import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { openInProcess } from '../http/connection/in-process.ts';
import { openLists } from '../http/paging.ts';
import { AT_COMMAND_LINE, type Principal } from '../http/principal.ts';
import type { Scans } from '../http/scans.ts';
import { openEffects } from '../idempotency/effects.ts';
import { notificationStore } from '../notifications/store.ts';
import { logoRoutes } from '../organizations/logos/routes.ts';
import { logoStore } from '../organizations/logos/store.ts';
import { organizationRoutes } from '../organizations/routes.ts';
import { photoAdding } from '../pets/photo-adding.ts';
import { photoRoutes } from '../pets/photo-routes.ts';
import { openDecoder } from '../pets/photos/decoding/decoder.ts';
import { photoStore } from '../pets/photos/store.ts';
import { petStore } from '../pets/store.ts';
import { openPlaces } from '../places/places.ts';
import { openSecrets } from '../secrets/secrets.ts';
import { originOf } from '../settings/origins.ts';
import { type Settings, settingsOf } from '../settings/settings.ts';
import { openLog } from '../telemetry/log.ts';
import type { RealNow } from '../time/clock.ts';
import { COMMAND_LINE } from '../vocabulary/actors.ts';
import type { Environment } from '../vocabulary/environments.ts';
import { PUBLISHABLE_SCOPES } from '../vocabulary/scopes.ts';
import { buildAccountChanges } from './account-changes.ts';
import { buildApplications } from './applications.ts';
import type { OpenEnvironment } from './environment.ts';
import { buildMessages } from './messages.ts';
import { buildOrders } from './orders.ts';
import { buildPets } from './pets.ts';
import { buildPhotoFiles } from './photo-files.ts';

/** An address for documentation (RFC 5737), so that no client's bounds count what the visitors of the demo do. */
const VISITORS_FROM = '192.0.2.1';

/** All visitors of the demo have one address. */
const MANY = 1_000;

/** Nobody pays for a command. */
const FREE: Scans = {
  nextTurn: async () => {},
  charge: async () => {},
  run: (_request, _reply, work) => work(async () => {}),
};

export type Demo = Awaited<ReturnType<typeof buildDemo>>;

/**
 * The operations that the demo calls on an environment's database, in this process and at the times of the environment's clock, and the removal
 * of what they have made. Nothing runs in the background, no limits apply, and no mail is sent.
 */
export async function buildDemo(open: OpenEnvironment, environment: Environment, settings: Settings) {
  const { database, outbox, now, organizations } = open;
  const background = onDemand();
  const core = {
    ...open,
    environment,
    background,
    log: openLog({ level: 'warn', environment, destination: destination(2) }),
    secrets: await openSecrets(database, environment, settings.secretKey),
    lists: openLists(randomBytes(32)),
    scans: FREE,
    effects: openEffects(database, open.realClock.now),
    places: openPlaces(),
    origin: originOf(environment, settings),
    publicUrl: settingsOf(environment, settings).publicUrl,
  };
  const pets = petStore(database, outbox, now);
  const decoder = openDecoder();
  // Files that no photo names yet are younger than an hour only by the real time.
  const realNow = Date.now as RealNow;
  const files = await buildPhotoFiles(environment, settings, { database, now: realNow });
  const photos = photoStore(database, realNow);
  const messages = buildMessages(core, { pets });
  const { closing } = buildAccountChanges(open);

  const notifications = notificationStore(database, { now, isOn: false });
  const applicationsOf = (settings: Settings, orders: ReturnType<typeof buildOrders>) =>
    buildApplications({ ...core, settings }, { pets, orders });

  const routesOf = (settings: Settings) => (v1: App) => {
    const orders = buildOrders({ ...core, settings }, { pets });
    const { writeExpiry, cancelling } = orders;
    const caching = { version: () => database.version(), now, nextChange: async () => 0 };
    const animals = { pets, photos, categories: categoryStore(database, outbox), caching, writeExpiry };
    const adding = photoAdding({ pets, photos, files, decoder, writeExpiry, onLeftOver: leaveToSweep });
    buildPets({ ...core, settings }, animals).addRoutes(v1);
    photoRoutes(v1, { ...core, pets, photos, adding });
    organizationRoutes(v1, { ...core, cancelOrders: cancelling.ofOrganization, onStandingChanged: () => {} });
    logoRoutes(v1, { organizations, logos: logoStore(database), effects: core.effects });
    orders.addRoutes(v1, messages.written);
    applicationsOf(settings, orders).addRoutes(v1, notifications);
    messages.addRoutes(v1);
    messages.addInboxRoutes(v1, notifications);
  };

  return {
    /**
     * How staff of the organization and its visitors send requests, both with the account of the demo.
     *
     * @param orderHold how long orders hold their animals, in milliseconds
     */
    as(accountId: number, organizationId: number, orderHold: number) {
      const addRoutes = routesOf({ ...settings, orderHold, visitorOpenOrders: MANY });
      const account: Principal = { ...AT_COMMAND_LINE, accountId, operator: false };
      const staff: Principal = { ...account, organization: { id: organizationId, role: 'manager' } };
      const visitor: Principal = { ...account, scopes: new Set(PUBLISHABLE_SCOPES), origins: new Set() };
      return {
        staff: openInProcess(staff, settings, addRoutes),
        visitor: openInProcess(visitor, settings, addRoutes, VISITORS_FROM),
      };
    },

    /** Resolves when the messages that were sent are delivered. */
    async settled(): Promise<void> {
      await background.settled();
      // The service beside the command may be the one that delivers them, or has left them.
      while ((await messages.waiting(1)) > 0) {
        await setTimeout(20);
        messages.due.wake();
        await background.settled();
      }
    },

    /** Removes what the account has made, or visitors with it, and closes the account. */
    async remove(tx: Queries, accountId: number): Promise<void> {
      await closing.close(tx, accountId, COMMAND_LINE);
      const orders = buildOrders({ ...core, settings }, { pets });
      await applicationsOf(settings, orders).applications.removeOf(tx, accountId);
      await orders.removeAllOf(tx, accountId, COMMAND_LINE);
      await messages.removeAllOf(tx, accountId);
    },

    close: () => decoder.close(),
  };
}

/** The sweep of photos removes them. */
const leaveToSweep = (): void => {};

/** Runs jobs when they are woken, and only then. */
function onDemand() {
  let running: Promise<unknown> = Promise.resolve();
  const never = new AbortController().signal;
  return {
    every: (_ms: number, _name: string, work: (stop: AbortSignal) => Promise<unknown>) => () =>
      void (running = running.then(() => work(never))),
    settled: () => running,
  };
}
