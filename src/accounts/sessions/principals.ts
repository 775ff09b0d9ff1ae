import { isStaff, type Principal } from '../../http/principal.ts';
import { accountBucket } from '../../limits/buckets.ts';
import { type Limits, PLANS } from '../../vocabulary/plans.ts';
import { SCOPES } from '../../vocabulary/scopes.ts';
import type { AccountStore } from '../store.ts';
import type { OpenSession, SessionStore } from './store.ts';

/** People can work in the console all day with these: an open console takes a quarter of them. */
const staffLimits = PLANS.business;

/**
 * Finds the principals of sessions, which may do what a secret key with all scopes may. They use the limits of the account; those of members of
 * organizations and of operators, who work in the console whatever the plan, have limits of their own.
 */
export function sessionPrincipals(accounts: AccountStore, sessions: SessionStore) {
  async function principalOf(session: OpenSession | undefined): Promise<Principal | undefined> {
    const account = session === undefined ? undefined : await accounts.standing(session.accountId);
    if (account === undefined) return undefined;
    const { limits, ...standing } = account;
    const worksInConsole = isStaff(account);
    return {
      ...standing,
      scopes: new Set(SCOPES),
      origins: undefined,
      caller: worksInConsole
        ? { bucket: `session:console:${account.accountId}`, limits: larger(limits, staffLimits) }
        : { bucket: accountBucket(account.accountId), limits },
      ownCallers: {
        // Separate limits, so that the owner can revoke a leaked key that uses the account's limits up.
        account: { bucket: `session:${account.accountId}`, limits: worksInConsole ? staffLimits : PLANS.free },
        // And so that the owner sees why deliveries fail. Watchers keep the other ones.
        webhooks: { bucket: `session:webhooks:${account.accountId}`, limits: PLANS.pro },
        polled: { bucket: `session:polled:${account.accountId}`, limits: PLANS.business },
      },
    };
  }

  return {
    /** Counts as a use of the session. */
    find: async (token: string) => principalOf(await sessions.use(token)),
    /** Does not extend the session: an event stream that stays open must not keep it alive. */
    findWithoutUse: async (token: string) => principalOf(await sessions.find(token)),
  };
}

const larger = (one: Limits, other: Limits): Limits => ({
  perMinute: Math.max(one.perMinute, other.perMinute),
  perDay: Math.max(one.perDay, other.perDay),
});
