import type { Cancelling } from '../cancelling.ts';
import type { ApplicationStore } from './store.ts';

/** Ends what somebody has open, orders and applications: see `Cancelling`. The ids are the orders'. */
export const alsoWithdrawing = (
  cancelling: Cancelling,
  applications: Pick<ApplicationStore, 'withdrawOfAccount' | 'withdrawOfAdopter' | 'withdrawOfMembers'>,
): Cancelling => ({
  async ofAccount(tx, accountId, by) {
    await applications.withdrawOfAccount(tx, accountId, false, by);
    return cancelling.ofAccount(tx, accountId, by);
  },
  async ofSuspended(tx, accountId, by) {
    await applications.withdrawOfAccount(tx, accountId, true, by);
    return cancelling.ofSuspended(tx, accountId, by);
  },
  async ofOrganization(tx, organizationId, by) {
    await applications.withdrawOfMembers(tx, organizationId, by);
    return cancelling.ofOrganization(tx, organizationId, by);
  },
  async ofAdopter(tx, email, side, by) {
    // An organization that cancels somebody's orders says nothing of what they apply for.
    if (side === undefined) await applications.withdrawOfAdopter(tx, email, by);
    return cancelling.ofAdopter(tx, email, side, by);
  },
});
