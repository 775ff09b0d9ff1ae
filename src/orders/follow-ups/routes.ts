import type { Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { ApiError } from '../../http/errors.ts';
import { readBytes } from '../../http/pipeline/body.ts';
import { organizationOf, principalOf, requireManager } from '../../http/principal.ts';
import { NoContent } from '../../http/shapes.ts';
import type { Effects } from '../../idempotency/effects.ts';
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

/** RFC 8058, section 3.2: mail programs send either. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** The mails to adopters after an adoption: what an organization says in them, and their end. */
export function followUpRoutes(v1: App, { followUps, orders, organizations, effects, link }: FollowUpRouteParts): void {
  const ofOrganization = {
    url: '/organizations/:organizationId/follow-ups',
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
      operationId: 'getFollowUps',
      tags: ['Organizations'],
      summary: 'Get the mails after an adoption',
      description:
        'The mails that adopters with a `reservationUrl` get 3 and 30 days after an animal came home. They are off until a manager turns them on.',
      params: OrganizationParams,
      response: { 200: FollowUps },
    },
    handler: async (request) => followUps.of(await managedId(request)),
  });

  v1.route({
    ...ofOrganization,
    method: 'PATCH',
    schema: {
      operationId: 'updateFollowUps',
      tags: ['Organizations'],
      summary: 'Change the mails after an adoption',
      description:
        'Applies a JSON merge patch (RFC 7396). Each mail is sent once, unless the animal has come back or died, or the adopter wants no more.',
      params: OrganizationParams,
      body: FollowUpsPatch,
      response: { 200: FollowUps },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => followUps.change(tx, await managedId(request, tx), request.body)),
  });

  // For mail programs, RFC 8058, which send no JSON: not described.
  void v1.register(async (app: App) => {
    readBytes(app, { types: FORMS, maxBytes: 1_000 });
    app.route({
      method: 'POST',
      url: '/reservation/follow-ups/unsubscribe',
      schema: { querystring: EndFollowUpsQuery, response: { 204: NoContent('No such mail is sent any more.') } },
      config: { access: 'public', whose: 'link', consumes: FORMS, errors: ['invalid_parameter'] },
      handler: async (request, reply) => {
        await effects.run(request, reply, async (tx) => {
          const { token } = request.query;
          const found = await orders.find(Number(/^pfe_(\d{1,15})\./.exec(token)?.[1] ?? 0), tx);
          if (found === undefined || !link.isEnd(token, found.order))
            throw new ApiError('invalid_parameter', 'The parameter `token` must be from a mail of this service.');
          await followUps.end(tx, found);
        });
        return reply.code(204).send();
      },
    });
  });
}
