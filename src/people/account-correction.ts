import type { LinkStore } from '../accounts/links/store.ts';
import type { AccountStore } from '../accounts/store.ts';
import { BOARD_EMAIL } from '../vocabulary/site.ts';
import { type PersonParts, PersonRefused } from './store.ts';

interface AccountParts {
  readonly accounts: Pick<AccountStore, 'find' | 'findByEmail' | 'change'>;
  readonly links: Pick<LinkStore, 'removeAll'>;
}

/** Corrects an account of the person, in the caller's transaction. */
export function accountCorrection({ accounts, links }: AccountParts): PersonParts['correctAccount'] {
  return async (tx, accountId, { email, name }, by) => {
    const account = await accounts.find(accountId, tx);
    if (account?.email === BOARD_EMAIL)
      throw new PersonRefused('forbidden', `\`${BOARD_EMAIL}\` is the board's system account, not a person's.`);
    if (email !== undefined) {
      const other = await accounts.findByEmail(email, tx);
      if (other !== undefined && other.id !== accountId)
        throw new PersonRefused('account_exists', `Another account has the email \`${other.email}\`.`);
      // They were mailed to the wrong address.
      await links.removeAll(tx, accountId);
    }
    await accounts.change(tx, accountId, { email, ...(name === undefined ? {} : { name }) }, by);
  };
}
