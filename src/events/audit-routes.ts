import type { App } from '../http/app.ts';
import { ApiError, existing } from '../http/errors.ts';
import { type Lists, LONG_TEXTS } from '../http/paging.ts';
import { isOnSideOf, type Principal, principalOf } from '../http/principal.ts';
import { sendJson } from '../http/respond.ts';
import type { PetStore } from '../pets/store.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { readableKinds } from './routes.ts';
import { AuditQuery, Events } from './schema.ts';
import type { EventStore } from './store.ts';

interface AuditRouteParts {
  readonly events: EventStore;
  readonly pets: Pick<PetStore, 'find'>;
  readonly lists: Lists;
}

/** Who changed what: for operators, for managers about their organization, and for all its people about an animal. */
export function auditRoutes(v1: App, { events, pets, lists }: AuditRouteParts): void {
  /**
   * The organization to whose events the principal is held; undefined if to none.
   *
   * @throws ApiError `forbidden`, `pet_not_found`
   */
  async function organizationFor(principal: Principal, { petId, organizationId }: AuditQuery) {
    const { operator, organization } = principal;
    if (operator) return organizationId;
    if (organizationId !== undefined && organizationId !== organization?.id)
      throw new ApiError('forbidden', 'The `organizationId` must be that of your organization.');
    // What happened to an animal before its account brought it into the organization names none.
    if (petId !== undefined) {
      const { owner } = existing(await pets.find(petId), 'pet_not_found', 'petId');
      if (isOnSideOf(principal, owner)) return organizationId;
      throw new ApiError(
        'forbidden',
        'Only the account or the organization that it belongs to, or an operator, may read who changed this animal.',
      );
    }
    if (organization?.role === 'manager') return organization.id;
    throw new ApiError('forbidden', 'Only operators and the managers of an organization may read who changed what.');
  }

  v1.route({
    method: 'GET',
    url: '/audit',
    schema: {
      operationId: 'listAudit',
      tags: ['Events'],
      summary: 'List who changed what',
      description:
        'The events with their `actor`, newest first. Operators read the events of all accounts; managers those of their organization. With `petId`, the events about an animal and its orders, for everybody to whom it belongs. A key receives only the events of resources that its scopes may read.',
      querystring: AuditQuery,
      response: { 200: Events },
    },
    config: { access: 'account', whose: 'managers', errors: ['forbidden', 'pet_not_found'] },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { accountId: actor, petId, types } = request.query;
      const filter = {
        kinds: readableKinds(principal, types),
        actor,
        petId,
        organizationId: await organizationFor(principal, request.query),
      };
      const read = async (_: unknown, count: number, before: Int64 | undefined) =>
        (await events.audit(filter, count, before)).map(({ sequence, body }) => ({ id: sequence, body }));
      const found = await lists.page(request, reply, { account: principal.accountId }, read, LONG_TEXTS);
      sendJson(reply, `[${found.map(({ body }) => body).join(',')}]`);
      return undefined;
    },
  });
}
