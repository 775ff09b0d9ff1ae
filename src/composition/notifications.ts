import type { Queries } from '../database/database.ts';
import type { EventStore } from '../events/store.ts';
import type { App } from '../http/app.ts';
import type { DueWork } from '../jobs/background.ts';
import type { ThreadStore } from '../messages/threads/store.ts';
import { digestStore } from '../notifications/digest-store.ts';
import { openFollowing } from '../notifications/following.ts';
import { endLinks } from '../notifications/links.ts';
import { notificationMails, type NotificationMailParts } from '../notifications/mails.ts';
import { notificationRoutes } from '../notifications/routes.ts';
import type { NotificationStore } from '../notifications/store.ts';
import { openTelling } from '../notifications/telling.ts';
import type { ApplicationStore } from '../orders/applications/store.ts';
import type { FollowUpStore } from '../orders/follow-ups/store.ts';
import type { OrderStore } from '../orders/store.ts';
import type { PictureOf } from '../pets/picture.ts';
import type { PetStore } from '../pets/store.ts';
import type { Core } from './core.ts';

interface NotificationParts {
  readonly notifications: NotificationStore;
  readonly events: EventStore;
  readonly orders: OrderStore;
  readonly applications: ApplicationStore;
  readonly followUps: FollowUpStore;
  readonly threads: ThreadStore;
  readonly listingSite: NotificationMailParts['listingSite'];
  readonly pets: PetStore;
  readonly pictureOf: PictureOf;
}

/** What members of organizations are told by mail, and how they choose. */
export function buildNotifications(core: Core, parts: NotificationParts) {
  const { isOn } = parts.notifications;
  const { database, now, mails, organizations, effects, background, origin } = core;
  const { notifications, events } = parts;
  const links = endLinks(core.secrets.ofService.reservation_secret, origin);
  const following = openFollowing({ database, events, notifications, now });
  const telling = openTelling({ database, notifications, mails, now });
  const tellSoon = isOn
    ? background.every(1_000, 'the telling of members', async (stop) => {
        await following.follow(stop);
        await telling.tell(stop);
      })
    : () => {};
  const due: DueWork = {
    isBusy: async () => isOn && ((await following.isBehind()) || (await telling.isBusy())),
    next: async (afterMs) => (isOn ? telling.next(afterMs) : Infinity),
    wake: tellSoon,
  };
  return {
    due,
    composers: notificationMails({
      ...parts,
      digest: digestStore(database),
      organizations,
      links,
      origin,
      read: database.read,
      now,
    }),
    sweep: (tx: Queries, nowMs: number) => notifications.sweep(tx, nowMs),
    addRoutes: (v1: App): void => notificationRoutes(v1, { notifications, organizations, effects, links }),
  };
}
