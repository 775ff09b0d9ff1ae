import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { type Lists, LONG_TEXTS } from '../http/paging.ts';
import { type Principal, principalOf } from '../http/principal.ts';
import { sendJson } from '../http/respond.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { readableKinds } from './routes.ts';
import { AuditQuery, Events } from './schema.ts';
import type { EventStore } from './store.ts';

/** Who changed what: for operators, and for managers about their organization. */
export function auditRoutes(v1: App, { events, lists }: { readonly events: EventStore; readonly lists: Lists }): void {
  v1.route({
    method: 'GET',
    url: '/audit',
    schema: {
      operationId: 'listAudit',
      tags: ['Events'],
      summary: 'List who changed what',
      description:
        'The events with their `actor`, newest first. Operators read the events of all accounts; managers those of their organization. A key receives only the events of resources that its scopes may read.',
      querystring: AuditQuery,
      response: { 200: Events },
    },
    config: { access: 'account', whose: 'managers', errors: ['forbidden'] },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { accountId: actor, organizationId, types } = request.query;
      const filter = {
        kinds: readableKinds(principal, types),
        actor,
        organizationId: organizationFor(principal, organizationId),
      };
      const read = async (_: unknown, count: number, before: Int64 | undefined) =>
        (await events.audit(filter, count, before)).map(({ sequence, body }) => ({ id: sequence, body }));
      const found = await lists.page(request, reply, { account: principal.accountId }, read, LONG_TEXTS);
      sendJson(reply, `[${found.map(({ body }) => body).join(',')}]`);
      return undefined;
    },
  });
}

/**
 * The organization whose events the principal asks for; undefined for those of all accounts.
 *
 * @throws ApiError `forbidden`
 */
function organizationFor({ operator, organization }: Principal, wanted: number | undefined): number | undefined {
  if (operator) return wanted;
  if (organization?.role !== 'manager')
    throw new ApiError('forbidden', 'Only operators and the managers of an organization may read who changed what.');
  if (wanted !== undefined && wanted !== organization.id)
    throw new ApiError('forbidden', 'The `organizationId` must be that of your organization.');
  return organization.id;
}
