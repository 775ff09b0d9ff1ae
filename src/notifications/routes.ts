import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { readBytes } from '../http/pipeline/body.ts';
import { organizationOf, principalOf, requireManager } from '../http/principal.ts';
import { NoContent } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
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

/** RFC 8058, section 3.2: mail programs send either. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** How an account wants to be told of what happens in its organization. */
export function notificationRoutes(v1: App, parts: NotificationRouteParts): void {
  const { notifications, organizations, effects, links } = parts;
  const url = '/account/notifications';
  const tags = ['Account'];

  v1.route({
    method: 'GET',
    url,
    schema: {
      operationId: 'getNotifications',
      tags,
      summary: 'Get what you are told of by mail',
      description:
        'How you are told of what happens in your organization. Until you choose, managers are told at once, and staff in the digest. What nobody is told of at once goes to the address of the organization.',
      response: { 200: Notifications },
    },
    config: { access: 'account', whose: 'account' },
    handler: (request) => notifications.choices(principalOf(request).accountId),
  });

  v1.route({
    method: 'PATCH',
    url,
    schema: {
      operationId: 'updateNotifications',
      tags,
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

  const ofOrganization = {
    url: '/organizations/:organizationId/notifications',
    config: { access: 'account', whose: 'manager', errors: ['forbidden', 'organization_not_found'] },
  } as const;

  /** The organization of the path. @throws ApiError `organization_not_found`, `forbidden` */
  async function managedId(request: Parameters<typeof organizationOf>[1], tx?: Queries): Promise<number> {
    const { id } = (await organizationOf(organizations, request, tx)).organization;
    requireManager(principalOf(request), id);
    return id;
  }

  v1.route({
    ...ofOrganization,
    method: 'GET',
    schema: {
      operationId: 'getOrganizationNotifications',
      tags: ['Organizations'],
      summary: 'Get what the address of an organization is told of',
      description: 'What the address of the organization is told of by mail, if none of its members is told at once.',
      params: OrganizationParams,
      response: { 200: OrganizationNotifications },
    },
    handler: async (request) => notifications.ownChoices(await managedId(request)),
  });

  v1.route({
    ...ofOrganization,
    method: 'PATCH',
    schema: {
      operationId: 'updateOrganizationNotifications',
      tags: ['Organizations'],
      summary: 'Choose what the address of an organization is told of',
      description: 'Changes the given members, also what a link in a mail has ended.',
      params: OrganizationParams,
      body: OrganizationNotificationsPatch,
      response: { 200: OrganizationNotifications },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const id = await managedId(request, tx);
        await notifications.chooseOwn(tx, id, request.body);
        return notifications.ownChoices(id, tx);
      }),
  });

  // For mail programs, RFC 8058, which send no JSON: not described.
  void v1.register(async (app: App) => {
    readBytes(app, { types: FORMS, maxBytes: 1_000 });
    app.route({
      method: 'POST',
      url: '/notifications/end',
      schema: { querystring: EndQuery, response: { 204: NoContent('No such mail is sent any more.') } },
      config: { access: 'public', whose: 'link', consumes: FORMS, errors: ['invalid_parameter'] },
      handler: async (request, reply) => {
        const ended = links.read(request.query.token);
        if (ended === undefined)
          throw new ApiError('invalid_parameter', 'The parameter `token` must be from a mail of this service.');
        await effects.run(request, reply, (tx) => notifications.end(tx, ended));
        return reply.code(204).send();
      },
    });
  });
}
