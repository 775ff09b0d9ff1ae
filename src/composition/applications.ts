import type { App } from '../http/app.ts';
import type { Background, DueWork } from '../jobs/background.ts';
import type { NotificationStore } from '../notifications/store.ts';
import { acceptance } from '../orders/applications/deciding.ts';
import { applicationLinks } from '../orders/applications/links.ts';
import { applicationMails } from '../orders/applications/mails.ts';
import { ownApplicationRoutes } from '../orders/applications/own-routes.ts';
import { openOwnApplications } from '../orders/applications/own.ts';
import { closingOfRemoved } from '../orders/applications/removed-pets.ts';
import { applicationRoutes } from '../orders/applications/routes.ts';
import { applicationStore } from '../orders/applications/store.ts';
import { openSubmitting } from '../orders/applications/submitting.ts';
import { alsoWithdrawing } from '../orders/applications/withdrawing.ts';
import type { PictureOf } from '../pets/picture.ts';
import type { PetStore } from '../pets/store.ts';
import { MOST_OPEN_APPLICATIONS } from '../vocabulary/application-lifecycle.ts';
import type { Core } from './core.ts';
import type { buildOrders } from './orders.ts';

type ApplicationParts = Pick<
  Core,
  'settings' | 'database' | 'outbox' | 'now' | 'mails' | 'organizations' | 'accounts'
> &
  Pick<Core, 'secrets' | 'origin' | 'publicUrl' | 'lists' | 'scans' | 'effects'> & {
    readonly background: Pick<Background, 'every'>;
  };

interface ApplicationRooms {
  readonly pets: PetStore;
  readonly orders: ReturnType<typeof buildOrders>;
  readonly pictureOf?: PictureOf;
}

/** Applications for animals, what makes orders of them, and what applicants see of theirs. */
export function buildApplications(
  core: ApplicationParts,
  { pets, orders: room, pictureOf = async () => [] }: ApplicationRooms,
) {
  const { settings, database, outbox, now, mails, organizations, accounts, secrets, background, origin } = core;
  const { publicUrl, lists, scans, effects } = core;
  const { orders, expiry, wishes, adoptionOf, link: orderLink } = room;
  const { orderHold: holdMs, visitorOpenOrders } = settings;
  const link = applicationLinks(secrets.ofService.reservation_secret);
  const applications = applicationStore({ database, outbox, now, mails });
  const questionsOf: typeof organizations.questionsOf = (tx, owner) => organizations.questionsOf(tx, owner);
  const { hashOf: linkHashOf, pathOf: linkPathOf } = link;
  const mostOfVisitor = Math.max(MOST_OPEN_APPLICATIONS, visitorOpenOrders);
  const submit = openSubmitting({
    applications,
    wishes,
    adoptionOf,
    questionsOf,
    mostOfVisitor,
    linkHashOf,
  });
  const accept = acceptance({ applications, orders, pets, expiry, holdMs, orderLinkHashOf: orderLink.hashOf });
  const own = openOwnApplications({ applications, orders, pets, organizations, now, orderPathOf: orderLink.pathOf });
  const closeSoon = background.every(
    1_000,
    'the applications for animals that have gone',
    closingOfRemoved(database, applications),
  );
  const removed: DueWork = {
    isBusy: async () => (await applications.ofRemovedPets(1)).length > 0,
    next: async () => Infinity,
    wake: closeSoon,
  };
  return {
    applications,
    removed,
    /** Ends what somebody has open: applications, too. */
    cancelling: alsoWithdrawing(room.cancelling, applications),
    composers: applicationMails({
      applications,
      pets,
      organizations,
      pictureOf,
      link,
      origin,
      mostUnseen: mostOfVisitor,
    }),
    addRoutes(v1: App, { noteAssigned }: Pick<NotificationStore, 'noteAssigned'>): void {
      applicationRoutes(v1, {
        applications,
        accounts,
        submit,
        accept,
        effects,
        lists,
        scans,
        now,
        publicUrl,
        linkPathOf,
        noteAssigned,
      });
      ownApplicationRoutes(v1, { applications, own, questionsOf, effects, publicUrl });
    },
  };
}
