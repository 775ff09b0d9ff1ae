import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { actorOf, principalOf } from '../http/principal.ts';
import { accountBucket } from '../limits/buckets.ts';
import type { Caller, Limiter, UsageDay, WindowState } from '../limits/limiter.ts';
import { USAGE_DAYS } from '../vocabulary/retention.ts';
import type { Signup } from '../vocabulary/site.ts';
import { dateOf, dayNumber } from '../vocabulary/timestamp.ts';
import { type AdminRouteParts, adminRoutes } from './admin-routes.ts';
import { type InvitationRouteParts, invitationRoutes } from './invitations/routes.ts';
import { boardRoutes, type KeyRouteParts, keyRoutes, partnerRoutes } from './keys/routes.ts';
import { AccountWithKey } from './keys/schema.ts';
import { type MembershipRouteParts, membershipRoutes } from './memberships/routes.ts';
import { orRefusal } from './refusals.ts';
import { Account, NewAccount, OwnChanges, Usage } from './schema.ts';

interface AccountRouteParts extends KeyRouteParts, AdminRouteParts, MembershipRouteParts, InvitationRouteParts {
  readonly limiter: Limiter;
  readonly signup: Signup;
  /** Mails a new account the link that confirms its address. Returns at once. */
  readonly confirmAddress: (account: Account) => void;
}

export function accountRoutes(v1: App, options: AccountRouteParts): void {
  const { accounts, effects, limiter, now, signup, confirmAddress } = options;

  v1.post('/accounts', {
    schema: {
      operationId: 'createAccount',
      summary: 'Sign up',
      description:
        'Creates an account on the Free plan with its first API key, which is shown only in this response. If the response has `awaiting`, the key works once the owner has followed the link in the mail (`confirmation`), or an operator has approved the account (`approval`).',
      body: NewAccount,
      response: { 201: AccountWithKey },
    },
    config: {
      access: 'public',
      closed: signup === 'closed' ? 'Sign-up is closed; ask the operator for an account.' : undefined,
      cost: 10,
      errors: ['weak_password', 'forbidden', 'account_exists'],
      headers: { Location: 'The path for reading this account.' },
    },
    handler: async (request, reply) => {
      const created = await accounts.create(request.body);
      if (created === undefined) throw new ApiError('account_exists', 'An account with this `email` exists.');
      const { account, apiKey } = created;
      if (account.awaiting === 'confirmation') confirmAddress(account);
      reply.code(201).headers({ location: '/v1/account', 'cache-control': 'no-store' });
      return { ...account, apiKey };
    },
  });

  v1.get('/account', {
    schema: {
      operationId: 'getAccount',
      summary: 'Get your account',
      description: 'The account that the API key belongs to.',
      response: { 200: Account },
    },
    config: { access: 'account', whose: 'account' },
    handler: async (request) => {
      const account = await accounts.find(principalOf(request).accountId);
      if (account === undefined) throw new Error('A key belongs to an account that does not exist.');
      return account;
    },
  });

  v1.patch('/account', {
    schema: {
      operationId: 'updateOwnAccount',
      summary: 'Change your account',
      description:
        'Changes the name of the account. Its address and its password are changed on the site, at `/portal/account`.',
      body: OwnChanges,
      response: { 200: Account },
    },
    config: { access: 'account', whose: 'account' },
    handler: (request, reply) =>
      effects.run(request, reply, (tx) => {
        const principal = principalOf(request);
        return orRefusal(() => accounts.change(tx, principal.accountId, request.body, actorOf(principal)));
      }),
  });

  v1.get('/account/usage', {
    schema: {
      operationId: 'getUsage',
      summary: 'See your usage',
      description: 'Both windows as they are now, and the last 30 days. The request does not count against the limits.',
      response: { 200: Usage },
    },
    config: { access: 'account', whose: 'account', cost: 0 },
    async handler(request) {
      const { accountId, caller } = principalOf(request);
      // A session may have a bucket of its own: what the account has used is what its keys have.
      const { limits } = (await accounts.standing(accountId)) ?? caller;
      return usageOf(limiter, accountId, { bucket: accountBucket(accountId), limits }, now());
    },
  });

  keyRoutes(v1, options);
  adminRoutes(v1, options);
  boardRoutes(v1, options);
  partnerRoutes(v1, options);
  membershipRoutes(v1, options);
  invitationRoutes(v1, options);
}

/** Both windows as they are now, and the account's requests on each of the last 30 UTC days, today included. */
async function usageOf(limiter: Limiter, accountId: number, caller: Caller, nowMs: number): Promise<Usage> {
  const firstDay = dayNumber(nowMs) - USAGE_DAYS + 1;
  const sent = new Map((await limiter.usage(accountId, firstDay)).map((usage) => [usage.day, usage]));
  const { minute, day } = await limiter.peek(caller);
  if (day === undefined) throw new Error('An account always has a day window.');
  return {
    minute: windowOf(minute),
    day: windowOf(day),
    days: Array.from({ length: USAGE_DAYS }, (_, i) => dayOf(firstDay + i, sent.get(firstDay + i))),
  };
}

const windowOf = ({ limit, remaining, resetMs }: WindowState) => ({
  limit,
  remaining,
  reset: Math.ceil(resetMs / 1000),
});

const dayOf = (day: number, { admitted = 0, refused = 0, strikes = 0 }: Partial<UsageDay> = {}) => ({
  date: dateOf(day),
  admitted,
  refused,
  strikes,
});
