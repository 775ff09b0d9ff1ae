import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { etagOfContent, isUnchanged, requirePreconditions } from '../http/conditional.ts';
import { ApiError, existing } from '../http/errors.ts';
import type { Lists } from '../http/paging.ts';
import { actorOf, principalOf, requireEveryScope, requireOwnOrganization, viewerOf } from '../http/principal.ts';
import { requestOrigin } from '../http/request.ts';
import { NoContent, NotModified } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import type { Actor } from '../vocabulary/actors.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import { requireSignIn } from './account-changes.ts';
import type { Closing } from './closing.ts';
import type { CachedPrincipals } from './keys/principals.ts';
import type { LinkStore } from './links/store.ts';
import type { MembershipStore } from './memberships/store.ts';
import { orRefusal } from './refusals.ts';
import { Account, AccountChanges, AccountParams, Accounts, ListAccountsQuery, PasswordLink } from './schema.ts';
import type { AccountStore } from './store.ts';

const ETAG = 'The version of the account, for `If-Match` and `If-None-Match`.';

export interface AdminRouteParts {
  readonly accounts: AccountStore;
  readonly principals: CachedPrincipals;
  readonly limiter: Pick<Limiter, 'liftBans'>;
  readonly lists: Lists;
  readonly effects: Effects;
  readonly links: LinkStore;
  readonly closing: Closing;
  /** Called after an account was closed. */
  readonly onClosed: () => void;
  readonly organizations: OrganizationStore;
  readonly memberships: MembershipStore;
  /** Cancels the open orders that a suspended account would keep from others. */
  readonly cancelOrders: (tx: Queries, accountId: number, by: Actor) => Promise<unknown>;
  /** The public origin of the site; empty to take it from the request. */
  readonly publicUrl: string;
}

