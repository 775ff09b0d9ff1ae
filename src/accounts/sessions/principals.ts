import type { Principal, Principals } from '../../http/principal.ts';
import { accountSubject } from '../../limits/subjects.ts';
import { PLANS } from '../../vocabulary/plans.ts';
import { SCOPES } from '../../vocabulary/scopes.ts';
import type { AccountStore } from '../store.ts';
import type { OpenSession } from './store.ts';

/**
 * The principals of sessions: whoever is signed in may do what a secret key with all scopes may, within the limits of the account.
 *
 * @param look finds the session of a token
 */
export function sessionPrincipals(
  accounts: AccountStore,
  look: (token: string) => Promise<OpenSession | undefined>,
): Principals {
  return {
    async find(token): Promise<Principal | undefined> {
      const session = await look(token);
      const account = session === undefined ? undefined : await accounts.find(session.accountId);
      if (account === undefined) return undefined;
      return {
        accountId: account.id,
        operator: account.role === 'operator',
        suspended: account.suspended,
        scopes: new Set(SCOPES),
        origins: undefined,
        caller: { subject: accountSubject(account.id), limits: account.limits },
        // A key in the wrong hands may use the account's limits up; its owner still gets to revoke it.
        accountCaller: { subject: `session:${account.id}`, limits: PLANS.free },
      };
    },
  };
}
