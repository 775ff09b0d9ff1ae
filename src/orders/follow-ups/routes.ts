import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import { FOR_MANAGERS, managedOrganization } from '../../http/principal.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { oneClickEnd } from '../../mail/one-click-end.ts';
import { OrganizationParams } from '../../organizations/schema.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import type { ReservationLinks } from '../reservations/links.ts';
import type { OrderStore } from '../store.ts';
import { EndFollowUpsQuery, FollowUps, FollowUpsPatch } from './schema.ts';
import type { FollowUpStore } from './store.ts';

export interface FollowUpRouteParts {
  readonly followUps: FollowUpStore;
  readonly orders: Pick<OrderStore, 'find'>;
  readonly organizations: OrganizationStore;
  readonly effects: Effects;
  readonly link: Pick<ReservationLinks, 'isEnd'>;
}

/** The mails to adopters after an adoption: what an organization says in them, and their end. */
export function followUpRoutes(v1: App, { followUps, orders, organizations, effects, link }: FollowUpRouteParts): void {
  const urlOfOrganization = '/organizations/:organizationId/follow-ups';

  v1.get(urlOfOrganization, {
    schema: {
      operationId: 'getFollowUps',
      summary: 'Get the mails after an adoption',
      description:
        'The mails that adopters with a `reservationUrl` get 3 and 30 days after an animal came home. They are off until a manager turns them on.',
      params: OrganizationParams,
      response: { 200: FollowUps },
    },
    config: FOR_MANAGERS,
    handler: async (request) => followUps.of((await managedOrganization(organizations, request)).organization.id),
  });

  v1.patch(urlOfOrganization, {
    schema: {
      operationId: 'updateFollowUps',
      summary: 'Change the mails after an adoption',
      description:
        'Applies a JSON merge patch (RFC 7396). Each mail is sent once, unless the animal has come back or died, or the adopter wants no more.',
      params: OrganizationParams,
      body: FollowUpsPatch,
      response: { 200: FollowUps },
    },
    config: FOR_MANAGERS,
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const { id } = (await managedOrganization(organizations, request, tx)).organization;
        return followUps.change(tx, id, request.body);
      }),
  });

  oneClickEnd(v1, {
    url: '/reservation/follow-ups/unsubscribe',
    querystring: EndFollowUpsQuery,
    effects,
    error: 'invalid_parameter',
    end: async (tx, token) => {
      const found = await orders.find(Number(/^pfe_(\d{1,15})\./.exec(token)?.[1] ?? 0), tx);
      if (found === undefined || !link.isEnd(token, found.order))
        throw new ApiError('invalid_parameter', 'The parameter `token` must be from a mail of this service.');
      await followUps.end(tx, found);
    },
  });
}
