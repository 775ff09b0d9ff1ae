import type { App } from '../../http/app.ts';
import { notFound } from '../../http/errors.ts';
import type { Lists } from '../../http/paging.ts';
import { actorOf, FOR_MANAGERS, managedOrganization, principalOf, requireEveryScope } from '../../http/principal.ts';
import { requestOrigin } from '../../http/request.ts';
import { NoContent, PageQuery } from '../../http/shapes.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { OrganizationParams } from '../../organizations/schema.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import type { AccountMail } from '../links/mail.ts';
import { InvitationParams, Invitations, InvitationWithLink, NewInvitation } from './schema.ts';
import type { InvitationStore } from './store.ts';

export interface InvitationRouteParts {
  readonly invitations: InvitationStore;
  readonly organizations: OrganizationStore;
  readonly lists: Lists;
  readonly effects: Effects;
  /** The public origin of the site; empty to take it from the request. */
  readonly publicUrl: string;
  /** Undefined if the service sends no mail. */
  readonly sendInvitation: AccountMail['sendInvitation'] | undefined;
}

/** The open invitations of an organization. `sessions/join-routes.ts` accepts them. */
export function invitationRoutes(
  v1: App,
  { invitations, organizations, lists, effects, publicUrl, sendInvitation }: InvitationRouteParts,
): void {
  const url = '/organizations/:organizationId/invitations';

  v1.get(url, {
    schema: {
      operationId: 'listInvitations',
      summary: 'List the invitations of an organization',
      description:
        'The invitations that nobody has accepted yet, newest first, without their links, for managers of the organization and for operators.',
      params: OrganizationParams,
      querystring: PageQuery,
      response: { 200: Invitations },
    },
    config: FOR_MANAGERS,
    handler: async (request, reply) => {
      const { id } = (await managedOrganization(organizations, request)).organization;
      return lists.page(request, reply, {}, (_, count, before) => invitations.list(id, count, before));
    },
  });

  v1.post(url, {
    schema: {
      operationId: 'createInvitation',
      summary: 'Invite somebody to an organization',
      description:
        'Creates a link for joining the organization, which works once, for seven days, and while the account that made it is a manager of the organization or an operator. It is shown only in this response. With an `email` only the account with that address can accept it, and the service mails the link if it can send mail. The key of the request must have all scopes, since a member who signs in has them too.',
      params: OrganizationParams,
      body: NewInvitation,
      response: { 201: InvitationWithLink },
    },
    config: { ...FOR_MANAGERS, showsSecret: true },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const made = await effects.run(request, reply, async (tx) => {
        const { id, name } = (await managedOrganization(organizations, request, tx)).organization;
        requireEveryScope(principal, ', which a member has');
        const invitation = await invitations.make(tx, id, request.body, actorOf(principal));
        reply.header('cache-control', 'no-store');
        return { ...invitation, organization: name, link: (publicUrl || requestOrigin(request)) + invitation.path };
      });
      if (made?.email !== undefined) sendInvitation?.(made.email, made.organization, made.path);
      return made;
    },
  });

  v1.delete(`${url}/:invitationId`, {
    schema: {
      operationId: 'withdrawInvitation',
      summary: 'Withdraw an invitation',
      description:
        'Withdraws the invitation: nobody can accept it any more. For managers of the organization and for operators.',
      params: InvitationParams,
      response: { 204: NoContent('The invitation is withdrawn.') },
    },
    config: { ...FOR_MANAGERS, errors: [...FOR_MANAGERS.errors, 'invitation_not_found'] },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const { id } = (await managedOrganization(organizations, request, tx)).organization;
        if (!(await invitations.remove(tx, id, request.params.invitationId)))
          throw notFound('invitation_not_found', 'invitationId');
      }),
  });
}