/** All accounts, for operators. */
export function adminRoutes(
  v1: App,
  {
    accounts,
    principals,
    limiter,
    lists,
    effects,
    links,
    organizations,
    memberships,
    closing,
    onClosed,
    cancelOrders,
    publicUrl,
  }: AdminRouteParts,
): void {
  v1.get('/admin/accounts', {
    schema: {
      operationId: 'listAccounts',
      summary: 'List accounts',
      description: 'All accounts, newest first. With `awaiting=approval`: those that an operator still has to approve.',
      querystring: ListAccountsQuery,
      response: { 200: Accounts },
    },
    config: { access: 'operator' },
    handler: (request, reply) =>
      lists.page(request, reply, {}, (filters, count, before) => accounts.list(filters, count, before)),
  });

  v1.get('/admin/accounts/:accountId', {
    schema: {
      operationId: 'getAccountById',
      summary: 'Get an account',
      description: 'Returns any account.',
      params: AccountParams,
      response: { 200: Account, 304: NotModified },
    },
    config: { access: 'operator', errors: ['account_not_found', 'precondition_failed'], headers: { ETag: ETAG } },
    handler: async (request, reply) => {
      const account = ofPath(await accounts.find(request.params.accountId));
      if (isUnchanged(request, reply, etagOfContent(account))) return reply.code(304).send();
      return account;
    },
  });

  v1.patch('/admin/accounts/:accountId', {
    schema: {
      operationId: 'updateAccount',
      summary: 'Change an account',
      description:
        'Changes the role, the plan or the custom limits (Enterprise only), approves the account, lets it join or leave an organization, or suspends it, which cancels the open orders that it placed for animals of others, and those that visitors placed with its publishable keys, and withdraws such applications. A change to another plan removes custom limits. Requests already counted in a window stay counted. Operators can neither suspend themselves nor give up the role, and one operator always remains. To make an operator, or to let an account join an organization, the key must have all scopes.',
      params: AccountParams,
      body: AccountChanges,
      response: { 200: Account },
    },
    config: {
      access: 'operator',
      errors: ['account_not_found', 'organization_not_found', 'mirrored', 'account_closed', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: async (request, reply) => {
      const changed = await effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const by = actorOf(principal);
        const { organization, ...changes } = request.body;
        const found = ofPath(await accounts.find(request.params.accountId, tx));
        requirePreconditions(request, etagOfContent(found));
        if (found.id === principal.accountId) requireStays(changes);
        if (organization != null || changes.role === 'operator')
          requireEveryScope(principal, ', so it cannot give an account more rights');
        if (organization != null)
          requireOrganization(await organizations.find(viewerOf(principal), organization.id, tx));
        // Before it moves: its organization decides which of its orders are for animals of others.
        if (changes.suspended === true) await cancelOrders(tx, found.id, by);
        const account = await orRefusal(async () => {
          if (organization !== undefined) await memberships.move(tx, found, organization, by);
          return accounts.change(tx, found.id, changes, by);
        });
        reply.header('etag', etagOfContent(account));
        return account;
      });
      principals.clear();
      return changed;
    },
  });

  v1.post('/admin/accounts/:accountId/close', {
    schema: {
      operationId: 'closeAccount',
      summary: 'Close an account',
      description:
        'Closes the account for good, such as a sign-up that you refuse: its address, name and password are removed, its keys revoked, its webhooks and the animals that it owns alone removed, and its open orders and applications for animals of others cancelled. Owners close their accounts on the site, at `/portal/account`.',
      params: AccountParams,
      response: { 200: Account },
    },
    config: { access: 'operator', errors: ['account_not_found', 'account_closed'] },
    handler: async (request, reply) => {
      const closed = await effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const { id } = ofPath(await accounts.find(request.params.accountId, tx));
        if (id === principal.accountId)
          throw new ApiError('forbidden', 'Close your own account on the site, at `/portal/account`.');
        return orRefusal(() => closing.close(tx, id, actorOf(principal)));
      });
      onClosed();
      return closed;
    },
  });

  v1.post('/admin/accounts/:accountId/lift-ban', {
    schema: {
      operationId: 'liftBan',
      summary: 'Lift the bans of an account',
      description: 'Lifts the bans of all keys of the account and resets their ban levels.',
      params: AccountParams,
      response: { 204: NoContent('No key of the account is banned.') },
    },
    config: { access: 'operator', errors: ['account_not_found'] },
    handler: async (request, reply) => {
      let keyIds: number[] = [];
      await effects.run(request, reply, async (tx) => {
        const account = ofPath(await accounts.find(request.params.accountId, tx));
        keyIds = await accounts.keysOf(account.id, tx);
      });
      await limiter.liftBans(Number(request.params.accountId), keyIds);
      return reply.sent ? reply : reply.send();
    },
  });

  v1.post('/admin/accounts/:accountId/password-link', {
    schema: {
      operationId: 'createPasswordLink',
      summary: 'Create a password link',
      description:
        'Creates a link for setting the password of the account without the current one. It works once, for a day, and is shown only in this response. Its use revokes all API keys of the account, and confirms its address. The key of the request must have all scopes, since a session has them too.',
      params: AccountParams,
      response: { 201: PasswordLink },
    },
    config: {
      access: 'operator',
      showsSecret: true,
      errors: ['account_not_found', 'account_closed', 'insufficient_scope'],
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        requireEveryScope(principalOf(request), ', which a session has');
        const account = ofPath(await accounts.find(request.params.accountId, tx));
        await orRefusal(() => requireSignIn(account));
        const { path, expiresMs } = await links.make(tx, { accountId: account.id, kind: 'operator' });
        reply.header('cache-control', 'no-store');
        return { link: (publicUrl || requestOrigin(request)) + path, expiresAt: timestamp(expiresMs) };
      }),
  });
}

/** Operators cannot lock themselves out: another operator can. */
function requireStays({ suspended, role }: Pick<AccountChanges, 'suspended' | 'role'>): void {
  if (suspended === true)
    throw new ApiError('forbidden', 'An operator cannot suspend the account that sends the request.');
  if (role === 'member')
    throw new ApiError('forbidden', 'An operator cannot take the role from the account that sends the request.');
}

function requireOrganization(found: Parameters<typeof requireOwnOrganization>[0] | undefined): void {
  if (found !== undefined) return requireOwnOrganization(found);
  throw new ApiError('organization_not_found', 'There is no organization with this `organization.id`.');
}

const ofPath = (account: Account | undefined): Account => existing(account, 'account_not_found', 'accountId');
