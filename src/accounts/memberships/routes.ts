import type { Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { ApiError, existing } from '../../http/errors.ts';
import type { Lists } from '../../http/paging.ts';
import {
  actorOf,
  FOR_MANAGERS,
  managedOrganization,
  organizationOf,
  principalOf,
  requireManager,
  requireMember,
  type Principal,
} from '../../http/principal.ts';
import { NoContent, PageQuery } from '../../http/shapes.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { OrganizationParams } from '../../organizations/schema.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import type { CachedPrincipals } from '../keys/principals.ts';
import { Member, MemberParams, MemberPatch, Members } from './schema.ts';
import type { MembershipStore } from './store.ts';

export interface MembershipRouteParts {
  readonly memberships: MembershipStore;
  readonly organizations: OrganizationStore;
  readonly lists: Lists;
  readonly effects: Effects;
  readonly principals: CachedPrincipals;
}

/** The members of an organization. They join by an invitation: see `sessions/join-routes.ts`. */
export function membershipRoutes(
  v1: App,
  { memberships, organizations, lists, effects, principals }: MembershipRouteParts,
): void {
  const url = '/organizations/:organizationId/members';

  v1.get(url, {
    schema: {
      operationId: 'listMembers',
      summary: 'List the members of an organization',
      description: 'The accounts that belong to the organization, newest first, for its members and for operators.',
      params: OrganizationParams,
      querystring: PageQuery,
      response: { 200: Members },
    },
    config: { ...FOR_MANAGERS, whose: 'member' },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { id } = (await organizationOf(organizations, request)).organization;
      requireMember(principal, id);
      return lists.page(request, reply, {}, (_, count, before) => memberships.list(id, count, before));
    },
  });

  v1.patch(`${url}/:accountId`, {
    schema: {
      operationId: 'updateMember',
      summary: 'Change the role of a member',
      description:
        'Managers of the organization and operators change roles. Only an operator takes the role from the last manager.',
      params: MemberParams,
      body: MemberPatch,
      response: { 200: Member },
    },
    config: { ...FOR_MANAGERS, errors: [...FOR_MANAGERS.errors, 'member_not_found', 'last_manager'] },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const changed = await effects.run(request, reply, async (tx) => {
        const { id } = (await managedOrganization(organizations, request, tx)).organization;
        const found = ofPath(await memberships.find(tx, id, request.params.accountId));
        const { role = found.role } = request.body;
        if (role === found.role) return found;
        if (role === 'staff') await requireOtherManager(tx, principal, id, found);
        await memberships.setRole(tx, found.id, { id, role }, actorOf(principal));
        return { ...found, role };
      });
      principals.clear();
      return changed;
    },
  });

  v1.delete(`${url}/:accountId`, {
    schema: {
      operationId: 'removeMember',
      summary: 'Remove a member, or leave',
      description:
        'Managers of the organization and operators remove any member; every member may leave. What the account has added for the organization stays there, and its webhooks lose what they have of orders and messages. Only an operator removes the last manager.',
      params: MemberParams,
      response: { 204: NoContent('The account no longer belongs to the organization.') },
    },
    config: { ...FOR_MANAGERS, errors: [...FOR_MANAGERS.errors, 'member_not_found', 'last_manager'] },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      await effects.run(request, reply, async (tx) => {
        const { id } = (await organizationOf(organizations, request, tx)).organization;
        if (request.params.accountId === principal.accountId) requireMember(principal, id);
        else requireManager(principal, id);
        const found = ofPath(await memberships.find(tx, id, request.params.accountId));
        await requireOtherManager(tx, principal, id, found);
        await memberships.leave(tx, found.id, id, actorOf(principal));
      });
      principals.clear();
    },
  });

  /** @throws ApiError `last_manager` */
  async function requireOtherManager(tx: Queries, { operator }: Principal, id: number, member: Member): Promise<void> {
    if (operator || !(await memberships.isLastManager(tx, id, member.id))) return;
    throw new ApiError('last_manager', 'The account is the last manager of the organization: make another one first.');
  }
}

const ofPath = (member: Member | undefined): Member => existing(member, 'member_not_found', 'accountId');
