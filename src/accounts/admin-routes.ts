import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { type Cursors, pageLinks, pageOf } from '../http/paging.ts';
import { principalOf } from '../http/principal.ts';
import { NoContent } from '../http/shapes.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { CachedPrincipals } from './principals.ts';
import { Account, AccountChanges, AccountParams, Accounts, PageQuery } from './schema.ts';
import { type AccountStore, CustomLimitsRefused } from './store.ts';

const list = '/v1/admin/accounts';

/** The accounts of others, for operators. */
export function adminRoutes(
  v1: App,
  options: {
    readonly accounts: AccountStore;
    readonly principals: CachedPrincipals;
    readonly limiter: Limiter;
    readonly cursors: Cursors;
  },
): void {
  const { accounts, principals, limiter, cursors } = options;

  v1.route({
    method: 'GET',
    url: '/admin/accounts',
    schema: {
      operationId: 'listAccounts',
      tags: ['Administration'],
      summary: 'List accounts',
      description: 'All accounts, newest first.',
      querystring: PageQuery,
      response: { 200: Accounts },
    },
    config: {
      access: 'operator',
      errors: ['invalid_cursor'],
      headers: { Link: 'The next page (`rel="next"`) while there is one, and the first (`rel="first"`). RFC 8288.' },
    },
    handler: async (request, reply) => {
      const { limit, cursor } = request.query;
      const before = cursor === undefined ? undefined : cursors.read(list, {}, cursor);
      const page = pageOf(await accounts.list(limit + 1, before), limit, ({ id }) => cursors.after(list, {}, id));
      reply.header('link', pageLinks(list, request.query, page.next));
      return page.items;
    },
  });

  v1.route({
    method: 'GET',
    url: '/admin/accounts/:accountId',
    schema: {
      operationId: 'getAccountById',
      tags: ['Administration'],
      summary: 'Get an account',
      description: 'Any account.',
      params: AccountParams,
      response: { 200: Account },
    },
    config: { access: 'operator', errors: ['account_not_found'] },
    handler: async (request) => (await accounts.find(request.params.accountId)) ?? notFound(),
  });

  v1.route({
    method: 'PATCH',
    url: '/admin/accounts/:accountId',
    schema: {
      operationId: 'updateAccount',
      tags: ['Administration'],
      summary: 'Change an account',
      description:
        'Sets the plan, custom limits (Enterprise only), or suspends. Another plan than Enterprise ends custom limits. What has been used of a window stays used.',
      params: AccountParams,
      body: AccountChanges,
      response: { 200: Account },
    },
    config: { access: 'operator', errors: ['account_not_found'] },
    handler: async (request) => {
      const { accountId } = request.params;
      if (request.body.suspended === true && accountId === principalOf(request).accountId) {
        throw new ApiError('forbidden', 'An operator cannot suspend the account that it calls with.');
      }
      const account = await accounts.change(accountId, request.body).catch((error: unknown) => {
        if (error instanceof CustomLimitsRefused) throw new ApiError('invalid_body', error.message, { cause: error });
        throw error;
      });
      if (account === undefined) return notFound();
      principals.forget();
      return account;
    },
  });

  v1.route({
    method: 'POST',
    url: '/admin/accounts/:accountId/lift-ban',
    schema: {
      operationId: 'liftBan',
      tags: ['Administration'],
      summary: 'Lift the bans of an account',
      description: 'All of its keys may send again at once, and their earlier bans are forgotten.',
      params: AccountParams,
      response: { 204: NoContent('No key of the account is banned.') },
    },
    config: { access: 'operator', errors: ['account_not_found'] },
    handler: async (request, reply) => {
      const account = (await accounts.find(request.params.accountId)) ?? notFound();
      await limiter.liftBans(await accounts.keysOf(account.id));
      return reply.code(204).send();
    },
  });
}

function notFound(): never {
  throw new ApiError('account_not_found', 'There is no account with this `accountId`.');
}
