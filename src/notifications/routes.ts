import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { FOR_MANAGERS, managedOrganization, principalOf } from '../http/principal.ts';
import type { Effects } from '../idempotency/effects.ts';
import { oneClickEnd } from '../mail/one-click-end.ts';
import { OrganizationParams } from '../organizations/schema.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import type { EndLinks } from './links.ts';
import {
  EndQuery,
  Notifications,
  NotificationsPatch,
  OrganizationNotifications,
  OrganizationNotificationsPatch,
} from './schema.ts';
import type { NotificationStore } from './store.ts';

export interface NotificationRouteParts {
  readonly notifications: NotificationStore;
  readonly organizations: OrganizationStore;
  readonly effects: Effects;
  readonly links: EndLinks;
}

/** How an account wants to be told of what happens in its organization. */
export function notificationRoutes(v1: App, parts: NotificationRouteParts): void {
  const { notifications, organizations, effects, links } = parts;
  const url = '/account/notifications';

  v1.get(url, {
    schema: {
      operationId: 'getNotifications',
      summary: 'Get what you are told of by mail',
      description:
        'How you are told of what happens in your organization. Until you choose, managers are told at once, and staff in the digest. What nobody is told of at once goes to the address of the organization.',
      response: { 200: Notifications },
    },
    config: { access: 'account', whose: 'account' },
    handler: (request) => notifications.choices(principalOf(request).accountId),
  });

  v1.patch(url, {
    schema: {
      operationId: 'updateNotifications',
      summary: 'Choose what you are told of by mail',
      description: 'Changes the given members. The choices end with the membership.',
      body: NotificationsPatch,
      response: { 200: Notifications },
    },
    config: { access: 'account', whose: 'account' },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const { accountId } = principalOf(request);
        await notifications.choose(tx, accountId, request.body);
        return notifications.choices(accountId, tx);
      }),
  });

  const urlOfOrganization = '/organizations/:organizationId/notifications';

  v1.get(urlOfOrganization, {
    schema: {
      operationId: 'getOrganizationNotifications',
      summary: 'Get what the address of an organization is told of',
      description: 'What the address of the organization is told of by mail, if none of its members is told at once.',
      params: OrganizationParams,
      response: { 200: OrganizationNotifications },
    },
    config: FOR_MANAGERS,
    handler: async (request) =>
      notifications.ownChoices((await managedOrganization(organizations, request)).organization.id),
  });

  v1.patch(urlOfOrganization, {
    schema: {
      operationId: 'updateOrganizationNotifications',
      summary: 'Choose what the address of an organization is told of',
      description: 'Changes the given members, also what a link in a mail has ended.',
      params: OrganizationParams,
      body: OrganizationNotificationsPatch,
      response: { 200: OrganizationNotifications },
    },
    config: FOR_MANAGERS,
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const { id } = (await managedOrganization(organizations, request, tx)).organization;
        await notifications.chooseOwn(tx, id, request.body);
        return notifications.ownChoices(id, tx);
      }),
  });

  oneClickEnd(v1, {
    url: '/notifications/end',
    querystring: EndQuery,
    effects,
    error: 'invalid_parameter',
    end: async (tx, token) => {
      const ended = links.read(token);
      if (ended === undefined)
        throw new ApiError('invalid_parameter', 'The parameter `token` must be from a mail of this service.');
      await notifications.end(tx, ended);
    },
  });
}
